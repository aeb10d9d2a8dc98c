// Where a number comes from: the numbers it was made of, one by one, and the running sum as the engine forms it: each
// product rounded to float32, then each sum. It re-enacts what the module documents, and says whether that ends on the
// engine's own number.

import { nameCell, parseCell } from '../answer/cells.js';
import { gridOf, numberOf } from '../answer/grids.js';
import { stageOf } from '../answer/made.js';
import { editNameOf } from './editable.js';
import { pairOf } from '../answer/rotary.js';
import { sourcesOf } from './sources.js';

/**
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('../answer/cells.js').Cell} Cell
 *
 * @typedef {import('./sources.js').Line} Line
 *
 * @typedef {object} Factor
 * @property {string | null} cell its name; null for a number that stands nowhere
 * @property {number} value
 *
 * @typedef {object} Term
 * @property {readonly Factor[]} factors
 * @property {number} product of them, rounded
 * @property {number} running sum so far, rounded
 *
 * @typedef {'given' | 'edited' | 'products' | 'turned' | 'plus' | 'scaled' | 'capped' | 'masked' | 'power' | 'share' | 'copy' |
 *   'mean' | 'spread' | 'normed' | 'squares'} Kind
 *
 * @typedef {object} Explanation
 * @property {Cell} cell
 * @property {number} value the engine's
 * @property {Kind} kind
 * @property {readonly Term[]} terms in the order in which they are added
 * @property {Factor | null} bias added at the end
 * @property {readonly Factor[]} parts where it is not a sum of terms: what it is made of, in the order of its formula
 * @property {readonly number[]} lanes the four running sums, where the terms go round them in turn; else none
 * @property {number} epsilon of a norm
 * @property {number} total of the terms
 * @property {number} result what the terms end on; the engine's own number, to the bit
 */

const round = Math.fround;
/** As addAndNorm has it unless told otherwise. */
const EPSILON = 1e-5;

/** @type {Record<string, Kind>} */
const KINDS = {
  x: 'plus',
  x2: 'plus',
  query: 'products',
  key: 'products',
  value: 'products',
  normedQuery: 'squares',
  normedKey: 'squares',
  turnedQuery: 'turned',
  turnedKey: 'turned',
  dotProducts: 'products',
  scores: 'scaled',
  softcapped: 'capped',
  masked: 'masked',
  exponentials: 'power',
  attention: 'share',
  heads: 'products',
  concatenated: 'copy',
  contributions: 'products',
  output: 'products',
  sum: 'plus',
  mean: 'mean',
  variance: 'spread',
  norm: 'normed',
  mean2: 'mean',
  variance2: 'spread',
  norm2: 'normed',
};

/**
 * @param {Answer} answer
 * @param {string} name of a cell
 * @returns {Explanation | null} null where this answer has no such number
 */
export function explain(answer, name) {
  const cell = parseCell(name);
  const value = cell && numberOf(answer, cell);
  if (!cell || value === null) return null;
  const kind = kindOf(answer, cell);
  const nothing = {
    cell,
    value,
    kind,
    terms: [],
    bias: null,
    parts: [],
    lanes: [],
    epsilon: EPSILON,
    total: 0,
    result: value,
  };
  if (kind === 'given' || kind === 'edited') return nothing;
  return { ...nothing, ...MAKERS[kind](answer, cell) };
}

/**
 * @param {Answer} answer
 * @param {Cell} cell
 * @returns {Kind}
 */
function kindOf(answer, cell) {
  const { matrix } = cell;
  if (Object.hasOwn(answer.question.edits, editNameOf(answer, cell) ?? '')) return 'edited';
  const made = stageOf(answer, cell);
  const sources = made || KINDS[matrix] ? sourcesOf(answer, cell) : [];
  if (sources.length === 0) return 'given';
  if (made) return made.kind;
  const { given } = answer.question.source.block;
  if (matrix === 'norm' && given?.isRms) return 'squares';
  return KINDS[matrix] === 'turned' && sources.length === 1 ? 'copy' : KINDS[matrix];
}

/** @typedef {Partial<Explanation> & { result: number }} Made */

/** @type {Record<Exclude<Kind, 'given' | 'edited'>, (answer: Answer, cell: Cell) => Made>} */
const MAKERS = {
  products(answer, cell) {
    const [left, right, last] = sourcesOf(answer, cell);
    const bias = last ? factor(answer, at(last, 0)) : null;
    const first = cell.matrix === 'contributions' ? (cell.head ?? 0) * lengthOf(answer, left) : 0;
    let running = 0;
    const terms = Array.from({ length: lengthOf(answer, left) }, (_, k) => {
      const factors = [factor(answer, at(left, k)), factor(answer, at(right, first + k))];
      const product = round(factors[0].value * factors[1].value);
      running = round(running + product);
      return { factors, product, running };
    });
    return { terms, bias, result: bias ? round(running + bias.value) : running };
  },
  turned(answer, cell) {
    const { rotary } = answer.question.source.block;
    const width = lengthOf(answer, { ...cell, column: null });
    const { first, pair } = (rotary && pairOf(rotary, cell.column, width)) ?? { first: 0, pair: 0 };
    const [a, b] = sourcesOf(answer, cell).map((line) => factor(answer, at(line, 0)));
    const [cosine, sine] = turnAt(answer, cell.row, pair);
    const isFirst = cell.column === first;
    /** @type {[Factor, number][]} */
    const products = isFirst
      ? [
          [a, cosine],
          [b, -sine],
        ]
      : [
          [b, cosine],
          [a, sine],
        ];
    let running = 0;
    const terms = products.map(([own, turn]) => {
      const product = round(own.value * turn);
      running = round(running + product);
      return { factors: [own, { cell: null, value: turn }], product, running };
    });
    return { terms, result: running };
  },
  plus(answer, cell) {
    const parts = sourcesOf(answer, cell).map((line) => factor(answer, at(line, 0)));
    const [first, ...rest] = parts.map(({ value }) => value);
    return { parts, result: rest.reduce((sum, value) => round(sum + value), first) };
  },
  scaled(answer, cell) {
    const [own] = sourcesOf(answer, cell).map((line) => factor(answer, at(line, 0)));
    const scale = stageOf(answer, cell)?.by ?? scaleOf(answer);
    const parts = [own, { cell: null, value: scale }];
    return { parts, result: round(own.value * scale) };
  },
  capped(answer, cell) {
    const [own] = sourcesOf(answer, cell).map((line) => factor(answer, at(line, 0)));
    const cap = answer.question.source.block.given?.softcap ?? 0;
    return { parts: [own, { cell: null, value: cap }], result: numberOf(answer, cell) ?? NaN };
  },
  masked(answer, cell) {
    const parts = sourcesOf(answer, cell).map((line) => factor(answer, at(line, 0)));
    const mask = parts[parts.length - 1].value;
    const [first, ...rest] = parts.slice(0, -1).map(({ value }) => value);
    const open = rest.reduce((sum, value) => round(sum + value), first);
    return { parts, result: mask === 0 ? open : -Infinity };
  },
  squares(answer, cell) {
    const { learned } = answer.trace ?? {};
    const { headNorm } = answer.question.source.block.given ?? {};
    const isInput = cell.matrix === 'norm';
    const sources = sourcesOf(answer, cell);
    const rows = sources.filter(({ column }) => column === null);
    const [own, ...more] = sources.filter(({ column }) => column !== null);
    const [gain, shift] = more.map((line) => factor(answer, at(line, 0)));
    const numbers = rows.flatMap((line) =>
      Array.from({ length: lengthOf(answer, line) }, (_, k) => factor(answer, at(line, k))),
    );
    const epsilon = (isInput ? learned?.epsilon : headNorm?.epsilon) ?? EPSILON;
    const sum = inLanes(numbers.length, (k) => {
      const one = numbers[k];
      return { factors: [one, one], product: round(one.value * one.value) };
    });
    const mean = round(sum.total * round(1 / numbers.length));
    const stretch = round(1 / round(Math.sqrt(round(mean + round(epsilon)))));
    const value = factor(answer, at(own, 0));
    const plain = round(value.value * stretch);
    const parts = [
      value,
      { cell: null, value: mean },
      ...(gain ? [gain] : []),
      ...(shift ? [shift] : []),
    ];
    const stretched = gain ? round(plain * gain.value) : plain;
    return { ...sum, parts, epsilon, result: shift ? round(stretched + shift.value) : stretched };
  },
  power(answer, cell) {
    const { head, row } = cell;
    const [own] = sourcesOf(answer, cell).map((line) => factor(answer, at(line, 0)));
    const line = { matrix: 'masked', head, row, column: null };
    const all = Array.from({ length: lengthOf(answer, line) }, (_, k) =>
      factor(answer, at(line, k)),
    );
    const most = all.reduce((best, next) => (next.value > best.value ? next : best));
    return { parts: [own, most], result: numberOf(answer, cell) ?? NaN };
  },
  share(answer, cell) {
    const [line] = sourcesOf(answer, cell);
    const own = factor(answer, nameCell({ ...cell, matrix: 'exponentials' }));
    const sum = inLanes(lengthOf(answer, line), (k) => {
      const part = factor(answer, at(line, k));
      return { factors: [part], product: part.value };
    });
    const { total } = sum;
    const parts = [own, { cell: null, value: total }];
    return { ...sum, parts, result: total === 0 ? 0 : round(own.value * round(1 / total)) };
  },
  copy(answer, cell) {
    const parts = sourcesOf(answer, cell).map((line) => factor(answer, at(line, 0)));
    return { parts, result: parts[0].value };
  },
  mean(answer, cell) {
    const [line] = sourcesOf(answer, cell);
    const count = lengthOf(answer, line);
    const sum = inLanes(count, (k) => {
      const part = factor(answer, at(line, k));
      return { factors: [part], product: part.value };
    });
    return meanOf(sum, count);
  },
  spread(answer, cell) {
    const [line, middle] = sourcesOf(answer, cell);
    const count = lengthOf(answer, line);
    const mean = factor(answer, at(middle, 0));
    const sum = inLanes(count, (k) => {
      const part = factor(answer, at(line, k));
      const centred = round(part.value - mean.value);
      return { factors: [part, mean], product: round(centred * centred) };
    });
    return meanOf(sum, count);
  },
  normed(answer, cell) {
    const parts = sourcesOf(answer, cell).map((line) => factor(answer, at(line, 0)));
    const [sum, mean, variance, gain, shift] = parts.map(({ value }) => value);
    const epsilon = (stageOf(answer, cell) ?? answer.trace?.learned)?.epsilon ?? EPSILON;
    const stretch = round(1 / round(Math.sqrt(round(variance + round(epsilon)))));
    const plain = round(round(sum - mean) * stretch);
    const stretched = gain === undefined ? plain : round(plain * gain);
    return { parts, epsilon, result: shift === undefined ? stretched : round(stretched + shift) };
  },
};

/**
 * What dot products are multiplied by.
 * @param {Answer} answer
 */
function scaleOf(answer) {
  const { scaled, scale } = answer.question;
  if (scale !== undefined) return round(scale);
  return scaled ? round(1 / Math.sqrt(gridOf(answer, 'query', 0)?.columns ?? 1)) : 1;
}

/**
 * The cosine and the sine by which a pair of numbers is turned.
 * @param {Answer} answer
 * @param {number} place
 * @param {number} pair
 */
export function turnAt({ trace }, place, pair) {
  if (!trace?.turns) return [NaN, NaN];
  const { data, shape } = trace.turns;
  const width = shape[2];
  return [data[place * width + pair], data[place * width + width / 2 + pair]];
}

/**
 * Four running sums, as the module documents, so that four lanes can work.
 * @param {number} count
 * @param {(k: number) => Omit<Term, 'running'>} term
 */
function inLanes(count, term) {
  const lanes = [0, 0, 0, 0];
  const terms = Array.from({ length: count }, (_, k) => {
    const next = term(k);
    lanes[k % 4] = round(lanes[k % 4] + next.product);
    return { ...next, running: lanes[k % 4] };
  });
  return { terms, lanes, total: round(round(lanes[0] + lanes[1]) + round(lanes[2] + lanes[3])) };
}

/**
 * @param {ReturnType<typeof inLanes>} sum
 * @param {number} count
 * @returns {Made}
 */
function meanOf(sum, count) {
  const parts = [
    { cell: null, value: sum.total },
    { cell: null, value: count },
  ];
  return { ...sum, parts, result: round(sum.total * round(1 / count)) };
}

/**
 * The name of a number on a line.
 * @param {Line} line
 * @param {number} k
 */
function at({ matrix, head, row, column }, k) {
  return nameCell({ matrix, head, row: row ?? k, column: column ?? k });
}

/**
 * @param {Answer} answer
 * @param {Line} line
 */
function lengthOf(answer, { matrix, head, row }) {
  const grid = gridOf(answer, matrix, head);
  if (!grid) return 0;
  return row === null ? grid.rows : grid.columns;
}

/**
 * @param {Answer} answer
 * @param {string} name
 * @returns {Factor}
 */
function factor(answer, name) {
  const cell = parseCell(name);
  return { cell: name, value: (cell && numberOf(answer, cell)) ?? NaN };
}
