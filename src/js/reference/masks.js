// Which keys a query may attend to, and the biases of their scores: causal order, windows, lengths, masks, ALiBi.

import { alibiSlope } from './positions.js';

/** @import { CheckedOptions } from '../attention/options.js' */
/** @import { DoubleTensor } from './types.js' */

/**
 * What masks are read with, of one call. T counts all keys: past, new and extra ones.
 *
 * @typedef {object} Sizes
 * @property {number} batch B
 * @property {number} numHeads H
 * @property {number} queryLen L
 * @property {number} keyLen S: the new keys
 * @property {number} pastLen P: the keys before them
 * @property {number} extraLen the keys after them, which no mask, range or length touches
 *
 * @typedef {Pick<CheckedOptions, 'causal' | 'windowLeft' | 'windowRight' | 'keyLengths' | 'masks' | 'positions'>} MaskOptions
 */

/** @typedef {(b: number, h: number, i: number, j: number) => boolean} Cells whether query i of head h may attend to key j */

/**
 * The three reasons why a key may be masked; null where there is none of the kind. A key is attended to if all allow it.
 *
 * @typedef {object} Reasons
 * @property {Cells | null} order causal order and windows
 * @property {Cells | null} padding lengths, and masks that are the same for all heads and queries
 * @property {Cells | null} given all other masks
 */

/**
 * The addends of a score, in order; null where nothing is added to any.
 *
 * @typedef {((b: number, h: number, i: number, j: number) => number[]) | null} CellBiases
 */

/** @param {{ strides: readonly number[] }} mask */
const isPadding = ({ strides }) => strides[1] === 0 && strides[2] === 0 && strides[3] !== 0;

/**
 * @param {MaskOptions} options
 * @param {Sizes} sizes
 * @returns {Reasons}
 */
export function allowedOf(options, sizes) {
  const { causal, windowLeft, windowRight, keyLengths, masks } = options;
  const keys = sizes.pastLen + sizes.keyLen; // without the extra ones
  const paddings = masks.filter(isPadding);
  const others = masks.filter((mask) => !isPadding(mask));
  const isOrdered = causal !== 'none' || windowLeft >= 0 || windowRight >= 0;
  return {
    order: isOrdered ? (b, _, i, j) => j >= keys || isInOrder(options, sizes, b, i, j) : null,
    padding:
      paddings.length > 0 || keyLengths !== null
        ? (b, h, i, j) =>
            j >= keys ||
            ((keyLengths === null || j < keyLengths[b]) &&
              paddings.every((mask) => maskAllows(mask, b, h, i, j)))
        : null,
    given:
      others.length > 0
        ? (b, h, i, j) => j >= keys || others.every((mask) => maskAllows(mask, b, h, i, j))
        : null,
  };
}

/**
 * @param {MaskOptions} options
 * @param {Sizes} sizes
 * @param {number} b
 * @param {number} i
 * @param {number} j
 */
function isInOrder(options, sizes, b, i, j) {
  const { causal, windowLeft, windowRight, keyLengths } = options;
  const position = positionOfFirstQuery(options, sizes, b) + i;
  if (causal !== 'none' && j > position) return false;
  if (windowLeft >= 0 && j < position - windowLeft) return false;
  if (windowRight >= 0 && j > position + windowRight) return false;
  return causal !== 'by-length' || keyLengths === null || j < keyLengths[b];
}

/**
 * @param {CheckedOptions['masks'][number]} mask
 * @param {number} b
 * @param {number} h
 * @param {number} i
 * @param {number} j
 */
function maskAllows(mask, b, h, i, j) {
  const value = mask.data[maskIndex(mask, b, h, i, j)];
  if (mask.kind === 'bias') return value !== -Infinity;
  return mask.kind === 'attend' ? value !== 0 : value === 0;
}

/**
 * Whether all three reasons allow a cell.
 *
 * @param {Reasons} reasons
 * @returns {Cells | null} null: every cell is allowed
 */
export function allOf({ order, padding, given }) {
  const all = [order, padding, given].filter((one) => one !== null);
  return all.length < 2
    ? (all[0] ?? null)
    : (b, h, i, j) => all.every((allows) => allows(b, h, i, j));
}

/**
 * @param {Reasons} reasons
 * @param {readonly number[]} shape (B, H, R, T)
 * @param {readonly number[] | null} rows the R queries; null: all
 * @returns {Uint8Array} 1 where a query may attend to a key
 */
export function tableOf(reasons, shape, rows = null) {
  const table = new Uint8Array(shape.reduce((product, size) => product * size, 1));
  const allows = allOf(reasons);
  if (allows === null) return table.fill(1);
  forEachCell(shape, (at, b, h, i, j) => {
    table[at] = Number(allows(b, h, rows === null ? i : rows[i], j));
  });
  return table;
}

/**
 * @param {readonly number[]} shape (B, H, L, T)
 * @param {(at: number, b: number, h: number, i: number, j: number) => void} visit
 */
function forEachCell([batch, heads, len, keys], visit) {
  for (let b = 0, at = 0; b < batch; b++) {
    for (let h = 0; h < heads; h++) {
      for (let i = 0; i < len; i++) for (let j = 0; j < keys; j++) visit(at++, b, h, i, j);
    }
  }
}

/**
 * @param {MaskOptions} options
 * @param {Sizes} sizes
 * @returns {CellBiases}
 */
export function biasOf(options, sizes) {
  const { positions, masks } = options;
  if (positions?.type !== 'alibi' && !masks.some(({ kind }) => kind === 'bias')) return null;
  return (b, h, i, j) => biasesOf(options, sizes, b, h, i, j);
}

/**
 * Each score with its addends, one after the other.
 *
 * @param {DoubleTensor} scores (B, H, L, T)
 * @param {CellBiases} biases
 * @returns {DoubleTensor} (B, H, L, T)
 */
export function addBiases(scores, biases) {
  if (biases === null) return scores;
  const data = new Float64Array(scores.data.length);
  forEachCell(scores.shape, (at, b, h, i, j) => {
    data[at] = biases(b, h, i, j).reduce((sum, bias) => sum + bias, scores.data[at]);
  });
  return { data, shape: scores.shape };
}

/**
 * The addends of the score of query i and key j, in order.
 *
 * @param {MaskOptions} options
 * @param {Sizes} sizes
 * @param {number} b
 * @param {number} h
 * @param {number} i
 * @param {number} j
 * @returns {number[]}
 */
export function biasesOf(options, sizes, b, h, i, j) {
  if (j >= sizes.pastLen + sizes.keyLen) return []; // an extra key
  const biases = [];
  if (options.positions?.type === 'alibi') {
    const slope = options.positions.slopes?.[h] ?? alibiSlope(h, sizes.numHeads);
    biases.push(-slope * distanceOf(options, sizes, b, i, j));
  }
  for (const mask of options.masks) {
    if (mask.kind === 'bias') biases.push(mask.data[maskIndex(mask, b, h, i, j)]);
  }
  return biases;
}

/**
 * |o + i - j|: how far a query and a key are apart.
 *
 * @param {MaskOptions} options
 * @param {Sizes} sizes
 * @param {number} b
 * @param {number} i
 * @param {number} j
 */
export function distanceOf(options, sizes, b, i, j) {
  return Math.abs(positionOfFirstQuery(options, sizes, b) + i - j);
}

/**
 * o: among the keys, the place where query 0 stands.
 *
 * @param {MaskOptions} options
 * @param {Sizes} sizes
 * @param {number} b
 */
export function positionOfFirstQuery({ causal, keyLengths }, { pastLen, keyLen, queryLen }, b) {
  if (causal === 'bottom-right') return pastLen + keyLen - queryLen;
  if (causal === 'by-length' && keyLengths !== null) return keyLengths[b] - queryLen;
  return pastLen;
}

/**
 * @param {{ strides: readonly number[] }} mask
 * @param {number} b
 * @param {number} h
 * @param {number} i
 * @param {number} j
 */
export function maskIndex({ strides }, b, h, i, j) {
  return b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3];
}
