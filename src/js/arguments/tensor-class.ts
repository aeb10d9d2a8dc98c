// The class of tensors in results: numbers, their shape, and methods that read them. Its methods are on the prototype, so a
// result costs no more than a plain object, and structured cloning keeps data and shape.

import { formatShape, wrongKind, wrongNumber } from './errors.ts';
import { kindOf } from './typed-arrays.ts';

const DTYPES: Record<string, string> = { Uint8Array: 'bool', Float64Array: 'float64' };

export class Tensor {
  declare readonly data: Float32Array;
  declare readonly shape: number[];

  /** @param data float32; 0 and 1 in a Uint8Array for booleans; float64 of the reference */
  constructor(data: ArrayBufferView, shape: readonly number[]) {
    this.data = data as Float32Array;
    this.shape = shape as number[];
  }

  get dtype() {
    return (DTYPES[kindOf(this.data) as string] ?? 'float32') as 'float32';
  }

  at(...index: number[]): number {
    return this.data[place(index, this.shape, 0)];
  }

  row(...index: number[]) {
    const { data, shape } = this;
    const width = shape.at(-1) ?? 0;
    const begin = width * place(index, shape, 1);
    return data.subarray(begin, begin + width);
  }

  toArray(): any {
    const { data, shape, dtype } = this;
    let at = 0;
    const nest = (axis: number): unknown => {
      if (axis < shape.length) return Array.from({ length: shape[axis] }, () => nest(axis + 1));
      const value = data[at++];
      return dtype === ('bool' as string) ? value === 1 : value;
    };
    return nest(0);
  }

  toJSON() {
    return { dtype: this.dtype, shape: this.shape, data: Array.from(this.data) };
  }
}

/**
 * The place of an element, or with `last` = 1 of a row.
 *
 * @param last number of dimensions at the end without an index
 */
function place(index: readonly number[], shape: readonly number[], last: number) {
  const rank = shape.length - last;
  if (index.length !== rank) {
    const expected = rank < 0 ? 'a tensor with rows' : `${rank} of them`;
    throw wrongNumber('indices', `${expected} for shape ${formatShape(shape)}`, index.length);
  }
  let found = 0;
  for (const [axis, one] of index.entries()) {
    const size = shape[axis];
    if (!(Number.isInteger(one) && one >= 0 && one < size)) {
      const expected = size > 0 ? `0 to ${size - 1}` : 'none, as the dimension is empty';
      throw (typeof one === 'number' ? wrongNumber : wrongKind)(`indices[${axis}]`, expected, one);
    }
    found = found * size + one;
  }
  return found;
}
