// Tests the engine's parameters as a state dict: initial values of a seed, loading and reading, the
// rows of each head, and that a refused dict changes nothing.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from 'headwise';
import * as reference from 'headwise/reference';
import { Random } from '../support/random.js';
import { refused } from '../support/refused.js';
import { assertSameBits } from '../support/tensors.js';

/** @import { PlainTensor, MultiHeadAttentionConfig } from '../../../src/js/types/index.ts' */

const engine = await load();
test.after(() => engine.dispose());

/** @type {Record<string, MultiHeadAttentionConfig>} */
const configs = {
  'one width': { embedDim: 12, numHeads: 3 },
  'grouped queries': { embedDim: 12, numHeads: 6, numKvHeads: 2, headDim: 5, valueHeadDim: 3 },
  'widths of their own': { embedDim: 8, numHeads: 2, keyDim: 5, valueDim: 7, outputDim: 9 },
  'another width of the values only': { embedDim: 8, numHeads: 2, valueDim: 7 },
  'everything optional': { embedDim: 9, numHeads: 3, addBiasKv: true, addZeroAttention: true },
  'no bias': { embedDim: 8, numHeads: 4, bias: false, addBiasKv: true },
  'one of each': { embedDim: 1, numHeads: 1 },
};

/**
 * @param {Random} random
 * @param {Record<string, { shape: readonly number[] }>} state
 * @returns {Record<string, PlainTensor>}
 */
function likeState(random, state) {
  return Object.fromEntries(
    Object.entries(state).map(([name, { shape }]) => [name, random.tensor(shape)]),
  );
}

for (const [name, config] of Object.entries(configs)) {
  describe(name, () => {
    test('a seed gives the values of the reference, bit for bit', () => {
      for (const seed of [undefined, 0, 1, 4294967295, 4294967296, Number.MAX_SAFE_INTEGER]) {
        const layer = engine.createMultiHeadAttention({ ...config, seed });
        const ideal = reference.createMultiHeadAttention({ ...config, seed }).stateDict();
        assert.deepEqual(Object.keys(layer.stateDict()), Object.keys(ideal));
        assertSameBits(layer.stateDict(), ideal, `seed ${seed}`);
        layer.dispose();
      }
    });

    test('the loaded parameters are returned, as copies', () => {
      const layer = engine.createMultiHeadAttention(config);
      const given = likeState(new Random(1), layer.stateDict());
      const kept = structuredClone(given);
      layer.loadStateDict(given);
      for (const { data } of Object.values(given)) data.fill(NaN);
      const first = layer.stateDict();
      assertSameBits(first, kept);
      for (const { data } of Object.values(first)) data.fill(NaN);
      assertSameBits(layer.stateDict(), kept);
      layer.dispose();
    });

    test('a shared state dict makes two layers equal', () => {
      const [one, other] = [1, 2].map((seed) =>
        engine.createMultiHeadAttention({ ...config, seed }),
      );
      const { embedDim, keyDim = embedDim, valueDim = embedDim } = config;
      const random = new Random(2);
      const inputs = [embedDim, keyDim, valueDim].map((width) => random.tensor([5, width]));
      const results = () =>
        [one, other].map((layer) => layer.forward(inputs[0], inputs[1], inputs[2]));
      assert.throws(() => assertSameBits(results()[0], results()[1]));
      other.loadStateDict(one.stateDict());
      assertSameBits(results()[0], results()[1]);
      one.dispose();
      other.dispose();
    });

    test('a refused state dict changes nothing', () => {
      const layer = engine.createMultiHeadAttention(config);
      const before = layer.stateDict();
      const other = likeState(new Random(3), before);
      const last = /** @type {string} */ (Object.keys(before).at(-1));
      for (const state of [
        { ...other, [last]: undefined },
        { ...other, [last]: { data: new Float32Array(2), shape: [2, 1, 1] } },
        { ...other, [last]: { data: new Float32Array(1), shape: before[last].shape.concat(2) } },
        { ...other, another: other[last] },
        null,
      ]) {
        const [kind] = refused(() => layer.loadStateDict(/** @type {any} */ (state)));
        assert.ok(kind === 'TypeError' || kind === 'RangeError', kind);
        assertSameBits(layer.stateDict(), before);
      }
      layer.dispose();
    });
  });
}

test('initial values are Xavier-uniform, biases are 0', () => {
  const layer = engine.createMultiHeadAttention({ embedDim: 96, numHeads: 4, addBiasKv: true });
  const state = layer.stateDict();
  const weight = state.in_proj_weight.data;
  for (const [name, data, bound] of /** @type {[string, Float32Array, number][]} */ ([
    ['W_Q', weight.subarray(0, 96 * 96), Math.sqrt(6 / (96 + 96))],
    ['W_K', weight.subarray(96 * 96, 2 * 96 * 96), Math.sqrt(6 / (96 + 96))],
    ['W_V', weight.subarray(2 * 96 * 96), Math.sqrt(6 / (96 + 96))],
    ['W_O', state['out_proj.weight'].data, Math.sqrt(6 / (96 + 96))],
    ['bias_k', state.bias_k.data, Math.sqrt(6 / (1 + 96))],
    ['bias_v', state.bias_v.data, Math.sqrt(6 / (1 + 96))],
  ])) {
    const largest = data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    assert.ok(largest <= Math.fround(bound) && largest > 0.9 * bound, `${name}: ${largest}`);
    const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
    assert.ok(Math.abs(mean) < (4 * bound) / Math.sqrt(3 * data.length), `${name}: mean ${mean}`);
  }
  assert.ok(state.in_proj_bias.data.every((value) => value === 0));
  assert.ok(state['out_proj.bias'].data.every((value) => value === 0));
  layer.dispose();
});

test('rows of q, k and v are ordered by head; columns of out_proj are heads', () => {
  const config = { embedDim: 4, numHeads: 4, numKvHeads: 2, headDim: 3, valueHeadDim: 2 };
  const layer = engine.createMultiHeadAttention(config);
  const state = layer.stateDict();
  // Each row of the three maps gives its own number, whatever x is.
  state.in_proj_weight.data.fill(0);
  state.in_proj_bias.data.forEach((_, row, data) => (data[row] = row + 1));
  state['out_proj.weight'].data.forEach((_, at, data) => (data[at] = 2 ** (at % 8)));
  layer.loadStateDict(state);
  const { trace } = layer.forward([[1, 2, 3, 4]], { trace: true });
  assert.ok(trace);
  assert.deepEqual([...trace.query.data], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  assert.deepEqual([...trace.key.data], [13, 14, 15, 16, 17, 18]);
  assert.deepEqual([...trace.value.data], [19, 20, 21, 22]);
  assert.deepEqual([...trace.concatenated.data], [19, 20, 19, 20, 21, 22, 21, 22]);
  const first = trace.contributions.data.filter((_, at) => at % 4 === 0);
  assert.deepEqual(
    [...first],
    [19 + 2 * 20, 4 * 19 + 8 * 20, 16 * 21 + 32 * 22, 64 * 21 + 128 * 22],
  );
  layer.dispose();
});

test('bias_k and bias_v are one more key and value, the zero key comes last', () => {
  const config = { embedDim: 2, numHeads: 2, headDim: 1, addBiasKv: true, addZeroAttention: true };
  const layer = engine.createMultiHeadAttention(config);
  const state = layer.stateDict();
  state.in_proj_weight.data.fill(0);
  state.in_proj_bias.data.set([2, 3, 5, 7, 11, 13]); // q, k and v of both heads
  state.bias_k.data.set([17, 19]);
  state.bias_v.data.set([23, 29]);
  layer.loadStateDict(state);
  const { trace } = layer.forward([[1, 1]], { trace: true, keyLengths: [0] });
  assert.ok(trace);
  assert.deepEqual([...trace.dotProducts.data], [2 * 5, 2 * 17, 0, 3 * 7, 3 * 19, 0]);
  assert.deepEqual([...trace.masked.data], [-Infinity, 34, 0, -Infinity, 57, 0]);
  assert.deepEqual(trace.attention.shape, [2, 1, 3]);
  assert.deepEqual([...trace.key.data], [5, 7]);
  assert.deepEqual([...trace.heads.data], [23, 29]);
  layer.dispose();
});

test('nested arrays and NaN may be parameters', () => {
  const layer = engine.createMultiHeadAttention({ embedDim: 1, numHeads: 1, bias: false });
  layer.loadStateDict({ in_proj_weight: [[1], [2], [3]], 'out_proj.weight': [[NaN]] });
  assert.deepEqual([...layer.stateDict().in_proj_weight.data], [1, 2, 3]);
  assert.ok(Number.isNaN(layer.forward([[1]]).output.data[0]));
  layer.dispose();
});
