// Compares steps of training with torch's: the same parameters, batches and optimisers, from
// torch's own state dict.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { load } from 'headwise';
import { createTransformer } from 'headwise/training';
import { readArrays } from '../../src/js/formats/safetensors.ts';

const file = await readFile(new URL('transformer/cases.safetensors', import.meta.url));
const { tensors, metadata } = readArrays(new Uint8Array(file));
const { torch, cases } = JSON.parse(metadata.about);

/** @type {Record<string, import('headwise/training').OptimizerOptions>} */
const optimizers = {
  sgd: { optimizer: 'sgd', learningRate: 0.1 },
  momentum: { optimizer: 'sgd', learningRate: 0.1, momentum: 0.9, weightDecay: 0.01 },
  adam: { optimizer: 'adam', learningRate: 0.01, weightDecay: 0.01 },
  adamw: {
    optimizer: 'adamw',
    learningRate: 0.01,
    betas: [0.8, 0.99],
    epsilon: 1e-6,
    weightDecay: 0.1,
  },
  clipped: { optimizer: 'adamw', learningRate: 0.01, clipNorm: 0.5 },
};

/** Relative to the largest number: float32's rounding, carried through the steps. */
const CLOSE = 2e-6;

/** @param {string} prefix */
function stateOf(prefix) {
  /** @type {Record<string, import('headwise').PlainTensor>} */
  const state = {};
  for (const [name, { data, shape }] of Object.entries(tensors)) {
    if (!name.startsWith(prefix)) continue;
    state[name.slice(prefix.length)] = { data: /** @type {Float32Array} */ (data), shape };
  }
  return state;
}

/**
 * @param {ArrayLike<number>} got
 * @param {ArrayLike<number>} expected
 * @returns {number} the largest difference as a share of the largest expected, or of 1
 */
function difference(got, expected) {
  assert.equal(got.length, expected.length);
  const largest = Math.max(1, ...Array.from(expected, Math.abs));
  return Math.max(...Array.from(got, (x, i) => Math.abs(x - expected[i]))) / largest;
}

const headwise = await load();
test.after(() => headwise.dispose());

cases.forEach((/** @type {any} */ expected, /** @type {number} */ number) => {
  const { norm, activation, causal, tied, optimizer, losses, norms } = expected;
  const what = `${norm} norm, ${activation}, ${causal ? 'causal' : 'all'}${tied ? ', tied' : ''}`;
  test(`torch ${torch}, ${optimizer}: ${what}`, (t) => {
    const model = createTransformer(headwise, {
      vocabSize: 7,
      contextLen: 6,
      embedDim: 8,
      numHeads: 2,
      numLayers: 2,
      mlpDim: 12,
      norm,
      activation,
      causal,
      tied,
    });
    model.loadStateDict(stateOf(`${number}.before.`));
    const batches = ['tokens', 'targets', 'mask'].map((name) => tensors[`${number}.${name}`]);
    const [tokens, targets, mask] = batches.map(({ data }) =>
      losses.map((/** @type {number} */ _, /** @type {number} */ step) => ({
        data: /** @type {any} */ (data).slice(15 * step, 15 * (step + 1)),
        shape: [3, 5],
      })),
    );
    const { logits } = model.forward(tokens[0]);
    const golden = /** @type {Float32Array} */ (tensors[`${number}.logits`].data);
    let worst = difference(logits.data, golden);
    losses.forEach((/** @type {number} */ loss, /** @type {number} */ step) => {
      const batch = { tokens: tokens[step], targets: targets[step], mask: mask[step] };
      const got = model.trainStep(batch, optimizers[optimizer]);
      worst = Math.max(worst, difference([got.loss, got.gradNorm], [loss, norms[step]]));
    });
    const after = model.stateDict();
    for (const [name, { data }] of Object.entries(stateOf(`${number}.after.`))) {
      // The bias of keys has no gradient, as it adds the same to all scores of a query, and Adam makes steps of rounding.
      const [from, to] = name.endsWith('in_proj_bias') ? [8, 16] : [0, 0];
      const but = (/** @type {Float32Array} */ all) => [
        ...all.subarray(0, from),
        ...all.subarray(to),
      ];
      const off = difference(but(after[name].data), but(data));
      assert.ok(off <= CLOSE, `${name}: off by ${off}`);
      worst = Math.max(worst, off);
    }
    t.diagnostic(`largest difference ${worst.toExponential(1)}`);
    assert.ok(worst <= CLOSE, `off by ${worst}`);
    model.dispose();
  });
});
