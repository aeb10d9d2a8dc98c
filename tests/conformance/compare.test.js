// Tests the comparison of results: its tolerance, and its report of results beyond it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { BOUND_MULTIPLE } from '../../src/js/reference/bounds.ts';
import { judge, lastPlace } from './compare.js';

const tensor = (/** @type {number[]} */ ...data) => ({
  data: Float32Array.from(data),
  shape: [1, data.length],
});
const bounds = (/** @type {number[]} */ ...data) => ({
  data: Float64Array.from(data),
  shape: [1, data.length],
});

/**
 * @param {number} computed
 * @param {number} expected
 * @param {number} bound
 */
const judgeOne = (computed, expected, bound) =>
  judge({
    place: 'Y',
    computed: bounds(computed),
    expected: bounds(expected),
    bound: bounds(bound),
  });

test('equal results need no bound', () => {
  for (const value of [0, 1, NaN, Infinity, -Infinity]) {
    assert.deepEqual(judgeOne(value, value, 0), { fault: null, ulps: 0, share: 0 });
  }
});

test('the original may have its rounding error, and the engine its own', () => {
  const bound = 2 ** -10;
  const most = BOUND_MULTIPLE * bound;
  assert.equal(judgeOne(1 + most, 1, bound).fault, null);
  assert.notEqual(judgeOne(1 + most * 1.001, 1, bound).fault, null);
  const check = { place: 'Y', expected: tensor(1), bound: bounds(bound) };
  assert.equal(judge({ ...check, computed: tensor(1 + 2 * most) }).fault, null);
  assert.notEqual(judge({ ...check, computed: tensor(1 + 2.001 * most) }).fault, null);
  assert.notEqual(judge({ ...check, computed: tensor(1 + 2 * most), coarser: 0 }).fault, null);
  assert.equal(judge({ ...check, computed: tensor(1 + 3 * most), lost: [most] }).fault, null);
});

test('NaN and infinities are near no other number', () => {
  for (const [one, other] of [
    [NaN, 1],
    [1, NaN],
    [Infinity, 1],
    [Infinity, -Infinity],
    [-Infinity, NaN],
  ]) {
    for (const bound of [0, 1e30, Infinity, NaN]) {
      assert.notEqual(judgeOne(one, other, bound).fault, null, `${one}, ${other}, ${bound}`);
    }
  }
});

test('a fault at any index is found, and the report names the largest', () => {
  const expected = tensor(1, 2, 3, 4);
  const bound = bounds(1e-9, NaN, 1e-9, 1e-9);
  const near = judge({ place: 'Y', computed: tensor(1, 2, 3.5, 4.25), expected, bound });
  assert.match(
    near.fault ?? '',
    /^Y\[0, 2\]: 3\.5, the original has 3; 5\.00e-1 apart, .* allowed$/,
  );
  const missing = judge({ place: 'Y', computed: tensor(1, 2.5, 3, 4), expected, bound });
  assert.match(missing.fault ?? '', /^Y\[0, 1\]/);
});

test('shapes must agree', () => {
  const { fault } = judge({
    place: 'Y',
    computed: { data: new Float32Array(4), shape: [2, 2] },
    expected: tensor(0, 0, 0, 0),
    bound: bounds(0, 0, 0, 0),
  });
  assert.match(fault ?? '', /shape/);
});

test('differences are in last places of the largest number in the matrix', () => {
  assert.equal(lastPlace(1), 2 ** -23);
  assert.equal(lastPlace(1.999), 2 ** -23);
  assert.equal(lastPlace(0), 2 ** -149);
  const { ulps } = judge({
    place: 'Y',
    computed: tensor(4, 0.5 + 2 ** -20),
    expected: tensor(4, 0.5),
    bound: bounds(1, 1),
  });
  assert.equal(ulps, 2);
});
