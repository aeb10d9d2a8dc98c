// Tests NumPy's files: written files have NumPy's bytes, NumPy's files are read, and damaged files
// are refused. The bytes that NumPy wrote are stored here as base64; npm run test:all runs NumPy
// itself, in tests/web/lab/code.test.js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readNpy, writeNpy } from '../../../src/js/formats/index.ts';

/**
 * Files of numpy 2.4.6.
 *
 * @type {Record<string, { base64: string, shape: number[], data: number[] }>}
 */
const NUM_PY = {
  float32: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAMA/AAAAwAAAgD4AAIBAAACgQAAAwEA=',
    shape: [2, 3],
    data: [1.5, -2, 0.25, 4, 5, 6],
  },
  float64: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPGY4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAD4PwAAAAAAAADAAAAAAAAA0D8AAAAAAAAQQAAAAAAAABRAAAAAAAAAGEA=',
    shape: [2, 3],
    data: [1.5, -2, 0.25, 4, 5, 6],
  },
  bool: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnfGIxJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDIpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoBAAAB',
    shape: [2, 2],
    data: [1, 0, 0, 1],
  },
  scalar: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKCksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAACBA',
    shape: [],
    data: [2.5],
  },
  vector: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAIA/AAAAQAAAQEA=',
    shape: [3],
    data: [1, 2, 3],
  },
  big: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPmY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAo/wAAAwAAAAD6AAABAgAAAQKAAAEDAAAA=',
    shape: [2, 3],
    data: [1.5, -2, 0.25, 4, 5, 6],
  },
  bigDouble: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPmY4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAo/+AAAAAAAAMAAAAAAAAAAP9AAAAAAAABAEAAAAAAAAEAUAAAAAAAAQBgAAAAAAAA=',
    shape: [2, 3],
    data: [1.5, -2, 0.25, 4, 5, 6],
  },
  i1: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnfGkxJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoDAQI=',
    shape: [3],
    data: [3, 1, 2],
  },
  u1: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnfHUxJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoDAQI=',
    shape: [3],
    data: [3, 1, 2],
  },
  i2: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPGkyJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoDAAEAAgA=',
    shape: [3],
    data: [3, 1, 2],
  },
  u2: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPnUyJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAwABAAI=',
    shape: [3],
    data: [3, 1, 2],
  },
  i4: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPGk0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoDAAAAAQAAAAIAAAA=',
    shape: [3],
    data: [3, 1, 2],
  },
  u4: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPHU0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoDAAAAAQAAAAIAAAA=',
    shape: [3],
    data: [3, 1, 2],
  },
  i8: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPmk4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAAAAwAAAAAAAAABAAAAAAAAAAI=',
    shape: [3],
    data: [3, 1, 2],
  },
  u8: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPHU4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoDAAAAAAAAAAEAAAAAAAAAAgAAAAAAAAA=',
    shape: [3],
    data: [3, 1, 2],
  },
  fortran: {
    base64:
      'k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBUcnVlLCAnc2hhcGUnOiAoMiwgMywgNCksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAABAQQAAgEAAAIBBAAAAQQAAoEEAAIA/AABQQQAAoEAAAIhBAAAQQQAAqEEAAABAAABgQQAAwEAAAJBBAAAgQQAAsEEAAEBAAABwQQAA4EAAAJhBAAAwQQAAuEE=',
    shape: [2, 3, 4],
    data: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
  },
  version2: {
    base64:
      'k05VTVBZAgB0AAAAeydkZXNjcic6ICc8ZjQnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMiwgMyksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAMA/AAAAwAAAgD4AAIBAAACgQAAAwEA=',
    shape: [2, 3],
    data: [1.5, -2, 0.25, 4, 5, 6],
  },
  version3: {
    base64:
      'k05VTVBZAwB0AAAAeydkZXNjcic6ICc8ZjQnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMiwgMyksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAMA/AAAAwAAAgD4AAIBAAACgQAAAwEA=',
    shape: [2, 3],
    data: [1.5, -2, 0.25, 4, 5, 6],
  },
};

/** @param {string} base64 */
const bytesOf = (base64) => new Uint8Array(Buffer.from(base64, 'base64'));

test('files of NumPy are read: every kind, both byte orders, both orders of axes', () => {
  for (const [name, { base64, shape, data }] of Object.entries(NUM_PY)) {
    const read = readNpy(bytesOf(base64));
    assert.deepEqual(read.shape, shape, name);
    assert.deepEqual([...read.data], data, name);
    assert.equal(read.data.constructor, name === 'bool' ? Uint8Array : Float32Array);
  }
});

test("written files have NumPy's bytes", () => {
  const { float32, float64, bool, scalar, vector } = NUM_PY;
  for (const [known, Kind] of /** @type {const} */ ([
    [float32, Float32Array],
    [float64, Float64Array],
    [bool, Uint8Array],
    [scalar, Float32Array],
    [vector, Float32Array],
  ])) {
    const bytes = writeNpy({ data: Kind.from(known.data), shape: known.shape });
    assert.equal(Buffer.from(bytes).toString('base64'), known.base64);
  }
});

test('every float32 comes back, and an empty tensor too', () => {
  const data = Float32Array.from({ length: 60 }, (_, i) => (i - 30) ** 3 / 7);
  data.set([NaN, Infinity, -Infinity, -0, 1e-45], 5);
  const back = readNpy(writeNpy({ data, shape: [3, 4, 5] }));
  assert.deepEqual(back.shape, [3, 4, 5]);
  assert.deepEqual(new Uint8Array(back.data.buffer), new Uint8Array(data.buffer));
  const empty = readNpy(writeNpy({ data: new Float32Array(0), shape: [2, 0, 3] }));
  assert.deepEqual([empty.shape, empty.data.length], [[2, 0, 3], 0]);
  // a file within a larger buffer, as Node reads it
  const within = new Uint8Array(1000);
  const file = writeNpy({ data, shape: [60] });
  within.set(file, 13);
  assert.deepEqual(readNpy(within.subarray(13, 13 + file.length)).data, data);
  assert.deepEqual(readNpy(file.buffer).data, data);
});

test('values other than tensors and bytes are refused with a reason', () => {
  const cases = /** @type {[() => unknown, object][]} */ ([
    [
      () => writeNpy(/** @type {any} */ (null)),
      { name: 'TypeError', message: /^tensor: expected/ },
    ],
    [
      () => writeNpy({ data: new Float32Array(5), shape: [2, 3] }),
      { name: 'RangeError', message: /^tensor\.data: expected 6 values for shape \(2, 3\), got 5/ },
    ],
    [
      () => writeNpy({ data: Uint8Array.of(2), shape: [1] }),
      { name: 'RangeError', message: /^tensor\.data\[0\]/ },
    ],
    [() => readNpy(/** @type {any} */ ('x')), { name: 'TypeError', message: /^file: expected/ }],
  ]);
  for (const [call, expected] of cases) assert.throws(call, expected);
});

test('a damaged file is refused, wherever the damage is', () => {
  const file = writeNpy({ data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] });
  const text = Buffer.from(file).toString('latin1');
  /** @param {string} from @param {string} to */
  const changed = (from, to) => {
    assert.ok(text.includes(from));
    return Buffer.from(text.replace(from, to), 'latin1');
  };
  const format = { name: 'HeadwiseError', code: 'format' };
  for (let length = 0; length < file.length; length++) {
    assert.throws(() => readNpy(file.slice(0, length)), format, `cut at ${length}`);
  }
  assert.throws(() => readNpy(Buffer.concat([file, Buffer.alloc(4)])), format);
  for (const [from, to] of [
    ['NUMPY', 'NUMPI'],
    ['\x01\x00', '\x04\x00'],
    ['(2, 3), }', '(2, -3),}'],
    ['(2, 3)', '(2, 4)'],
    ['(2, 3), }', '(2 3), } '],
    ["'shape'", "'shade'"],
    ["'fortran_order': False", "'fortran_order': None "],
    ['(2, 3), }    ', '(2, 3)}#shape'],
  ]) {
    assert.throws(() => readNpy(changed(from, to)), format, `${from} -> ${to}`);
  }
  const huge = changed('(2, 3), }              ', '(99999999, 99999999), }');
  assert.throws(() => readNpy(huge), format);
  // no numbers, so that its length fits; the second size is no exact integer
  const inexact = changed('(2, 3), }              ', '(0, 99999999999999999),}').slice(0, 128);
  assert.throws(() => readNpy(inexact), { ...format, message: /its shape cannot be read/ });
  for (const type of ['|O8', '<U7', '<c8', '<M8', '=f4', '|f4', '<f3']) {
    const unsupported = { name: 'HeadwiseError', code: 'unsupported' };
    assert.throws(() => readNpy(changed('<f4', type)), unsupported, type);
  }
});
