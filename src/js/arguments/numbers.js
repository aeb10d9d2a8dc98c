// The numbers of a tensor that was checked, and how many a shape has.

import { wrongNumber } from './errors.js';
import { lengthOf } from './typed-array.js';

/** @import { FloatTensor } from '../types/index.js' */

/**
 * Kind and length of a tensor are checked where it is read. A getter among the options may have detached or resized its
 * array since, and nothing may be written past the end of a buffer.
 *
 * @param {FloatTensor} tensor
 * @param {string} name
 * @returns {Float32Array}
 */
export function numbers({ data, shape }, name) {
  const length = count(shape);
  if (lengthOf(data) !== length) {
    throw wrongNumber(`${name}.data`, `${length} values, as when the call was made`, data);
  }
  return data;
}

/**
 * How many numbers a tensor of this shape has.
 *
 * @param {readonly number[]} shape
 */
export function count(shape) {
  let product = 1;
  for (const size of shape) product *= size;
  return product;
}
