// Lists all tensors of any result, and says where two results differ.

import assert from 'node:assert/strict';

/** @typedef {{ data: Float32Array | Float64Array, shape: readonly number[] }} AnyTensor */

/**
 * @param {unknown} result of a call, a trace, a state dict
 * @param {string} [path]
 * @returns {Map<string, AnyTensor>} by name: `output`, `trace.scores`
 */
export function tensorsOf(result, path = '') {
  /** @type {Map<string, AnyTensor>} */
  const found = new Map();
  if (typeof result !== 'object' || result === null) return found;
  if ('data' in result && 'shape' in result) {
    return found.set(path, /** @type {AnyTensor} */ (result));
  }
  for (const [name, member] of Object.entries(result)) {
    if (name === 'bounds') continue;
    for (const entry of tensorsOf(member, path === '' ? name : `${path}.${name}`)) {
      found.set(...entry);
    }
  }
  return found;
}

/**
 * Every tensor of `expected` is in `actual`, bit for bit; a NaN is a NaN.
 *
 * @param {unknown} actual may hold more
 * @param {unknown} expected
 * @param {string} [what]
 */
export function assertSameBits(actual, expected, what = 'result') {
  const tensors = tensorsOf(actual);
  const wanted = tensorsOf(expected);
  assert.ok(wanted.size > 0, `${what}: nothing to compare`);
  for (const [name, { data, shape }] of wanted) {
    const found = tensors.get(name);
    assert.ok(found, `${what}: ${name} is missing`);
    assert.deepEqual([...found.shape], [...shape], `${what}: shape of ${name}`);
    assert.equal(found.data.length, data.length, `${what}: length of ${name}`);
    const at = data.findIndex((value, index) => !Object.is(value, found.data[index]));
    if (at >= 0) {
      const place = `${name}[${placeIn(shape, at)}]`;
      assert.fail(`${what}: ${place}: expected ${data[at]}, got ${found.data[at]}`);
    }
  }
}

/**
 * The index of element `at` of a tensor, for each axis.
 *
 * @param {readonly number[]} shape
 * @param {number} at
 * @returns {number[]}
 */
export function placeIn(shape, at) {
  return shape.map((size, axis) => {
    const below = shape.slice(axis + 1).reduce((product, next) => product * next, 1);
    return Math.floor(at / below) % size;
  });
}

/**
 * A copy whose numbers may be changed.
 *
 * @template {AnyTensor | { data: Uint8Array, shape: readonly number[] }} T
 * @param {T} tensor
 * @returns {T}
 */
export function copyOf(tensor) {
  return { ...tensor, data: tensor.data.slice() };
}
