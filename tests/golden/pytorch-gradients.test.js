// Checks PyTorch's stored gradients against slopes of the reference. Inputs and parameters move a
// little along a direction, together; the output must move by the product with the gradients.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../../src/js/reference/index.ts';
import { read } from '../conformance/read.js';
import { gradientsOf, openPyTorch, toFunctionCall, toLayerCall } from './pytorch/suite.js';
import { seeded } from './support/seeded.js';

/** @import { PlainTensor } from '../../src/js/types/index.ts' */
/** @import { LayerCall } from '../conformance/suite.js' */

const STEP = 2 ** -16;

/**
 * Relative to the sum of magnitudes: a gradient lost up to 2^-24 of itself when it was stored, and
 * a score through its scale.
 */
const ALLOWED = 2 ** -23;

const oracle = await load();
const golden = await openPyTorch(read);
const kept = golden.cases.flatMap((one) => {
  const found = gradientsOf(golden, one);
  return found === null ? [] : [{ one, ...found }];
});

test('the stored gradients are the slopes of the reference', (t) => {
  assert.ok(kept.length >= 200, `${kept.length} cases`);
  let largest = 0;
  for (const { one, gradOutput, gradients } of kept) {
    const names = Object.keys(gradients);
    const call =
      one.call === 'MultiheadAttention' ? toLayerCall(golden, one) : toFunctionCall(golden, one);
    const directions = names.map((name, n) =>
      seeded(gradients[name].data.length, one.seed, 100 + n, 1),
    );

    const said = names.map((name, n) => dot(gradients[name].data, directions[n]));
    const size = names.map((name, n) =>
      dot(gradients[name].data.map(Math.abs), directions[n].map(Math.abs)),
    );

    /** @param {number} step */
    const lossAt = (step) => {
      const move = (/** @type {string} */ name, /** @type {PlainTensor} */ { data, shape }) => {
        const direction = directions[names.indexOf(name)];
        return {
          data: Float64Array.from(data, (value, at) => value + step * direction[at]),
          shape,
        };
      };
      return dot(compute(call, move).data, gradOutput.data);
    };
    // The fourth-order difference: its error is of a higher order than STEP^4.
    const slope =
      (8 * (lossAt(STEP) - lossAt(-STEP)) - (lossAt(2 * STEP) - lossAt(-2 * STEP))) / (12 * STEP);
    const off = Math.abs(slope - total(said)) / (total(size) || 1);
    largest = Math.max(largest, off);
    assert.ok(off < ALLOWED, `${one.name}: ${slope}, the gradients say ${total(said)}`);
  }
  t.diagnostic(
    `${kept.length} cases, ${largest.toExponential(1)} of the sum of magnitudes at most`,
  );
});

/**
 * The output, with each input and parameter moved.
 *
 * @param {Omit<LayerCall, 'config' | 'state'> & Partial<LayerCall>} call
 * @param {(name: string, tensor: PlainTensor) => { data: Float64Array, shape: readonly number[] }} move
 */
function compute({ config, state, query, key, value, options }, move) {
  const moved = {
    query: move('query', query),
    key: key && move('key', key),
    value: value && move('value', value),
  };
  if (config === undefined || state === undefined) {
    const { key: keys = moved.query, value: values = keys } = moved;
    return oracle.scaledDotProductAttention(moved.query, keys, values, options).output;
  }
  const layer = oracle.createMultiHeadAttention(config);
  const parameters = Object.entries(state).map(([name, tensor]) => [name, move(name, tensor)]);
  layer.loadStateDict(Object.fromEntries(parameters));
  return layer.forward(moved.query, moved.key, moved.value, options).output;
}

/**
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
function dot(a, b) {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at];
  return sum;
}

/** @param {readonly number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}
