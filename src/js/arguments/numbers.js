// The numbers of a tensor that was checked, as they go into the core, and how many a shape has.

import { wrongNumber } from './errors.js';
import { lengthOf } from './typed-array.js';

/** @import { Out } from './attention-options.js' */
/** @import { FloatTensor } from '../types/index.js' */

/**
 * The engine's plans hold float32 only: that is checked where they are made. So is the length, but a getter among the
 * options may have detached or resized the array since, and nothing may be written past a buffer's end.
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

/**
 * All or none of the caller's tensors are written, so both are looked at first.
 *
 * @param {Out} out
 */
export function checkOut({ output, attention }) {
  if (output) numbers(output, 'out.output');
  if (attention) numbers(attention, 'out.attention');
}
