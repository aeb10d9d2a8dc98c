// Recomputes each kind of number in float32 as the engine does.
// Each product is rounded, then each sum. A result is the engine's own number, to the bit.

import { nameCell, parseCell } from '../answer/cells.ts';
import { gridOf, numberOf } from '../answer/grids.ts';
import { stageOf } from '../answer/embedding-stages.ts';
import { MATRICES } from '../answer/matrices.ts';
import { pairOf } from '../answer/rotary.ts';
import { sourcesOf } from './sources.ts';
import type { Kind } from '../answer/matrices.ts';
import type { Explanation, Factor, Term } from './explain.ts';
import type { Answer } from '../answer/answer.ts';
import type { Cell } from '../answer/cells.ts';
import type { Line } from './sources.ts';

type Made = Partial<Explanation> & { result: number };

const round = Math.fround;
/** The default epsilon of addAndNorm. */
export const EPSILON = 1e-5;

export const MAKERS: Record<Kind, (answer: Answer, cell: Cell) => Made> = {
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
    const products: [Factor, number][] = isFirst
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
    const [own, by] = sourcesOf(answer, cell).map((line) => factor(answer, at(line, 0)));
    const scale = by ?? { cell: null, value: stageOf(answer, cell)?.by ?? scaleOf(answer) };
    return { parts: [own, scale], result: round(own.value * scale.value) };
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
    const norm = stageOf(answer, cell) ?? (isInput ? learned : headNorm);
    const epsilon = norm?.epsilon ?? EPSILON;
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
      { cell: null, value: sum.total },
      { cell: null, value: numbers.length },
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
  activated: activatedBy,
  gated: activatedBy,
  below(answer, cell) {
    const value = numberOf(answer, cell) ?? NaN;
    const parts = sourcesOf(answer, cell).map((line) => ({ cell: at(line, 0), value }));
    return { parts, result: value };
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
    const { headNorm } = answer.question.source.block.given ?? {};
    const norm = MATRICES[cell.matrix].of ? headNorm : answer.trace?.learned;
    const epsilon = (stageOf(answer, cell) ?? norm)?.epsilon ?? EPSILON;
    const stretch = round(1 / round(Math.sqrt(round(variance + round(epsilon)))));
    const plain = round(round(sum - mean) * stretch);
    const stretched = gain === undefined ? plain : round(plain * gain);
    return { parts, epsilon, result: shift === undefined ? stretched : round(stretched + shift) };
  },
};

/** The factor of dot products. */
function scaleOf(answer: Answer) {
  const { scaled, scale } = answer.question;
  if (scale !== undefined) return round(scale);
  return scaled ? round(1 / Math.sqrt(gridOf(answer, 'query', 0)?.columns ?? 1)) : 1;
}

/** The cosine and the sine that rotate a pair of numbers. */
function turnAt({ trace }: Answer, place: number, pair: number) {
  if (!trace?.turns) return [NaN, NaN];
  const { data, shape } = trace.turns;
  const width = shape[2];
  return [data[place * width + pair], data[place * width + width / 2 + pair]];
}

/**
 * A sum that the engine computes in four lanes, as its documentation says: lane i adds every fourth
 * term from i on, and the lanes are added at the end. The terms are listed in plain order, without
 * the rounding of that order: the sum ends on the engine's total.
 */
function inLanes(count: number, term: (k: number) => Omit<Term, 'running'>) {
  const lanes: number[][] = [[], [], [], []];
  let plain = 0;
  const terms = Array.from({ length: count }, (_, k) => {
    const next = term(k);
    const lane = lanes[k % 4];
    lane.push(round((lane.at(-1) ?? 0) + next.product));
    plain += next.product;
    return { ...next, running: round(plain) };
  });
  const [s0, s1, s2, s3] = lanes.map((lane) => lane.at(-1) ?? 0);
  const total = round(round(s0 + s1) + round(s2 + s3));
  if (count > 0) terms[count - 1].running = total;
  return { terms, lanes, total };
}

function meanOf(sum: ReturnType<typeof inLanes>, count: number): Made {
  const parts = [
    { cell: null, value: sum.total },
    { cell: null, value: count },
  ];
  return { ...sum, parts, result: round(sum.total * round(1 / count)) };
}

/** The name of a number on a line. */
function at({ matrix, head, row, column, layer }: Line, k: number) {
  return nameCell({ matrix, head, row: row ?? k, column: column ?? k, layer });
}

function lengthOf(answer: Answer, { matrix, head, row }: Line) {
  const grid = gridOf(answer, matrix, head);
  if (!grid) return 0;
  return row === null ? grid.rows : grid.columns;
}

function factor(answer: Answer, name: string): Factor {
  const cell = parseCell(name);
  return { cell: name, value: (cell && numberOf(answer, cell)) ?? NaN };
}

/** The engine's own number: an activation function is not computed again. */
function activatedBy(answer: Answer, cell: Cell): Made {
  const parts = sourcesOf(answer, cell).map((line) => factor(answer, at(line, 0)));
  const { activation = '' } = answer.trace?.made?.below ?? {};
  return { parts, activation, result: numberOf(answer, cell) ?? NaN };
}
