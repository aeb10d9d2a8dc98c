// Measures the error of gradients against expected ones, relative to the sizes of the gradients.

import assert from 'node:assert/strict';
import { tensorsOf } from './tensors.js';

/**
 * The largest difference, in units of the largest number of its tensor. Some gradients are exactly
 * 0, such as that of the keys' bias. Their error is compared with a tenth of the largest gradient
 * of all.
 *
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [what]
 */
export function gradientError(actual, expected, what) {
  const tensors = tensorsOf(actual);
  const wanted = tensorsOf(expected);
  assert.deepEqual([...tensors.keys()].sort(), [...wanted.keys()].sort(), what);
  const floor = Math.max(1e-3, ...[...wanted.values()].map(({ data }) => largest(data) / 10));
  let most = 0;
  for (const [name, { data, shape }] of wanted) {
    const got = /** @type {import('./tensors.js').AnyTensor} */ (tensors.get(name));
    assert.deepEqual([...got.shape], [...shape], `${what}: shape of ${name}`);
    assert.equal(got.data.length, data.length, `${what}: length of ${name}`);
    const unit = Math.max(floor, largest(data));
    for (let at = 0; at < data.length; at++) {
      const off = Math.abs(got.data[at] - data[at]) / unit;
      if (!(off <= most)) most = off; // NaN is more than any
    }
  }
  return most;
}

/** @param {ArrayLike<number>} data */
function largest(data) {
  let most = 0;
  for (let at = 0; at < data.length; at++) most = Math.max(most, Math.abs(data[at]));
  return most;
}
