// How far gradients are from others, in units that mean something for gradients.

import assert from 'node:assert/strict';
import { tensorsOf } from './tensors.js';

/**
 * The largest difference, in units of the largest number of its tensor. A gradient that is 0 in truth, as that of the keys'
 * bias is, is a sum that cancels, and off by the rounding of its terms: a tenth of the largest of all stands for those.
 *
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [what]
 */
export function apart(actual, expected, what) {
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
