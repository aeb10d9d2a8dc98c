// Tests that any number of masks apply at once, and that each takes as long as the others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'headwise';
import * as reference from 'headwise/reference';
import { fastest } from '../support/fastest.js';
import { Random } from '../support/random.js';

const engine = await load();
test.after(() => engine.dispose());

const random = new Random(3);
const x = random.tensor([1, 3, 4]);

/** @param {number} count of masks, of every kind and of sizes that end anywhere in a cache line */
function masksOf(count) {
  return Array.from({ length: count }, (_, i) => {
    if (i % 3 === 0) return { bias: random.tensor([3, 3], 1e-3) };
    const shape = i % 2 ? [3, 3] : [3];
    return i % 3 === 1
      ? { attend: random.booleans(shape, 0.9999) }
      : { ignore: random.booleans(shape, 0.0001) };
  });
}

test("200 masks give the reference's result", () => {
  const mask = masksOf(200);
  const { attention } = engine.scaledDotProductAttention(x, x, x, { mask, attention: true });
  const expected = reference.scaledDotProductAttention(x, x, x, { mask, attention: true });
  attention.data.forEach((value, at) => {
    assert.ok(Math.abs(value - expected.attention.data[at]) < 1e-5, `at ${at}`);
  });
});

test('eight times as many masks take about eight times as long', () => {
  const times = (/** @type {number} */ count) => {
    const mask = masksOf(count);
    return fastest(() => {
      engine.scaledDotProductAttention(x, x, x, { mask });
      engine.softmax([0]); // so that the next call is planned again
    });
  };
  times(500); // compiled now
  const [few, many] = [times(2_000), times(16_000)];
  assert.ok(many < 20 * few, `${few} ms, then ${many} ms`); // quadratic: 64
});
