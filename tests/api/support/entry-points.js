// Makes one call of every entry point. Each call is complete in itself: it leaves nothing in the
// engine, whether it succeeds or fails, and always gives the same numbers.

import assert from 'node:assert/strict';
import { createTransformer } from 'headwise/training';
import { Random } from './random.js';

/** @typedef {import('headwise').Headwise} Headwise */
/** @typedef {ReturnType<ReturnType<typeof callsOf>['prepare']>} Prepared */

const VOCABULARY = 60;

/**
 * The calls on sequences of a length, of tokens of a width.
 *
 * @param {{ length: number, width: number }} sizes
 */
export function callsOf({ length, width }) {
  const random = new Random(77);
  const x = random.tensor([1, length, width]);
  const heads = random.tensor([1, 2, length, width / 2]);
  const rows = random.tensor([8 * length, width]);
  const bias = random.tensor([length, length]);
  const ids = Array.from({ length }, (_, index) => (7 * index) % VOCABULARY);
  const batch = { tokens: [ids], targets: [ids.slice().reverse()] };
  const layerConfig = { embedDim: width, numHeads: 2, addBiasKv: true };
  const modelConfig = {
    vocabSize: VOCABULARY,
    contextLen: length,
    embedDim: width,
    numHeads: 2,
    numLayers: 1,
  };

  /** @param {Headwise} engine */
  function prepare(engine) {
    const layer = engine.createMultiHeadAttention(layerConfig);
    const { kept } = layer.forward(x, { keep: true });
    const { kept: keptAttention } = engine.scaledDotProductAttention(heads, heads, heads, {
      keep: true,
    });
    assert.ok(kept && keptAttention);
    return {
      engine,
      layer,
      cache: layer.createCache({ capacity: length }),
      kept,
      keptAttention,
      model: createTransformer(engine, modelConfig),
    };
  }

  /** @type {Record<string, (made: Prepared) => unknown>} */
  const calls = {
    createMultiHeadAttention: ({ engine }) =>
      using(engine.createMultiHeadAttention({ ...layerConfig, seed: 5 }), (layer) =>
        layer.stateDict(),
      ),
    createCache: ({ layer }) =>
      using(layer.createCache({ batch: 3, capacity: 2 * length }), ({ length: full }) =>
        numbersOf({ full }),
      ),
    createTransformer: ({ engine }) =>
      using(createTransformer(engine, { ...modelConfig, seed: 4 }), (model) => model.stateDict()),
    attention: ({ engine }) =>
      engine.scaledDotProductAttention(heads, heads, heads, { mask: { bias }, attention: true }),
    'attention with its trace': ({ engine }) =>
      engine.scaledDotProductAttention(heads, heads, heads, { trace: true }),
    'attention with many masks': ({ engine }) =>
      engine.scaledDotProductAttention(heads, heads, heads, { mask: new Array(30).fill({ bias }) }),
    'attention that is kept': ({ engine }) => {
      const result = engine.scaledDotProductAttention(heads, heads, heads, { keep: true });
      return using(result.kept, () => ({ output: result.output }));
    },
    linear: ({ engine }) => engine.linear(rows, rows),
    softmax: ({ engine }) => engine.softmax(rows),
    softmaxSteps: ({ engine }) => engine.softmaxSteps(rows),
    addAndNorm: ({ engine }) => engine.addAndNorm(rows, rows),
    embed: ({ engine }) => engine.embed(ids, { embedDim: 8 * width, seed: 3 }),
    forward: ({ layer }) => layer.forward(x, { trace: true, softcap: 4 }),
    'forward that is kept': ({ layer }) => {
      const { kept, output, attention } = layer.forward(x, { keep: true, attention: true });
      return using(kept, () => ({ output, attention }));
    },
    'forward with a cache': ({ layer, cache }) => {
      const result = layer.forward(x, { cache, attention: true });
      cache.truncate(0);
      return result;
    },
    attentionWindow: ({ kept }) =>
      kept.attentionWindow({ head: 1, rows: [0, length], columns: [0, length] }),
    backward: ({ kept }) => kept.backward(x),
    'backward of attention': ({ keptAttention }) => keptAttention.backward(heads),
    stateDict: ({ layer }) => layer.stateDict(),
    loadStateDict: ({ engine, layer }) =>
      using(engine.createMultiHeadAttention({ ...layerConfig, seed: 9 }), (other) => {
        other.loadStateDict(layer.stateDict());
        return other.forward(x);
      }),
    "a model's forward": ({ model }) => model.forward(ids, { trace: true }),
    evaluate: ({ model }) => numbersOf(model.evaluate(batch)),
    trainStep: ({ model }) => {
      const { loss, gradNorm } = model.trainStep(batch, { learningRate: 0 });
      return numbersOf({ loss, gradNorm });
    },
    "a model's stateDict": ({ model }) => model.stateDict(),
    "a model's loadStateDict": ({ engine, model }) =>
      using(createTransformer(engine, { ...modelConfig, seed: 9 }), (other) => {
        other.loadStateDict(model.stateDict());
        return other.forward(ids);
      }),
    "a model's loadOptimizerState and optimizerState": ({ engine, model }) =>
      using(createTransformer(engine, { ...modelConfig, seed: 9 }), (other) => {
        const like = model.stateDict();
        other.loadOptimizerState({ step: 3, first: like, second: like });
        const { step, ...moments } = other.optimizerState();
        return { ...moments, ...numbersOf({ step }) };
      }),
  };
  return { prepare, calls };
}

/**
 * @template {{ dispose(): void }} Handle
 * @template T
 * @param {Handle | undefined} handle
 * @param {(handle: Handle) => T} use
 * @returns {T}
 */
function using(handle, use) {
  assert.ok(handle);
  try {
    return use(handle);
  } finally {
    handle.dispose();
  }
}

/**
 * Numbers as a tensor, which can be compared bit for bit.
 *
 * @param {object} numbers
 */
function numbersOf(numbers) {
  const data = Float64Array.from(Object.values(numbers));
  return { numbers: { data, shape: [data.length] } };
}
