// Which keys a query may attend to, and the biases of their scores: causal order, windows, lengths, masks, ALiBi.

import { alibiSlope } from './positions.js';

/** @import { CheckedOptions } from '../attention/options.js' */
/** @import { Sizes } from './attention.js' */

/**
 * Whether query i of head h may attend to key j.
 *
 * @param {CheckedOptions} options
 * @param {Sizes} sizes
 * @param {number} b
 * @param {number} h
 * @param {number} i
 * @param {number} j
 */
export function mayAttend(options, sizes, b, h, i, j) {
  if (j >= sizes.pastLen + sizes.keyLen) return true; // an extra key
  const position = positionOfFirstQuery(options, sizes, b) + i;
  const { causal, windowLeft, windowRight, keyLengths, masks } = options;
  if (causal !== 'none' && j > position) return false;
  if (windowLeft >= 0 && j < position - windowLeft) return false;
  if (windowRight >= 0 && j > position + windowRight) return false;
  if (keyLengths !== null && j >= keyLengths[b]) return false;
  return masks.every((mask) => {
    const value = mask.data[maskIndex(mask, b, h, i, j)];
    if (mask.kind === 'bias') return value !== -Infinity;
    return mask.kind === 'attend' ? value !== 0 : value === 0;
  });
}

/**
 * The addends of the score of query i and key j, in order.
 *
 * @param {CheckedOptions} options
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
 * @param {CheckedOptions} options
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
 * @param {CheckedOptions} options
 * @param {Sizes} sizes
 * @param {number} b
 */
function positionOfFirstQuery({ causal, keyLengths }, { pastLen, keyLen, queryLen }, b) {
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
