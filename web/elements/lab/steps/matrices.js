// Describes the matrices of an answer for the steps.
// Each has its axes, the columns of each head, and the numbers of its cells.

import { headHue, markOf } from '../../../views/color.js';
import { shortText } from '../../shared/format.js';
import {
  cellAt,
  columnsOf,
  gridOf,
  groupOf,
  largestOf,
  numberAt,
  transposed,
} from '../answer/grids.js';
import { stageOf } from '../answer/made.js';
import { beforeTurn, comparedIn } from '../provenance/sources.js';
import { keyPieces, queryPieces } from '../frame.js';
import { maskOf } from '../answer/masked.js';

/**
 * @typedef {import('../answer/grids.js').Grid} Grid
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('./plan.js').Axis} Axis
 * @typedef {import('./plan.js').Group} Group
 * @typedef {import('./plan.js').Shown} Shown
 */

/** The axes of each matrix: rows and columns. @type {Record<string, [string, string]>} */
const AXES = {
  tokens: ['query', 'model'],
  positions: ['query', 'model'],
  x: ['query', 'model'],
  types: ['query', 'model'],
  tokens2: ['key', 'model'],
  positions2: ['key', 'model'],
  x2: ['key', 'model'],
  W_Q: ['model', 'all'],
  W_K: ['model', 'all'],
  W_V: ['model', 'all'],
  b_Q: ['one', 'all'],
  b_K: ['one', 'all'],
  b_V: ['one', 'all'],
  query: ['query', 'head'],
  key: ['key', 'head'],
  normedQuery: ['query', 'head'],
  normedKey: ['key', 'head'],
  turnedQuery: ['query', 'head'],
  turnedKey: ['key', 'head'],
  value: ['key', 'head'],
  dotProducts: ['query', 'key'],
  scores: ['query', 'key'],
  softcapped: ['query', 'key'],
  distances: ['query', 'key'],
  mask: ['query', 'key'],
  masked: ['query', 'key'],
  exponentials: ['query', 'key'],
  attention: ['query', 'key'],
  heads: ['query', 'head'],
  concatenated: ['query', 'all'],
  W_O: ['all', 'out'],
  b_O: ['one', 'out'],
  output: ['query', 'out'],
  sum: ['query', 'out'],
  norm: ['query', 'model'],
  norm2: ['key', 'model'],
};
/** Their columns are those of the output. */
const ADDED = new Set(['norm', 'sum']);

/** Queries and keys stand side by side. */
const BESIDE = new Set(['projection', 'headNorm', 'turned']);

const SHARES = new Set(['attention', 'exponentials']);
const MASKED = new Set(['masked', 'exponentials', 'attention']);

/** @type {Record<string, 'query' | 'key' | 'value'>} */
const PROJECTED = { Q: 'query', K: 'key', V: 'value' };

const nowhere = () => false;

/**
 * @param {Frame} frame
 * @param {Answer} answer
 */
export function matricesOf(frame, answer) {
  const { heads, keys, layer, scaled, scale, source, width } = answer.question;
  const { head } = frame.selection;
  const { headWidth, groupsOf, ofGrid } = describer(frame, answer);
  const groups = groupsOf(heads);
  const axesOf = (/** @type {string} */ matrix) => axesIn(frame.step, matrix, keys !== null);

  /** Vectors that are mapped to the width of the layers have another. @param {string} matrix @param {Grid} grid */
  const axesFor = (matrix, grid) => {
    const [rows, columns] = axesOf(matrix);
    const isOther = grid.columns !== width && /^(tokens|types|positions)$/.test(matrix);
    return isOther ? [rows, 'entering'] : [rows, columns];
  };

  /**
   * @param {string} matrix
   * @param {number | null} [ofHead]
   */
  function shown(matrix, ofHead = null) {
    const whole = gridIn(answer, matrix, ofHead);
    const [rows, columns] = axesFor(matrix, whole);
    if (ofHead !== null && matrix === 'heads' && frame.step === 'concatenated') {
      const group = [{ ...groups[ofHead], from: 0, to: headWidth }];
      return ofGrid(matrix, whole, [rows, 'part'], group);
    }
    return ofGrid(matrix, whole, [rows, columns], columns === 'all' ? groups : []);
  }

  /**
   * @param {string} matrix
   * @param {number} ofHead
   * @returns {Shown}
   */
  function turned(matrix, ofHead) {
    const [rows, columns] = AXES[matrix];
    const from = transposed(gridIn(answer, matrix, ofHead));
    return {
      ...ofGrid(matrix, from, [columns, rows]),
      cellAt: (r, c) => cellAt(from, r, c, true),
      turned: true,
    };
  }

  /**
   * The weights of one of the three maps and what comes out of it, for one head or for all.
   * @param {'Q' | 'K' | 'V'} letter
   * @param {boolean} all
   */
  function projected(letter, all) {
    const result = PROJECTED[letter];
    const weight = gridIn(answer, `W_${letter}`, null);
    const bias = gridOf(answer, `b_${letter}`, null);
    if (all) {
      const count = groupOf(answer, result, heads - 1) + 1;
      const perGroup = heads / count;
      const each = Array.from({ length: count }, (_, g) => gridIn(answer, result, g * perGroup));
      const axis = perGroup > 1 ? 'shared' : 'all';
      const sideBySide = besideEachOther(each, headWidth, axis);
      const own = groupsOf(count);
      return {
        top: ofGrid(`W_${letter}`, weight, ['model', axis], own),
        bias: bias && ofGrid(`b_${letter}`, bias, ['one', axis], own),
        result: {
          ...ofGrid(result, each[0], [axesOf(result)[0], axis], own),
          ...{ ...sideBySide, perGroup },
        },
      };
    }
    const first = groupOf(answer, result, head) * headWidth;
    const top = columnsOf(weight, first, headWidth);
    const below = bias && columnsOf(bias, first, headWidth);
    return {
      top: { ...ofGrid(`W_${letter}`, top, ['model', 'head']), head },
      bias: below && { ...ofGrid(`b_${letter}`, below, ['one', 'head']), head },
      result: shown(result, head),
    };
  }

  return {
    head,
    block: source.block,
    crossed: keys !== null,
    deeper: layer > 0,
    made: madeBy(answer),
    divisor: scale !== undefined ? `× ${shortText(scale, 3)}` : scaled ? `÷ √${headWidth}` : '',
    before: (/** @type {'Query' | 'Key'} */ name) => beforeTurn(answer, name),
    compared: comparedIn(answer),
    shown,
    /** @param {string} matrix @param {number | null} [ofHead] @returns {Shown[]} one or none */
    ifThere: (matrix, ofHead = null) =>
      gridOf(answer, matrix, ofHead) ? [shown(matrix, ofHead)] : [],
    turned,
    projected,
    /** @param {string} matrix */
    eachHead: (matrix) => Array.from({ length: heads }, (_, h) => shown(matrix, h)),
  };
}

/**
 * The sign before x of an opened model's first layer: “=” if x is only the sum of the vectors beside it.
 * @param {Answer} answer
 */
function madeBy(answer) {
  const stage = stageOf(answer, { matrix: 'x', row: 0 });
  if (!stage) return null;
  const isAll = stage.of.every((name) => /^(tokens|types|positions)$/.test(name));
  return isAll && /^(copy|plus)$/.test(stage.kind) ? '=' : '→';
}

/**
 * How a grid of the answer is shown.
 * @param {Frame} frame
 * @param {Answer} answer
 */
function describer({ look }, answer) {
  const headWidth = gridOf(answer, 'query', 0)?.columns ?? 1;
  /** @type {Record<string, readonly string[]>} */
  const labels = { query: queryPieces(answer), key: keyPieces(answer) };
  const { heads } = answer.question;
  /** @param {number} count heads, or groups that share keys and values */
  const groupsOf = (count) =>
    Array.from({ length: count }, (_, group) => ({
      from: group * headWidth,
      to: (group + 1) * headWidth,
      color: markOf(headHue((group * heads) / count), look.theme),
    }));

  /**
   * @param {string} name
   * @param {number} size
   * @returns {Axis}
   */
  function axis(name, size) {
    const known = labels[name] ?? null;
    return { name, kind: known ? 'tokens' : 'numbers', size, labels: known };
  }

  /**
   * @param {string} matrix
   * @param {Grid} from
   * @param {[string, string]} axes
   * @param {readonly Group[]} [grouped]
   * @returns {Shown}
   */
  function ofGrid(matrix, from, [rows, columns], grouped = []) {
    return {
      matrix,
      head: from.head,
      rows: axis(rows, from.rows),
      columns: axis(columns, from.columns),
      valueAt: (r, c) => numberAt(from, r, c),
      largest: () => largestOf(from),
      cellAt: (r, c) => cellAt(from, r, c),
      isEmpty: (MASKED.has(matrix) && maskOf(answer)) || nowhere,
      colors: SHARES.has(matrix) ? 'shares' : matrix === 'mask' ? 'mask' : 'signed',
      groups: grouped,
      turned: false,
    };
  }

  return { headWidth, groupsOf, ofGrid };
}

/**
 * The heads' results as the columns of one matrix.
 * @param {readonly Grid[]} each
 * @param {number} headWidth
 * @param {string} axis
 * @returns {Pick<Shown, 'head' | 'columns' | 'valueAt' | 'largest' | 'cellAt'>}
 */
function besideEachOther(each, headWidth, axis) {
  const size = each.length * headWidth;
  return {
    head: null,
    columns: { name: axis, kind: 'numbers', size, labels: null },
    valueAt: (r, c) => numberAt(each[Math.floor(c / headWidth)], r, c % headWidth),
    largest: () => Math.max(...each.map(largestOf)),
    cellAt: (r, c) => cellAt(each[Math.floor(c / headWidth)], r, c % headWidth),
  };
}

/**
 * @param {string} step
 * @param {string} matrix
 * @param {boolean} crossed whether there is a second sentence
 * @returns {[string, string]}
 */
function axesIn(step, matrix, crossed) {
  const [rows, columns] = AXES[matrix];
  if (ADDED.has(step) && columns === 'model') return [rows, 'out'];
  // in self-attention the keys are at the rows of the queries
  if (BESIDE.has(step) && !crossed && rows === 'key') return ['query', columns];
  return [rows, columns];
}

/**
 * @param {Answer} answer
 * @param {string} matrix
 * @param {number | null} head
 */
function gridIn(answer, matrix, head) {
  const found = gridOf(answer, matrix, head);
  if (!found) throw new TypeError(`${matrix}: expected it in the answer`);
  return found;
}
