// The location of a tensor in a file, in any format, and its bytes as a row-major tensor.

import { byteLengthOf } from './stored.js';
import { DTYPES } from './dtypes.js';

/** @import { PlainDtype } from './dtypes.js' */
/** @import { Dtype, StoredTensor } from './stored.js' */

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {Dtype} dtype
 * @property {number[]} shape row-major
 * @property {number} begin offset of its bytes in the file
 * @property {number} end
 * @property {number[]} [strides] in numbers, if they are not stored row by row: torch's views
 */

/**
 * @param {Entry} entry
 * @param {Uint8Array} bytes from begin to end
 * @returns {StoredTensor} a view of the bytes; with strides, a copy
 */
export function storedFrom({ dtype, shape, strides }, bytes) {
  return { dtype, shape, data: strides ? gather(dtype, shape, strides, bytes) : bytes };
}

/**
 * Copies strided numbers into row-major order.
 *
 * @param {Dtype} dtype
 * @param {number[]} shape
 * @param {number[]} strides
 * @param {Uint8Array} bytes
 */
function gather(dtype, shape, strides, bytes) {
  const [size] = DTYPES[/** @type {PlainDtype} */ (dtype)];
  const data = new Uint8Array(/** @type {number} */ (byteLengthOf(dtype, shape)));
  const index = shape.map(() => 0);
  let from = 0;
  for (let at = 0; at < data.length; at += size) {
    for (let i = 0; i < size; i++) data[at + i] = bytes[from * size + i];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += strides[axis];
      if (++index[axis] < shape[axis]) break;
      from -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return data;
}
