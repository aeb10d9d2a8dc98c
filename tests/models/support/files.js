// Files made by hand for tests: GGUF headers, pickles and zip archives, right or wrong as the test wants them.

import { zipSync } from 'fflate';

/**
 * @typedef {object} GgufParts
 * @property {number} [version]
 * @property {number | bigint} [tensorCount] what the file says
 * @property {number | bigint} [keyCount]
 * @property {Record<string, string | string[] | number> | [string, string][]} [values]
 * @property {{ name: string, shape: number[], kind: number, offset: number }[]} [tensors] shape as it stands in the file
 */

/**
 * @param {GgufParts} parts
 * @param {number} size of the numbers
 */
export function gguf({ version = 3, tensorCount, keyCount, values = {}, tensors = [] }, size) {
  const pairs = Array.isArray(values) ? values : Object.entries(values);
  const parts = [
    Buffer.from('GGUF'),
    uint32(version),
    uint64(tensorCount ?? tensors.length),
    uint64(keyCount ?? pairs.length),
    ...pairs.flatMap(([key, value]) => [string(key), ...valueOf(value)]),
    ...tensors.flatMap(({ name, shape, kind, offset }) => [
      string(name),
      uint32(shape.length),
      ...shape.map(uint64),
      uint32(kind),
      uint64(offset),
    ]),
  ];
  const header = Buffer.concat(parts);
  const file = new Uint8Array(Math.ceil(header.length / 32) * 32 + size);
  file.set(header);
  return file;
}

/** @param {string | string[] | number} value numbers are uint32, or float32 with a fraction */
function valueOf(value) {
  if (typeof value === 'number') {
    if (Number.isInteger(value)) return [uint32(4), uint32(value)];
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value);
    return [uint32(6), bytes];
  }
  if (typeof value === 'string') return [uint32(8), string(value)];
  return [uint32(9), uint32(8), uint64(value.length), ...value.map(string)];
}

/** @param {string} text */
function string(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

/** @param {number} value */
function uint32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** @param {number | bigint} value */
function uint64(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/**
 * A pickle as its bytes, each sign one. A value after \x8c gets its length before it.
 *
 * @param {TemplateStringsArray} texts
 * @param {...string} values
 */
export function pickle(texts, ...values) {
  const text = texts
    .map((each, i) => {
      const value = values[i] ?? '';
      return each + (each.endsWith('\x8c') ? String.fromCharCode(value.length) : '') + value;
    })
    .join('');
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** @param {Record<string, Uint8Array>} files stored */
export function zip(files) {
  return zipSync(files, { level: 0 });
}
