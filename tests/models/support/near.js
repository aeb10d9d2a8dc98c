// Asserts that numbers are equal: within 1e-5 of the largest, or to the bit.

import assert from 'node:assert/strict';

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {string} [what] */
export function expectNear(a, b, what = '') {
  assert.equal(a.length, b.length, what);
  const largest = Math.max(...Array.from(b, Math.abs), Number.MIN_VALUE);
  for (let i = 0; i < a.length; i++) {
    assert.ok(Math.abs(a[i] - b[i]) <= 1e-5 * largest, `${what} ${i}: ${a[i]}, expected ${b[i]}`);
  }
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {string} [what] */
export function expectSame(a, b, what = '') {
  assert.equal(a.length, b.length, what);
  const at = Array.from(a).findIndex((value, i) => !Object.is(value, b[i]));
  assert.ok(at < 0, `${what} ${at}: ${a[at]}, expected ${b[at]}`);
}
