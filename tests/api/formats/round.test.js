// Tests rounding to shorter formats: to the nearest number, ties to even, checked against every
// number of float16.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { roundTo, toFloat32 } from '../../../src/js/formats/index.ts';

/**
 * All finite numbers of a format of 16 bits, from 0 up.
 * @param {'F16' | 'BF16'} dtype
 * @param {number} infinity its bits
 */
function allOf(dtype, infinity) {
  const bits = Uint16Array.from({ length: infinity }, (_, i) => i);
  return toFloat32({ dtype, shape: [infinity], data: new Uint8Array(bits.buffer) });
}

const ALL = /** @type {const} */ ([
  ['F16', 0x7c00, 65520],
  ['BF16', 0x7f80, 3.4028235e38],
]);

for (const [dtype, infinity, tooLarge] of ALL) {
  test(`${dtype}: its own numbers stay, others go to the nearest one, ties to even`, () => {
    const all = allOf(dtype, infinity);
    assert.deepEqual(roundTo(all, dtype), all);
    assert.deepEqual(
      roundTo(
        all.map((value) => -value),
        dtype,
      ),
      all.map((value) => -value),
    );
    const [middles, before, behind] = [
      new Float32Array(1),
      new Float32Array(1),
      new Float32Array(1),
    ];
    const bits = [before, behind].map(({ buffer }) => new Uint32Array(buffer));
    for (let i = 0; i + 1 < all.length; i++) {
      middles[0] = before[0] = behind[0] = all[i] / 2 + all[i + 1] / 2;
      bits[0][0] -= 1;
      bits[1][0] += 1;
      const [down, even, up] = [before, middles, behind].map((one) => roundTo(one, dtype)[0]);
      assert.ok(down === all[i] && up === all[i + 1] && even === all[i + (i % 2)], `${all[i]}`);
    }
    const edges = Float32Array.of(tooLarge, -tooLarge, Infinity, -Infinity);
    assert.deepEqual([...roundTo(edges, dtype)], [Infinity, -Infinity, Infinity, -Infinity]);
    assert.ok(Number.isNaN(roundTo(Float32Array.of(NaN), dtype)[0]));
    assert.ok(Object.is(roundTo(Float32Array.of(-0), dtype)[0], -0));
  });
}

test('I8: at most 255 different numbers, none further away than half a step, the largest kept', () => {
  fc.assert(
    fc.property(fc.float32Array({ minLength: 1, min: -1000, max: 1000, noNaN: true }), (values) => {
      const rounded = roundTo(values, 'I8');
      const largest = Math.max(...values.map(Math.abs));
      const step = largest / 127;
      values.forEach((value, i) => {
        assert.ok(
          Math.abs(value - rounded[i]) <= step / 2 + Math.abs(value) * 2 ** -23 + 2 ** -149,
          `${value}`,
        );
      });
    }),
  );
  assert.deepEqual(roundTo(new Float32Array(3), 'I8'), new Float32Array(3));
});

test('other numbers and formats are refused by name', () => {
  const bad = /** @type {any} */ (roundTo);
  assert.throws(() => bad([1], 'F16'), /^TypeError: values: expected a Float32Array/);
  assert.throws(
    () => bad(new Float32Array(1), 'F8'),
    /^RangeError: dtype: expected one of F16, BF16, I8/,
  );
  assert.throws(() => bad(new Float32Array(1), 'toString'), RangeError);
  assert.throws(() => bad(new Float32Array(1), 16), TypeError);
});
