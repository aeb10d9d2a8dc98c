// The matrices of each step and their arrangement. It reads an answer and draws nothing.

import { matricesOf } from './matrices.js';

/**
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
 * @typedef {object} Shown a matrix to show
 * @property {string} matrix
 * @property {number | null} head
 * @property {Axis} rows
 * @property {Axis} columns
 * @property {(row: number, column: number) => number} valueAt
 * @property {() => number} largest the size of its largest finite number
 * @property {(row: number, column: number) => string} cellAt the name of the number there
 * @property {(row: number, column: number) => boolean} isEmpty the mask keeps a number from being there
 * @property {'signed' | 'shares' | 'mask'} colors
 * @property {readonly Group[]} groups of columns
 * @property {boolean} turned whether it is the transposed matrix
 * @property {number} [perGroup] heads side by side: how many share each
 *
 * @typedef {object} Product left times each of the others; the product stands under them
 * @property {'product'} kind
 * @property {Shown} left
 * @property {readonly { top: Shown, bias: Shown | null, result: Shown }[]} parts
 *
 * @typedef {object} Line matrices of one shape with signs between them
 * @property {'line'} kind
 * @property {readonly (Shown | string)[]} items
 * @property {boolean} wraps whether it goes on in further rows, as one for each head does
 * @property {import('../answer/block.js').Rotary} [rotary] in a step of rotary positions
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
  return PLANS[frame.step](matricesOf(frame, answer), state.allHeads);
}

/** @typedef {ReturnType<typeof matricesOf>} Matrices */

/** @type {Record<string, (matrices: Matrices, all: boolean) => Block[]>} */
const PLANS = {
  embedding: ({ shown, ifThere, made, block, crossed, deeper }) =>
    (crossed ? ['', '2'] : ['']).map((of) =>
      block.given
        ? line(
            ...ifThere('tokens'),
            ...['types', 'positions'].flatMap((more) => ifThere(more).flatMap((one) => ['+', one])),
            ...(made ? [made] : []),
            shown('x'),
          )
        : line(
            shown(`tokens${of}`),
            ...(block.placed ? ['+', shown(`positions${of}`)] : []),
            ...[deeper ? '→' : '=', shown(`x${of}`)],
          ),
    ),
  inputNorm: ({ shown, crossed }) =>
    (crossed ? ['', '2'] : ['']).map((of) => line(shown(`x${of}`), '→', shown(`norm${of}`))),
  projection: ({ shown, projected, block, crossed }, all) => {
    const [q, k, v] = [projected('Q', all), projected('K', all), projected('V', all)];
    const input = block.norm === 'pre' ? 'norm' : 'x';
    if (!crossed) return [product(shown(input), q, k, v)];
    return [product(shown(input), q), product(shown(`${input}2`), k, v)];
  },
  headNorm: ({ shown, head, eachHead }, all) =>
    ['Query', 'Key'].map((name) =>
      all
        ? each(eachHead(`normed${name}`))
        : line(shown(name.toLowerCase(), head), '→', shown(`normed${name}`, head)),
    ),
  turned: ({ shown, block, before, head, eachHead }, all) =>
    /** @type {const} */ (['Query', 'Key']).map((name) => {
      const after = `turned${name}`;
      if (all) return each(eachHead(after));
      const turn = line(shown(before(name), head), '→', shown(after, head));
      return { ...turn, rotary: block.rotary ?? undefined };
    }),
  dotProducts: ({ shown, turned, compared: [query, key], head, eachHead }, all) =>
    all
      ? [each(eachHead('dotProducts'))]
      : [
          product(shown(query, head), {
            top: turned(key, head),
            bias: null,
            result: shown('dotProducts', head),
          }),
        ],
  scores: ({ shown, head, eachHead, divisor }, all) =>
    all
      ? [each(eachHead('scores'))]
      : [line(shown('dotProducts', head), divisor, '=', shown('scores', head))],
  masked: ({ shown, ifThere, head, eachHead }, all) =>
    all
      ? [each(eachHead('masked'))]
      : [
          line(
            ...[shown('scores', head), ...ifThere('softcapped', head).flatMap((one) => ['→', one])],
            ...ifThere('distances', head).flatMap((one) => ['+', one]),
            ...['+', shown('mask'), '=', shown('masked', head)],
          ),
        ],
  attention: ({ shown, head, eachHead }, all) =>
    all
      ? [each(eachHead('attention'))]
      : [
          line(
            shown('masked', head),
            '→',
            shown('exponentials', head),
            '→',
            shown('attention', head),
          ),
        ],
  heads: ({ shown, head, eachHead }, all) =>
    all
      ? [each(eachHead('heads'))]
      : [
          product(shown('attention', head), {
            top: shown('value', head),
            bias: null,
            result: shown('heads', head),
          }),
        ],
  concatenated: ({ shown, eachHead }) => [line(...eachHead('heads'), '=', shown('concatenated'))],
  output: ({ shown, ifThere }) => [
    product(shown('concatenated'), {
      top: shown('W_O'),
      bias: ifThere('b_O')[0] ?? null,
      result: shown('output'),
    }),
  ],
  sum: ({ shown }) => [line(shown('x'), '+', shown('output'), '=', shown('sum'))],
  norm: ({ shown }) => [
    line(shown('x'), '+', shown('output'), '=', shown('sum'), '→', shown('norm')),
  ],
};

/**
 * @param {readonly Shown[]} heads
 * @returns {Line}
 */
function each(heads) {
  return { ...line(...heads), wraps: true };
}

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
