// Makes calls of every operation of an engine, over empty, odd and ordinary sizes, for tests that
// concern all operations.

import { createTransformer } from 'headwise/training';
import { describeCase, randomAttentionCase, randomLayerCase, withOptions } from './cases.js';
import { Random } from './random.js';

/** Calls of an engine in this thread or in a worker. @type {(engine: any, config: any) => any} */
const create = createTransformer;

/** @typedef {{ what: string, run: (engine: any) => any }} Call run gives the result, or a promise from a worker */

const LENGTHS = [0, 1, 2, 5, 17, 33];
/** A transformer's, one for each length. */
const BLOCKS = [
  { positions: 'none' },
  { positions: 'sinusoidal', norm: 'post', activation: 'gelu' },
  { positions: 'rotary', numKvHeads: 1, normType: 'rms', gated: true, activation: 'silu' },
  {
    ...{
      positions: { type: 'rotary', dims: 2, factor: 1.2 },
      norm: 'inside',
      bias: { query: true },
    },
    queryKeyNorm: { type: 'rms', over: 'head' },
  },
  { norm: 'sandwich', softcap: 3, window: { left: 4 }, activation: 'gelu-tanh' },
  { positions: 'alibi', causal: false, activation: 'relu-squared' },
];
const SHAPES = [[0], [2, 0], [0, 3], [3, 0, 2], [2, 3, 0], [1], [5], [3, 17], [2, 3, 8], [1, 33]];

/**
 * @param {number} cases of attention and of the layer for each length
 * @returns {Call[]} the same every time
 */
export function everyCall(cases) {
  const random = new Random(20);
  return [
    ...SHAPES.flatMap((shape) => smallCalls(random, shape)),
    ...LENGTHS.map((length) => embedding(random, length)),
    ...LENGTHS.flatMap((length) =>
      Array.from({ length: cases }, () => [
        attention(randomAttentionCase(random, length)),
        layer(random, randomLayerCase(random, length)),
      ]).flat(),
    ),
    ...LENGTHS.map((length) => cached(random, length)),
    ...LENGTHS.map((length, at) => transformer(random, length, BLOCKS[at])),
  ];
}

/**
 * @param {Random} random
 * @param {number[]} shape
 * @returns {Call[]}
 */
function smallCalls(random, shape) {
  const x = random.tensor(shape, 3);
  const scores = random.tensor(shape, 3);
  scores.data.forEach((_, at) => random.chance(0.3) && (scores.data[at] = -Infinity));
  const width = shape[shape.length - 1];
  /** @type {Call[]} */
  const calls = [
    { what: `softmax (${shape})`, run: (engine) => engine.softmax(scores) },
    { what: `softmaxSteps (${shape})`, run: (engine) => engine.softmaxSteps(scores) },
  ];
  if (width === 0) return calls;
  const [weight, bias] = [random.tensor([5, width]), random.tensor([5])];
  const norm = { weight: random.tensor([width]), bias: random.tensor([width]) };
  calls.push(
    { what: `linear (${shape})`, run: (engine) => engine.linear(x, weight) },
    { what: `linear with bias (${shape})`, run: (engine) => engine.linear(x, weight, bias) },
    { what: `addAndNorm (${shape})`, run: (engine) => engine.addAndNorm(x, scores, norm) },
  );
  return calls;
}

/**
 * @param {Random} random
 * @param {number} length
 * @returns {Call}
 */
function embedding(random, length) {
  const ids = Array.from({ length }, () => random.integer(0, 1000));
  const options = { embedDim: 7, seed: length, offset: 3 };
  return { what: `embed of ${length}`, run: (engine) => engine.embed(ids, options) };
}

/**
 * @param {import('./cases.js').AttentionCase} given
 * @returns {Call}
 */
function attention({ sizes, inputs, options }) {
  return {
    what: `attention ${describeCase({ sizes, options })}`,
    async run(engine) {
      const [query, key, value] = inputs;
      const ask = (/** @type {object} */ more) =>
        engine.scaledDotProductAttention(query, key, value, { ...options, ...more });
      return {
        plain: await ask({}),
        traced: await ask({ trace: true }),
        kept: await answers(ask, sizes, 0),
      };
    },
  };
}

/**
 * @param {Random} random
 * @param {import('./cases.js').LayerCase} given
 * @returns {Call}
 */
function layer(random, { sizes, inputs, options, config }) {
  const extra = Number(config.addBiasKv ?? 0) + Number(config.addZeroAttention ?? 0);
  return {
    what: `layer ${describeCase({ sizes, options, config })}`,
    async run(engine) {
      const made = await engine.createMultiHeadAttention(config);
      const ask = (/** @type {object} */ more) =>
        made.forward(...withOptions(inputs, { ...options, ...more }));
      const results = {
        state: await made.stateDict(),
        plain: await ask({}),
        traced: await ask({ trace: true }),
        kept: await answers(ask, sizes, extra),
      };
      await made.dispose();
      return results;
    },
  };
}

/**
 * Later results of a kept call: a window of its map, and its gradients where it has them.
 *
 * @param {(more: object) => any} ask
 * @param {import('./cases.js').CaseSizes} sizes
 * @param {number} extra keys
 */
async function answers(ask, { batch, queryLen, keyLen, pastLen }, extra) {
  const { kept, ...rest } = await ask({ keep: true });
  const columns = pastLen + keyLen + extra;
  const window = { head: 0, rows: [0, queryLen], columns: [0, columns] };
  const bins = { height: Math.min(queryLen, 2), width: Math.min(columns, 3) };
  const found = {
    ...rest,
    window: batch > 0 && (await kept.attentionWindow(window)),
    pooled: batch > 0 && (await kept.attentionWindow({ ...window, ...bins, reduce: 'max' })),
    gradients: await gradients(kept, rest.output),
  };
  await kept.dispose();
  return found;
}

/**
 * @param {any} kept
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} output
 */
async function gradients(kept, { data, shape }) {
  const ones = { data: new Float32Array(data.length).fill(1), shape };
  try {
    return await kept.backward(ones);
  } catch (error) {
    if (/replace/.test(String(error))) return null; // such a call has none
    throw error;
  }
}

/**
 * @param {Random} random
 * @param {number} length of the first part of a sequence
 * @returns {Call}
 */
function cached(random, length) {
  const config = { embedDim: 6, numHeads: 3, numKvHeads: 1, addBiasKv: true, seed: length };
  const parts = [length, 1, 0, 3].map((len) => random.tensor([len, 6]));
  return {
    what: `cache of ${length} and 4`,
    async run(engine) {
      const made = await engine.createMultiHeadAttention(config);
      const cache = await made.createCache({ capacity: length + 9 });
      const results = [];
      for (const part of parts) {
        results.push(await made.forward(part, { cache, causal: true, trace: true }));
      }
      await cache.truncate(length);
      results.push(await made.forward(parts[3], { cache, causal: true }));
      await cache.dispose();
      await made.dispose();
      return results;
    },
  };
}

/**
 * @param {Random} random
 * @param {number} length
 * @param {object} block
 * @returns {Call}
 */
function transformer(random, length, block) {
  const config = {
    vocabSize: 11,
    contextLen: 40,
    embedDim: 12,
    numHeads: 3,
    numLayers: 2,
    mlpDim: 9,
    seed: length,
    ...block,
  };
  const ids = () => Int32Array.from({ length: 2 * length }, () => random.integer(0, 10));
  const shape = [2, length];
  const tokens = { data: ids(), shape };
  const targets = { data: ids(), shape };
  return {
    what: `transformer on ${length}`,
    async run(engine) {
      const made = await create(engine, config);
      const results = [
        await made.forward(tokens, { trace: true }),
        await made.forward(tokens, { attention: true, removeHeads: [[1, 0]] }),
      ];
      if (length > 0) {
        results.push(await made.evaluate({ tokens, targets }));
        for (const optimizer of ['adamw', 'sgd']) {
          results.push(await made.trainStep({ tokens, targets }, { optimizer, clipNorm: 1 }));
        }
      }
      results.push(await made.stateDict(), await made.optimizerState());
      await made.dispose();
      return results;
    },
  };
}
