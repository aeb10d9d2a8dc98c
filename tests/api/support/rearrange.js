// Changes tensors for the laws: their rows in another order, cut, or overwritten.

import { copyOf } from './tensors.js';

/** @import { PlainMask, PlainTensor } from '../../../src/js/types/index.ts' */
/** @import { Random } from './random.js' */

/**
 * @param {Random} random
 * @param {number} length
 */
export function shuffled(random, length) {
  const order = Array.from({ length }, (_, at) => at);
  for (let at = length - 1; at > 0; at--) {
    const other = random.integer(0, at);
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}

/**
 * The slices of one axis in the order given, which may repeat or leave out some.
 *
 * @template {{ data: Float32Array | Float64Array | Uint8Array, shape: readonly number[] }} T
 * @param {T} tensor
 * @param {readonly number[]} order
 * @param {number} axis
 * @returns {T}
 */
export function permuted(tensor, order, axis) {
  const { data, shape } = tensor;
  const inner = shape.slice(axis + 1).reduce((product, size) => product * size, 1);
  const outer = shape.slice(0, axis).reduce((product, size) => product * size, 1);
  const made = new /** @type {any} */ (data.constructor)(outer * order.length * inner);
  for (let row = 0; row < outer; row++) {
    order.forEach((from, to) => {
      const source = (row * shape[axis] + from) * inner;
      made.set(data.subarray(source, source + inner), (row * order.length + to) * inner);
    });
  }
  return { ...tensor, data: made, shape: shape.with(axis, order.length) };
}

/**
 * Rows `from` to `to` of the third axis.
 *
 * @param {PlainTensor} tensor
 * @param {number} from
 * @param {number} to
 * @returns {PlainTensor}
 */
export function part(tensor, from, to) {
  return permuted(
    tensor,
    Array.from({ length: to - from }, (_, at) => from + at),
    2,
  );
}

/**
 * Row `at` of the third axis, of every head, filled with a number.
 *
 * @param {PlainTensor} tensor
 * @param {number} at
 * @param {number} number
 */
export function filled(tensor, at, number) {
  const made = copyOf(tensor);
  const [, , rows, width] = tensor.shape;
  for (let row = at; row * width < made.data.length; row += rows) {
    made.data.fill(number, row * width, (row + 1) * width);
  }
  return made;
}

/**
 * @param {number} length
 * @param {number} at
 * @returns {PlainMask}
 */
export function only(length, at) {
  return { data: Uint8Array.from({ length }, (_, j) => Number(j === at)), shape: [length] };
}
