// Makes files for tests: GGUF headers, pickles and zip archives, right or damaged.

import { zipSync } from 'fflate';
import { readNow } from '../../../src/js/formats/ranges.ts';
import { ggufReader } from '../../../src/js/formats/gguf.ts';

/**
 * @typedef {object} GgufParts
 * @property {number} [version]
 * @property {number | bigint} [tensorCount] the count in the file
 * @property {number | bigint} [keyCount]
 * @property {Record<string, GgufValue> | [string, GgufValue][]} [values]
 * @property {{ name: string, shape: number[], kind: number, offset: number }[]} [tensors] shape in
 * the file's order
 *
 * @typedef {import('../../../src/js/formats/gguf.ts').GgufValue} GgufValue
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

/**
 * A GGUF file with other keys and more tensors.
 *
 * @param {Uint8Array} file
 * @param {object} changes
 * @param {Record<string, GgufValue>} [changes.set]
 * @param {readonly string[]} [changes.drop]
 * @param {Record<string, import('../../../src/js/formats/stored.ts').StoredValues>} [changes.add]
 * @param {(name: string) => string[]} [changes.names] of the tensors that one becomes
 */
export function changedGguf(file, { set = {}, drop = [], add = {}, names = (name) => [name] }) {
  const { entries, metadata } = readNow(file, ggufReader(file.length));
  const values = Object.entries({ ...metadata, ...set }).filter(([key]) => !drop.includes(key));
  const stored = entries.map(({ name, begin, end, ...rest }) => {
    return [name, { ...rest, data: file.subarray(begin, end) }];
  });
  let size = 0;
  const all = Object.entries({ ...Object.fromEntries(stored), ...add }).flatMap(([name, tensor]) =>
    names(name).map((other) => {
      const offset = size;
      size += Math.ceil(tensor.data.length / 32) * 32;
      return { name: other, offset, ...tensor };
    }),
  );
  const tensors = all.map(({ name, shape, dtype, offset }) => {
    return { name, shape: [...shape].reverse(), kind: KINDS[dtype], offset };
  });
  const made = gguf({ values, tensors }, size);
  for (const { offset, data } of all) made.set(data, made.length - size + offset);
  return made;
}

/** @type {Record<string, number>} */
const KINDS = { F32: 0, F16: 1 };

/** @param {GgufValue} value numbers are uint32, or float64 with a fraction or below 0 @returns {Buffer[]} */
function valueOf(value) {
  const [kind, bytes] = scalar(Array.isArray(value) ? (value[0] ?? 0) : value);
  if (!Array.isArray(value)) return [uint32(kind), bytes];
  const whole = value.every((one) => scalar(one)[0] === kind);
  const items = value.map((one) => (whole ? scalar(one)[1] : float64(Number(one))));
  return [uint32(9), uint32(whole ? kind : 12), uint64(value.length), ...items];
}

/** @param {GgufValue} value @returns {[kind: number, bytes: Buffer]} */
function scalar(value) {
  if (typeof value === 'string') return [8, string(value)];
  if (typeof value === 'boolean') return [7, Buffer.of(Number(value))];
  const number = Number(value);
  return Number.isInteger(number) && number >= 0 ? [4, uint32(number)] : [12, float64(number)];
}

/** @param {number} value */
function float64(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
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
 * A pickle as its bytes, one for each character. A value after \x8c gets its length before it.
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
