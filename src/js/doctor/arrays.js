// Arrays of several axes, in float64, and the few ways of moving their numbers that right and wrong implementations need:
// reshape, permute, map. Row-major, as in NumPy.

/** @typedef {{ readonly data: Float64Array, readonly shape: readonly number[] }} Numbers */

/**
 * @param {readonly number[]} shape
 * @returns {number} how many numbers an array of this shape has
 */
export function sizeOf(shape) {
  return shape.reduce((product, size) => product * size, 1);
}

/**
 * The same numbers in the same order, cut differently.
 *
 * @param {Numbers} x
 * @param {readonly number[]} shape of as many numbers
 * @returns {Numbers}
 * @throws {RangeError} where the shape holds another count
 */
export function reshape({ data }, shape) {
  if (sizeOf(shape) !== data.length || !shape.every(Number.isInteger)) {
    throw new RangeError(`reshape: ${data.length} numbers do not fill ${shape.join(' x ')}`);
  }
  return { data, shape };
}

/**
 * The axes in another order: axis n of the result is axis axes[n] of x.
 *
 * @param {Numbers} x
 * @param {readonly number[]} axes
 * @returns {Numbers}
 */
export function permute({ data, shape }, axes) {
  const steps = shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
  const sizes = axes.map((axis) => shape[axis]);
  const strides = axes.map((axis) => steps[axis]);
  const moved = new Float64Array(data.length);
  const at = sizes.map(() => 0);
  let from = 0;
  for (let to = 0; to < moved.length; to++) {
    moved[to] = data[from];
    for (let axis = sizes.length - 1; axis >= 0; axis--) {
      from += strides[axis];
      if (++at[axis] < sizes[axis]) break;
      from -= strides[axis] * sizes[axis];
      at[axis] = 0;
    }
  }
  return { data: moved, shape: sizes };
}

/**
 * @param {Numbers} x
 * @param {(value: number, index: number) => number} change
 * @returns {Numbers}
 */
export function map({ data, shape }, change) {
  return { data: data.map(change), shape };
}

/**
 * @param {Numbers} x
 * @param {number} factor
 */
export const times = (x, factor) => map(x, (value) => value * factor);

/**
 * The mean over one axis, which stays, with every entry holding the mean.
 *
 * @param {Numbers} x
 * @param {number} axis
 * @returns {Numbers}
 */
export function meanOver({ data, shape }, axis) {
  const inner = sizeOf(shape.slice(axis + 1));
  const count = shape[axis];
  const mean = new Float64Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const first = at - (Math.floor(at / inner) % count) * inner;
    for (let n = 0; n < count; n++) mean[at] += data[first + n * inner] / count;
  }
  return { data: mean, shape };
}

/** @param {Numbers} x the size of its last axis */
export const lastOf = ({ shape }) => shape[shape.length - 1];
