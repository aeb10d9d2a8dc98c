// Reads the data of a suite: a .safetensors file that pack.py wrote. Runs in Node and in a browser, and knows neither
// cases nor frameworks.

/** @import { PlainTensor } from '../../src/js/types/index.ts' */

/**
 * Returns a file's bytes. Paths are relative to tests/, such as
 * 'conformance/onnx/attention.safetensors'.
 *
 * @typedef {(path: string) => Promise<Uint8Array>} Read
 */

/**
 * @typedef {object} Pack
 * @property {any} about the generator's notes: versions, cases
 * @property {(id: string) => PlainTensor} tensor float32, or a PlainMask if a case says so
 * @property {(id: string) => number[]} integers
 */

/** @type {Record<string, { new (buffer: ArrayBuffer): ArrayLike<number> }>} */
const KINDS = { F64: Float64Array, F32: Float32Array, I32: Int32Array, BOOL: Uint8Array };

/**
 * @param {Uint8Array} bytes
 * @returns {Pack}
 */
export function readPack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, begin)));

  /** @param {string} id */
  const read = (id) => {
    const { dtype, shape, data_offsets: offsets } = header[id];
    const copy = new Uint8Array(bytes.subarray(begin + offsets[0], begin + offsets[1])); // aligned
    return { shape, data: new KINDS[dtype](copy.buffer) };
  };

  return {
    about: JSON.parse(header.__metadata__.about),
    tensor(id) {
      const { shape, data } = read(id);
      return { data: /** @type {Float32Array} */ (data), shape };
    },
    integers(id) {
      return Array.from(read(id).data);
    },
  };
}
