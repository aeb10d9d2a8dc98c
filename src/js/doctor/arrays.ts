// Row-major float64 arrays, and the functions that correct and wrong implementations need: reshape, permute, map, mean.

export type Numbers = { readonly data: Float64Array; readonly shape: readonly number[] };

/** The number of elements of a shape. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/**
 * The same numbers in the same order, with another shape.
 *
 * @throws {RangeError} if the shape has another number of elements
 */
export function reshape({ data }: Numbers, shape: readonly number[]): Numbers {
  if (sizeOf(shape) !== data.length || !shape.every(Number.isInteger)) {
    throw new RangeError(`reshape: ${data.length} numbers do not fill ${shape.join(' x ')}`);
  }
  return { data, shape };
}

/** Reorders the axes: axis n of the result is axis axes[n] of x. */
export function permute({ data, shape }: Numbers, axes: readonly number[]): Numbers {
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

export function map(
  { data, shape }: Numbers,
  change: (value: number, index: number) => number,
): Numbers {
  return { data: data.map(change), shape };
}

export const times = (x: Numbers, factor: number) => map(x, (value) => value * factor);

/** The mean over one axis; every entry along the axis becomes the mean. */
export function meanOver({ data, shape }: Numbers, axis: number): Numbers {
  const inner = sizeOf(shape.slice(axis + 1));
  const count = shape[axis];
  const mean = new Float64Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const first = at - (Math.floor(at / inner) % count) * inner;
    for (let n = 0; n < count; n++) mean[at] += data[first + n * inner] / count;
  }
  return { data: mean, shape };
}

/** The size of the last axis. */
export const lastOf = ({ shape }: Numbers) => shape[shape.length - 1];
