// Which matrices each step shows, and how they stand to one another. It reads an answer and draws nothing.

import { headHue, markOf } from '../../../views/color.js';
import { cellAt, gridOf, numberAt, columnsOf, transposed } from '../answer/grids.js';
import { keyPieces, queryPieces } from '../frame.js';
import { maskOf } from '../answer/masked.js';

/**
 * @typedef {import('../answer/grids.js').Grid} Grid
 *
 * @typedef {object} Axis
 * @property {string} name the same for all matrices that share it: their windows move together
 * @property {'tokens' | 'numbers'} kind
 * @property {number} size
 * @property {readonly string[] | null} labels
 *
 * @typedef {object} Group
 * @property {number} from
 * @property {number} to
 * @property {string} color
 *
 * @typedef {object} Shown one matrix as it is shown
 * @property {string} matrix
 * @property {number | null} head
 * @property {Axis} rows
 * @property {Axis} columns
 * @property {(row: number, column: number) => number} valueAt
 * @property {(row: number, column: number) => string} cellAt the name of the number there
 * @property {(row: number, column: number) => boolean} isEmpty the mask keeps a number from being there
 * @property {'signed' | 'shares' | 'mask'} colors
 * @property {readonly Group[]} groups of columns
 * @property {boolean} turned whether it is the transposed matrix
 *
 * @typedef {object} Product left times each of the others; what comes out stands under them
 * @property {'product'} kind
 * @property {Shown} left
 * @property {readonly { top: Shown, bias: Shown | null, result: Shown }[]} parts
 *
 * @typedef {object} Line matrices of one shape with signs between them
 * @property {'line'} kind
 * @property {readonly (Shown | string)[]} items
 * @property {boolean} wraps whether it goes on in further rows, as one for each head does
 *
 * @typedef {Product | Line} Block
 */

/**
 * @param {import('../frame.js').Frame} frame
 * @returns {readonly Block[]} empty while there is nothing to show
 */
export function blocksOf(frame) {
  const { answer, state } = frame;
  if (!answer?.trace) return [];
  return PLANS[state.step](planner(frame, answer), state.allHeads);
}

/** @typedef {ReturnType<typeof planner>} Planner */

/** @type {Record<string, (plan: Planner, all: boolean) => Block[]>} */
const PLANS = {
  embedding: ({ shown, crossed, deeper }) => [
    line(shown('tokens'), '+', shown('positions'), deeper ? '→' : '=', shown('x')),
    ...(crossed
      ? [line(shown('tokens2'), '+', shown('positions2'), deeper ? '→' : '=', shown('x2'))]
      : []),
  ],
  projection: ({ shown, projected, crossed }, all) => {
    const [q, k, v] = [projected('Q', all), projected('K', all), projected('V', all)];
    if (!crossed) return [product(shown('x'), q, k, v)];
    return [product(shown('x'), q), product(shown('x2'), k, v)];
  },
  dotProducts: ({ shown, turned, head, each }, all) =>
    all
      ? [each('dotProducts')]
      : [
          product(shown('query', head), {
            top: turned('key', head),
            bias: null,
            result: shown('dotProducts', head),
          }),
        ],
  scores: ({ shown, head, each, divisor }, all) =>
    all
      ? [each('scores')]
      : [line(shown('dotProducts', head), divisor, '=', shown('scores', head))],
  masked: ({ shown, head, each }, all) =>
    all
      ? [each('masked')]
      : [line(shown('scores', head), '+', shown('mask'), '=', shown('masked', head))],
  attention: ({ shown, head, each }, all) =>
    all
      ? [each('attention')]
      : [
          line(
            shown('masked', head),
            '→',
            shown('exponentials', head),
            '→',
            shown('attention', head),
          ),
        ],
  heads: ({ shown, head, each }, all) =>
    all
      ? [each('heads')]
      : [
          product(shown('attention', head), {
            top: shown('value', head),
            bias: null,
            result: shown('heads', head),
          }),
        ],
  concatenated: ({ shown, heads }) => [
    line(
      ...Array.from({ length: heads }, (_, head) => shown('heads', head)),
      '=',
      shown('concatenated'),
    ),
  ],
  output: ({ shown }) => [
    product(shown('concatenated'), {
      top: shown('W_O'),
      bias: shown('b_O'),
      result: shown('output'),
    }),
  ],
  norm: ({ shown }) => [
    line(shown('x'), '+', shown('output'), '=', shown('sum'), '→', shown('norm')),
  ],
};

/**
 * @param {...(Shown | string)} items
 * @returns {Line}
 */
function line(...items) {
  return { kind: 'line', items, wraps: false };
}

/**
 * @param {Shown} left
 * @param {...{ top: Shown, bias: Shown | null, result: Shown }} parts
 * @returns {Product}
 */
function product(left, ...parts) {
  return { kind: 'product', left, parts };
}

/** What each matrix has along its rows and along its columns. @type {Record<string, [string, string]>} */
const AXES = {
  tokens: ['query', 'model'],
  positions: ['query', 'model'],
  x: ['query', 'model'],
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
  value: ['key', 'head'],
  dotProducts: ['query', 'key'],
  scores: ['query', 'key'],
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
  norm: ['query', 'out'],
};

/** Numbers of the output are those of the input: one axis, but for W_O, where both stand side by side. */
const SHARES = new Set(['attention', 'exponentials']);
const MASKED = new Set(['masked', 'exponentials', 'attention']);

const nowhere = () => false;

/**
 * @param {import('../frame.js').Frame} frame
 * @param {import('../answer/answer.js').Answer} answer
 */
function planner({ selection, look, state }, answer) {
  const { heads, keys, scaled } = answer.question;
  const { head } = selection;
  const [queries, allKeys] = [queryPieces(answer), keyPieces(answer)];
  const headWidth = gridOf(answer, 'query', 0)?.columns ?? 1;
  /** @type {Record<string, readonly string[]>} */
  const labels = { query: queries, key: allKeys };
  const groups = Array.from({ length: heads }, (_, group) => ({
    from: group * headWidth,
    to: (group + 1) * headWidth,
    color: markOf(headHue(group), look.theme),
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
   * @param {number | null} ofHead
   */
  function grid(matrix, ofHead) {
    const found = gridOf(answer, matrix, ofHead);
    if (!found) throw new TypeError(`${matrix}: expected it in the answer`);
    return found;
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
      cellAt: (r, c) => cellAt(from, r, c),
      isEmpty: (MASKED.has(matrix) && maskOf(answer)) || nowhere,
      colors: SHARES.has(matrix) ? 'shares' : matrix === 'mask' ? 'mask' : 'signed',
      groups: grouped,
      turned: false,
    };
  }

  /**
   * @param {string} matrix
   * @returns {[string, string]}
   */
  function axesOf(matrix) {
    const [rows, columns] = AXES[matrix];
    // along the output's numbers the residual's run too
    if (state.step === 'norm' && columns === 'model') return [rows, 'out'];
    // a sentence that looks at itself has its keys where its queries are
    if (state.step === 'projection' && keys === null && rows === 'key') return ['query', columns];
    return [rows, columns];
  }

  /**
   * @param {string} matrix
   * @param {number | null} [ofHead]
   */
  function shown(matrix, ofHead = null) {
    const axes = axesOf(matrix);
    const [rows, columns] = axes;
    const whole = grid(matrix, ofHead);
    if (ofHead !== null && matrix === 'heads' && state.step === 'concatenated') {
      const group = [{ ...groups[ofHead], from: 0, to: headWidth }];
      return ofGrid(matrix, whole, [rows, 'part'], group);
    }
    return ofGrid(matrix, whole, axes, columns === 'all' ? groups : []);
  }

  /**
   * @param {string} matrix
   * @param {number} ofHead
   * @returns {Shown}
   */
  function turned(matrix, ofHead) {
    const [rows, columns] = AXES[matrix];
    const from = transposed(grid(matrix, ofHead));
    return {
      ...ofGrid(matrix, from, [columns, rows]),
      cellAt: (r, c) => cellAt(from, r, c, true),
      turned: true,
    };
  }

  /** @type {Record<string, 'query' | 'key' | 'value'>} */
  const results = { Q: 'query', K: 'key', V: 'value' };

  /**
   * The weights of one of the three maps and what comes out of it, for one head or for all.
   * @param {'Q' | 'K' | 'V'} letter
   * @param {boolean} all
   */
  function projected(letter, all) {
    const result = results[letter];
    const [rows] = axesOf(result);
    const [weight, bias] = [grid(`W_${letter}`, null), grid(`b_${letter}`, null)];
    if (all) {
      const each = Array.from({ length: heads }, (_, h) => grid(result, h));
      return {
        top: ofGrid(`W_${letter}`, weight, ['model', 'all'], groups),
        bias: ofGrid(`b_${letter}`, bias, ['one', 'all'], groups),
        result: {
          ...ofGrid(result, each[0], [rows, 'all'], groups),
          head: null,
          columns: axis('all', heads * headWidth),
          valueAt: (/** @type {number} */ r, /** @type {number} */ c) =>
            numberAt(each[Math.floor(c / headWidth)], r, c % headWidth),
          cellAt: (/** @type {number} */ r, /** @type {number} */ c) =>
            cellAt(each[Math.floor(c / headWidth)], r, c % headWidth),
        },
      };
    }
    const first = head * headWidth;
    const top = columnsOf(weight, first, headWidth);
    const below = columnsOf(bias, first, headWidth);
    return {
      top: { ...ofGrid(`W_${letter}`, top, ['model', 'head']), head },
      bias: { ...ofGrid(`b_${letter}`, below, ['one', 'head']), head },
      result: shown(result, head),
    };
  }

  return {
    head,
    heads,
    crossed: keys !== null,
    deeper: answer.question.layer > 0,
    divisor: scaled ? `÷ √${headWidth}` : '',
    shown,
    turned,
    projected,
    /**
     * @param {string} matrix
     * @returns {Line}
     */
    each: (matrix) => ({
      ...line(...Array.from({ length: heads }, (_, h) => shown(matrix, h))),
      wraps: true,
    }),
  };
}
