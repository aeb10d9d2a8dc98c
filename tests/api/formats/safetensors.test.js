// Tests the safetensors reader and writer: written files are read again, and each kind of damage
// has its error.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readArrays } from '../../../src/js/formats/safetensors.ts';
import { writeSafetensors } from '../../../src/js/formats/write-safetensors.ts';
import { HeadwiseError } from '../../../src/js/arguments/errors.ts';

/**
 * A file with the given header, and bytes of numbers.
 *
 * @param {unknown} header text, or a value to write as JSON
 * @param {number} size of the numbers
 * @param {number | bigint} [length] what the file says of its header
 */
function fileOf(header, size, length) {
  const text = new TextEncoder().encode(
    typeof header === 'string' ? header : JSON.stringify(header),
  );
  const file = new Uint8Array(8 + text.length + size);
  new DataView(file.buffer).setBigUint64(0, BigInt(length ?? text.length), true);
  file.set(text, 8);
  return file;
}

/** @param {Partial<{ dtype: unknown, shape: unknown, data_offsets: unknown }>} [changes] */
const entry = (changes) => ({ dtype: 'F32', shape: [2], data_offsets: [0, 8], ...changes });

test('what is written is read again', () => {
  const tensors = {
    weight: { data: Float32Array.of(1.5, -2, NaN, Infinity), shape: [2, 2] },
    ids: { data: BigInt64Array.of(3n, -9n), shape: [2] },
    empty: { data: new Float64Array(0), shape: [0, 7] },
    scalar: { data: Uint8Array.of(200), shape: [] },
  };
  const metadata = { task: 'grammar', ünïcode: '✓' };
  const file = writeSafetensors(tensors, metadata);
  const read = readArrays(file);
  assert.deepEqual(read.metadata, metadata);
  assert.deepEqual(Object.keys(read.tensors), Object.keys(tensors));
  for (const [name, { data, shape }] of Object.entries(tensors)) {
    assert.deepEqual(read.tensors[name].data, data);
    assert.deepEqual(read.tensors[name].shape, shape);
  }
  assert.deepEqual(readArrays(file.buffer), read);
  const inside = new Uint8Array(file.length + 3);
  inside.set(file, 3);
  assert.deepEqual(readArrays(inside.subarray(3)), read);
  assert.deepEqual(readArrays(Buffer.from(inside.buffer, 3)), read);
  assert.deepEqual(writeSafetensors(tensors, metadata), file);
});

test('names may be any text', () => {
  const tensor = { dtype: 'F32', shape: [1], data: Float32Array.of(7) };
  const names = ['__proto__', 'constructor', 'toString', '', '7', '"\\', '\ud800', 'ü✓'];
  const tensors = Object.fromEntries(names.map((name) => [name, tensor]));
  const metadata = Object.fromEntries(names.map((name) => [name, name]));
  const read = readArrays(writeSafetensors(tensors, metadata));
  assert.deepEqual(Object.keys(read.tensors).sort(), [...names].sort());
  for (const name of names) {
    assert.deepEqual(Object.getOwnPropertyDescriptor(read.tensors, name)?.value, tensor);
    assert.equal(Object.getOwnPropertyDescriptor(read.metadata, name)?.value, name);
  }
  assert.equal(Object.getPrototypeOf(read.tensors), Object.prototype);
});

test('metadata may be long', () => {
  const metadata = { vocab: JSON.stringify(Array.from({ length: 200_000 }, (_, i) => `"${i}"`)) };
  assert.deepEqual(readArrays(writeSafetensors({}, metadata)).metadata, metadata);
});

test('half precision is widened exactly', () => {
  const header = {
    half: { dtype: 'F16', shape: [6], data_offsets: [0, 12] },
    brain: { dtype: 'BF16', shape: [2], data_offsets: [12, 16] },
  };
  const file = fileOf(header, 16);
  const numbers = new DataView(file.buffer, file.length - 16);
  const half = [0x3c00, 0xc000, 0x0001, 0x7bff, 0xfc00, 0x7e00];
  half.forEach((bits, i) => numbers.setUint16(2 * i, bits, true));
  numbers.setUint16(12, 0x3f80, true);
  numbers.setUint16(14, 0xc049, true);
  const { tensors } = readArrays(file);
  assert.deepEqual([...tensors.half.data], [1, -2, 2 ** -24, 65504, -Infinity, NaN]);
  assert.deepEqual([...tensors.brain.data], [1, -3.140625]);
});

/** @type {[string, Uint8Array, RegExp][]} */
const faults = [
  ['nothing', new Uint8Array(0), /expected at least 8 bytes, got 0/],
  ['a header that is longer than the file', fileOf('{}', 0, 90), /at least 98 bytes, got 10/],
  ['a header too long to be one', fileOf('{}', 0, 100_000_001), /at most 100000000 bytes/],
  ['a length that wraps around', fileOf('{}', 0, (1n << 64n) - 1n), /at most 100000000/],
  ['a header that is no object', fileOf('[1]', 0), /begins with \{/],
  ['a header with spaces before it', fileOf(' {}', 0), /begins with \{/],
  ['a header that is no JSON', fileOf('{"a":}', 0), /header of JSON/],
  ['a header that is no text', fileOf('{"a', 0).fill(0xff, 9), /header of JSON/],
  ['a name twice', fileOf(`{"a":${JSON.stringify(entry())},"\\u0061":1}`, 8), /"a" occurs twice/],
  ['a field twice', fileOf('{"a":{"shape":[],"shape":[2]}}', 8), /"shape" occurs twice/],
  ['an entry that is none', fileOf({ a: 3 }, 0), /"a": expected an object/],
  ['an unknown field', fileOf({ a: { ...entry(), strides: [1] } }, 8), /unknown field "strides"/],
  ['an unknown dtype', fileOf({ a: entry({ dtype: 'F8_E4M3' }) }, 8), /dtype of .*, got "F8_E4M3"/],
  ['a dtype from the prototype', fileOf({ a: entry({ dtype: 'toString' }) }, 8), /dtype of/],
  ['a negative size', fileOf({ a: entry({ shape: [-2] }) }, 8), /shape of whole numbers/],
  ['a size that is half', fileOf({ a: entry({ shape: [0.5] }) }, 8), /shape of whole numbers/],
  [
    'a product beyond counting',
    fileOf({ a: entry({ shape: [2 ** 30, 2 ** 30] }) }, 8),
    /too large/,
  ],
  [
    'offsets the wrong way',
    fileOf({ a: entry({ data_offsets: [8, 0] }) }, 8),
    /the first not larger/,
  ],
  ['three offsets', fileOf({ a: entry({ data_offsets: [0, 8, 9] }) }, 8), /two whole numbers/],
  [
    'offsets that are not the size',
    fileOf({ a: entry({ shape: [3] }) }, 8),
    /expected 12 bytes .* got 8/,
  ],
  ['a gap', fileOf({ a: entry({ data_offsets: [4, 12] }) }, 12), /begins at 4, expected 0/],
  [
    'tensors that overlap',
    fileOf({ a: entry(), b: entry({ data_offsets: [4, 12] }) }, 12),
    /"b" begins at 4, expected 8/,
  ],
  ['numbers that end too early', fileOf({ a: entry() }, 7), /got/],
  ['numbers of no tensor', fileOf({ a: entry() }, 9), /expected .* bytes, got/],
  [
    'metadata that is no object',
    fileOf({ __metadata__: [] }, 0),
    /__metadata__: expected an object/,
  ],
  [
    'a name of 20 MB',
    fileOf({ ['n'.repeat(20_000_000)]: entry() }, 8),
    /names of at most 65536 letters/,
  ],
  [
    'a name of 20 MB of escapes',
    fileOf(`{"${'\\\\n'.repeat(10_000_000)}":1}`, 8),
    /names of at most/,
  ],
  [
    '20 MB of lists',
    fileOf(`{"a":${'['.repeat(20_000_000)}`, 8),
    /at most 8 values inside each other/,
  ],
  ['metadata of numbers', fileOf({ __metadata__: { a: 1 } }, 0), /"a" is not a string/],
];

for (const [what, file, words] of faults) {
  test(`refuses ${what}`, () => {
    assert.throws(
      () => readArrays(file),
      (error) =>
        error instanceof HeadwiseError && error.code === 'format' && words.test(error.message),
    );
  });
}

test('values other than files and tensors are refused', () => {
  const long = 'n'.repeat(65_537);
  assert.throws(() => readArrays(/** @type {any} */ ('file')), /file: expected an ArrayBuffer/);
  const write =
    (/** @type {any} */ tensors, /** @type {any} */ metadata = {}) =>
    () =>
      writeSafetensors(tensors, metadata);
  assert.throws(write([]), /tensors: expected an object of tensors/);
  assert.throws(
    write({ a: { data: [1], shape: [1] } }),
    /tensors\.a\.data: expected a typed array/,
  );
  assert.throws(write({ a: null }), /tensors\.a: expected a tensor, got null/);
  assert.throws(
    write({ a: { data: Float32Array.of(1), shape: [0.5] } }),
    /tensors\.a\.shape: expected/,
  );
  assert.throws(write({ __metadata__: { data: Float32Array.of(1), shape: [1] } }), /another name/);
  assert.throws(
    write({ [long]: { data: Float32Array.of(1), shape: [1] } }),
    /tensors: expected names of at most 65536 letters/,
  );
  assert.throws(write({}, { [long]: '' }), /metadata: expected names of at most/);
  assert.throws(
    write({ a: { data: Float32Array.of(1), shape: [2] } }),
    /a\.data: expected 2 values/,
  );
  assert.throws(write({}, { a: 1 }), /metadata\.a: expected a string/);
  assert.throws(write({}, 'about'), /metadata: expected an object of strings/);
});

test('a file that is often there in place of the weights is refused by its kind', () => {
  for (const [text, message] of /** @type {const} */ ([
    ['version https://git-lfs.github.com/spec/v1\noid sha256:0\n', /a pointer of Git LFS/],
    ['<!doctype html><title>Sign in</title>', /a page of HTML/],
    ['\n  <html><title>Sign in</title>', /a page of HTML/],
  ])) {
    const file = new TextEncoder().encode(text);
    assert.throws(() => readArrays(file), { name: 'HeadwiseError', code: 'format', message });
  }
});
