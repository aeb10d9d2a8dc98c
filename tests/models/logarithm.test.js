// Tests the logarithm of statistics against the engine's own, which may differ in the last digit.

import assert from 'node:assert/strict';
import test from 'node:test';
import { logarithm, sumOfLogarithms } from '../../src/js/models/logarithm.ts';

const values = Array.from({ length: 4000 }, (_, i) => 2 ** (i / 20 - 140) * (1 + (i % 37) / 37));

test('the logarithm of numbers of every size', () => {
  for (const x of [...values, 1, 2, Math.SQRT2, Math.SQRT1_2, 1 - 2 ** -24, 1 + 2 ** -23]) {
    const expected = Math.log(x);
    assert.ok(Math.abs(logarithm(x) - expected) <= 1e-15 * Math.abs(expected), String(x));
  }
  assert.equal(logarithm(1), 0);
});

test('the sum of w ln(w) skips zeros, and takes subnormal numbers', () => {
  const weights = Float32Array.from([...values.filter((x) => x < 4), 0, -1, NaN, 1e-45]);
  let expected = 0;
  for (const w of weights) if (w > 0) expected += w * Math.log(w);
  assert.ok(Math.abs(sumOfLogarithms(weights) - expected) <= 1e-12 * Math.abs(expected));
  assert.equal(sumOfLogarithms(weights.subarray(0, 0)), 0);
  const part = Float32Array.of(5, 9).subarray(1);
  assert.ok(Math.abs(sumOfLogarithms(part) - 9 * Math.log(9)) < 1e-13);
});
