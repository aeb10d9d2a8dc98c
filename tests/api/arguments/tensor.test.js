// Tests tensor(): the tensors that it makes of nested arrays, flat lists and typed arrays, and the
// values that it refuses.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { tensor } from '../../../src/js/arguments/tensor.ts';
import { refuses } from '../support/refuses.js';

/** A call by a user without type checks. */
const make = /** @type {(values?: unknown, shape?: unknown) => ReturnType<typeof tensor>} */ (
  tensor
);

/** The data and shape of a tensor, as a message between workers has them. */
const plain = structuredClone;

describe('numbers', () => {
  test('nested to any depth', () => {
    assert.deepEqual(plain(tensor([1, 2, 3])), { data: Float32Array.of(1, 2, 3), shape: [3] });
    assert.deepEqual(
      plain(
        tensor([
          [1, 2],
          [3, 4],
          [5, 6],
        ]),
      ),
      { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2] },
    );
    assert.deepEqual(tensor([[[[7]]]]).shape, [1, 1, 1, 1]);
  });

  test('NaN, infinities and -0 are numbers', () => {
    const { data } = tensor([NaN, Infinity, -Infinity, -0, 1e300]);
    assert.deepEqual(data, Float32Array.of(NaN, Infinity, -Infinity, -0, Infinity));
  });

  test('empty ones keep their shape', () => {
    assert.deepEqual(plain(tensor([])), { data: new Float32Array(0), shape: [0] });
    assert.deepEqual(tensor([[], []]).shape, [2, 0]);
    assert.deepEqual(tensor([[[]], [[]]]).shape, [2, 1, 0]);
    assert.deepEqual(tensor([], [0, 4]).shape, [0, 4]);
  });

  test('a flat list with a shape', () => {
    assert.deepEqual(tensor([1, 2, 3, 4, 5, 6], [2, 3]).shape, [2, 3]);
    assert.deepEqual(tensor({ length: 2, 0: 1, 1: 2 }, [2, 1]).data, Float32Array.of(1, 2));
    assert.deepEqual(tensor([5], []).shape, []);
    assert.deepEqual(tensor([[1, 2]], [1, 2]).shape, [1, 2]);
  });

  test('typed arrays of any kind become Float32Array', () => {
    for (const Kind of [
      Float32Array,
      Float64Array,
      Int8Array,
      Int16Array,
      Int32Array,
      Uint16Array,
      Uint32Array,
      Uint8ClampedArray,
    ]) {
      assert.deepEqual(tensor(Kind.of(3, 5)).data, Float32Array.of(3, 5), Kind.name);
      assert.deepEqual(tensor([Kind.of(3, 5), Kind.of(7, 9)]).shape, [2, 2], Kind.name);
    }
  });

  test('always a copy', () => {
    const values = Float32Array.of(1, 2);
    const shape = [2];
    const made = tensor(values, shape);
    values[0] = 9;
    shape[0] = 9;
    assert.deepEqual(plain(made), { data: Float32Array.of(1, 2), shape: [2] });
    const shared = new Float32Array(new SharedArrayBuffer(8));
    assert.ok(tensor(shared).data.buffer instanceof ArrayBuffer);
  });

  test('of another realm too', () => {
    assert.deepEqual(tensor(runInNewContext('[[1, 2], new Float32Array([3, 4])]')).shape, [2, 2]);
  });
});

describe('booleans', () => {
  test('become 0 and 1 in a Uint8Array', () => {
    assert.deepEqual(plain(tensor([[true, false]])), { data: Uint8Array.of(1, 0), shape: [1, 2] });
  });

  test('a Uint8Array stays one', () => {
    assert.deepEqual(plain(tensor(Uint8Array.of(1, 0, 1, 1), [2, 2])), {
      data: Uint8Array.of(1, 0, 1, 1),
      shape: [2, 2],
    });
    assert.deepEqual(
      tensor([Uint8Array.of(1, 0), Uint8Array.of(0, 0)]).data,
      Uint8Array.of(1, 0, 0, 0),
    );
  });
});

describe('reading', () => {
  const t = tensor([
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  ]); // (1, 2, 3)
  const flags = tensor([
    [true, false],
    [false, true],
  ]);

  test('dtype, an element, a row', () => {
    assert.equal(t.dtype, 'float32');
    assert.equal(flags.dtype, 'bool');
    assert.equal(t.at(0, 1, 2), 6);
    assert.equal(flags.at(1, 1), 1);
    assert.deepEqual(t.row(0, 1), Float32Array.of(4, 5, 6));
    assert.equal(t.row(0, 1).buffer, t.data.buffer);
    assert.deepEqual(flags.row(0), Uint8Array.of(1, 0));
    assert.deepEqual(tensor([7, 8]).row(), Float32Array.of(7, 8));
    assert.equal(tensor([7], []).at(), 7);
  });

  test('as nested arrays and as JSON', () => {
    const nested = [
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ];
    assert.deepEqual(t.toArray(), nested);
    assert.deepEqual(flags.toArray(), [
      [true, false],
      [false, true],
    ]);
    assert.equal(tensor([7], []).toArray(), 7);
    assert.deepEqual(tensor([], [2, 0]).toArray(), [[], []]);
    const json = JSON.parse(JSON.stringify(t));
    assert.deepEqual(json, { dtype: 'float32', shape: [1, 2, 3], data: [1, 2, 3, 4, 5, 6] });
    assert.deepEqual(tensor(json.data, json.shape), t);
    assert.deepEqual(JSON.parse(JSON.stringify(flags)).data, [1, 0, 0, 1]);
  });

  test('costs no property of a result', () => {
    assert.deepEqual(Object.keys(t), ['data', 'shape']);
    assert.deepEqual(plain(t), { data: t.data, shape: t.shape });
  });

  const got = 'for shape (1, 2, 3), got';
  refuses(RangeError, `indices: expected 3 of them ${got} 2`, () => t.at(0, 1));
  refuses(RangeError, `indices: expected 2 of them ${got} 3`, () => t.row(0, 1, 2));
  refuses(RangeError, 'indices[1]: expected 0 to 1, got 2', () => t.at(0, 2, 0));
  refuses(RangeError, 'indices[2]: expected 0 to 2, got -1', () => t.at(0, 0, -1));
  refuses(TypeError, 'indices[0]: expected 0 to 0, got "0"', () =>
    t.at(/** @type {any} */ ('0'), 0, 0),
  );
});

describe('refused', () => {
  const anything = 'numbers or booleans, nested or flat';
  refuses(TypeError, `values: expected ${anything}, got undefined`, () => make());
  refuses(TypeError, `values: expected ${anything}, got null`, () => make(null));
  refuses(TypeError, `values: expected ${anything}, got 5`, () => make(5));
  refuses(TypeError, `values: expected ${anything}, got "1,2"`, () => make('1,2'));
  refuses(TypeError, `values: expected ${anything}, got a Set`, () => make(new Set([1])));
  refuses(TypeError, `values: expected ${anything}, got an ArrayBuffer`, () =>
    make(new ArrayBuffer(4)),
  );
  refuses(TypeError, `values: expected ${anything}, got a tensor of shape (1)`, () =>
    make(tensor([1])),
  );
  refuses(TypeError, `values: expected ${anything}, got a BigInt64Array of length 2`, () =>
    make(new BigInt64Array(2)),
  );
  const gone = new Float32Array(2);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  refuses(TypeError, `values: expected ${anything}, got a detached Float32Array`, () => make(gone));

  refuses(TypeError, 'values[0]: expected a number, got "1"', () => make(['1']));
  refuses(TypeError, 'values[1]: expected a number, got true', () => make([1, true]));
  refuses(TypeError, 'values[1][0]: expected true or false, got 0', () => make([[true], [0]]));
  refuses(TypeError, 'values[2]: expected a number, got undefined', () => make([1, 2, , 4]));
  refuses(TypeError, 'values[0]: expected a number, got undefined', () => make({ length: 1e9 }));
  refuses(TypeError, 'values[1][0]: expected a number, got 1n', () => make([[1], [1n]]));
  refuses(TypeError, 'values[0]: expected a number, got an object', () => make([{}]));
  refuses(TypeError, 'values[1][0]: expected a number, got true', () =>
    make([[1], Uint8Array.of(1)]),
  );

  refuses(RangeError, 'values[1]: expected an array of length 2, got an array of length 3', () =>
    make([
      [1, 2],
      [3, 4, 5],
    ]),
  );
  refuses(RangeError, 'values[1][1]: expected an array of length 1, got an array of length 0', () =>
    make([
      [[1], [2]],
      [[3], []],
    ]),
  );
  refuses(RangeError, 'values[1]: expected an array of length 1, got 2', () => make([[1], 2]));
  refuses(RangeError, 'values[1]: expected a number, got an array of length 1', () =>
    make([1, [2]]),
  );
  refuses(RangeError, 'values[1]: expected an array of length 0, got an array of length 1', () =>
    make([[], [1]]),
  );
  refuses(
    RangeError, // refused before anything is allocated
    'values[1]: expected an array of length 100000, got an array of length 0',
    () => make([new Array(100000).fill(1), ...new Array(99999).fill([])]),
  );

  refuses(RangeError, 'values[2]: expected 0 or 1, got 255', () => make(Uint8Array.of(0, 1, 255)));
  refuses(RangeError, 'values[1][0]: expected 0 or 1, got 2', () =>
    make([[true], Uint8Array.of(2)]),
  );

  refuses(TypeError, 'shape: expected an array of integers, got 3', () => make([1, 2, 3], 3));
  refuses(TypeError, 'shape: expected an array of integers, got null', () => make([1], null));
  refuses(TypeError, 'shape[0]: expected an integer from 0 to 2147483647, got "3"', () =>
    make([1, 2, 3], ['3']),
  );
  refuses(RangeError, 'shape[1]: expected an integer from 0 to 2147483647, got -1', () =>
    make([1, 2, 3], [3, -1]),
  );
  refuses(RangeError, 'values: expected 6 values for shape (2, 3), got 5', () =>
    make([1, 2, 3, 4, 5], [2, 3]),
  );
  refuses(RangeError, 'values: expected shape (2, 2), got (1, 4)', () =>
    make([[1, 2, 3, 4]], [2, 2]),
  );
});
