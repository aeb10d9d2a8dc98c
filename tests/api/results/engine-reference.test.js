// Compares the engine with the float64 reference over random sizes and options: every number of
// every tensor is within the rounding bound that the reference computes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'headwise';
import * as reference from 'headwise/reference';
import {
  describeCase,
  randomAttentionCase,
  randomLayerCase,
  withOptions,
} from '../support/cases.js';
import { Comparison } from '../support/close.js';
import { Random } from '../support/random.js';
import { assertSameBits, tensorsOf } from '../support/tensors.js';

const CASES = process.env.HEADWISE_TEST_ALL ? 350 : 180;

const engine = await load({ threads: 1 });
const threaded = await load({ threads: 2, threadsFrom: 0 });
test.after(() => {
  engine.dispose();
  threaded.dispose();
});

test('both binaries are tested', () => {
  assert.equal(engine.backend.threads, 1);
  assert.equal(threaded.backend.threads, 2);
});

test(`scaled dot-product attention is within the bounds of the reference, ${CASES} times`, (t) => {
  const comparison = new Comparison();
  for (let seed = 1; seed <= CASES; seed++) {
    const random = new Random(seed);
    const { inputs, options, sizes, ordinary } = randomAttentionCase(random, lengthOf(seed));
    const what = `seed ${seed}: ${describeCase({ sizes, options })}`;
    const [query, key, value] = inputs;
    const traced = { ...options, trace: true };
    const expected = reference.scaledDotProductAttention(query, key, value, {
      ...traced,
      bounds: true,
    });
    const out = random.chance(0.3) ? outFor(expected) : undefined;
    const result = engine.scaledDotProductAttention(query, key, value, { ...traced, out });
    comparison.compare(result, expected, { what, ordinary });
    assertSameBits(threaded.scaledDotProductAttention(query, key, value, traced), result, what);
  }
  for (const line of comparison.report()) t.diagnostic(line);
});

test(`the layer is within the bounds of the reference, ${CASES} times`, (t) => {
  const comparison = new Comparison();
  for (let seed = 1; seed <= CASES; seed++) {
    const random = new Random(1000 + seed);
    const { config, inputs, options, sizes, ordinary } = randomLayerCase(random, lengthOf(seed));
    const what = `seed ${seed}: ${describeCase({ config, sizes, inputs, options })}`;
    const ideal = reference.createMultiHeadAttention(config);
    const layers = [engine, threaded].map((one) => one.createMultiHeadAttention(config));
    if (random.chance(0.7)) {
      const state = randomState(random, layers[0].stateDict(), ordinary ? 1 : 6);
      for (const layer of [ideal, ...layers]) layer.loadStateDict(state);
    }
    const traced = { ...options, trace: true };
    const args = withOptions(inputs, traced);
    const expected = ideal.forward(...withOptions(inputs, { ...traced, bounds: true }));
    const out = random.chance(0.3) ? outFor(expected) : undefined;
    const result = layers[0].forward(...withOptions(inputs, { ...traced, out }));
    comparison.compare(result, expected, { what, ordinary });
    assertSameBits(layers[1].forward(...args), result, what);
    for (const layer of layers) layer.dispose();
  }
  for (const line of comparison.report()) t.diagnostic(line);
});

test('the cases have every option, and every length', () => {
  const found = new Set();
  for (let seed = 1; seed <= CASES; seed++) {
    const attended = randomAttentionCase(new Random(seed), lengthOf(seed));
    const layered = randomLayerCase(new Random(1000 + seed), lengthOf(seed));
    for (const { sizes, options } of [attended, layered]) {
      for (const [name, value] of Object.entries(options)) found.add(name).add(`${name} ${value}`);
      for (const mask of [options.mask ?? []].flat()) found.add(Object.keys(mask)[0]);
      for (const name of Object.keys(options.replace ?? {})) found.add(`replace ${name}`);
      for (const name of Object.keys(options.positions ?? {})) found.add(name);
      found.add(options.positions?.type).add(`batched ${sizes.batched}`);
      found.add(`queries ${sizes.queryLen}`).add(`keys ${sizes.keyLen}`).add(`B ${sizes.batch}`);
      found.add(`heads ${sizes.numHeads}`).add(`width ${sizes.headDim}`);
      if (sizes.numKvHeads < sizes.numHeads) found.add('shared key heads');
    }
    for (const name of Object.keys(layered.config)) found.add(name);
    found.add(`inputs ${layered.inputs.length}`);
  }
  const wanted = [
    'mask keyLengths causal window scale softcap positions pastKey keyPaddingMask averageHeads',
    'attend ignore bias alibi rotary numKvHeads headDim valueHeadDim keyDim valueDim outputDim',
    'addBiasKv addZeroAttention onProgress sinks frequencies factor bias queryKeyNorm',
  ].flatMap((names) => names.split(' '));
  wanted.push('causal true', 'causal bottom-right', 'causal by-length', 'shared key heads');
  for (const name of ['query', 'key', 'value', 'dotProducts', 'scores', 'attention', 'heads']) {
    wanted.push(`replace ${name}`);
  }
  for (let length = 0; length <= 70; length++) wanted.push(`queries ${length}`, `keys ${length}`);
  for (let heads = 1; heads <= 12; heads++) wanted.push(`heads ${heads}`);
  for (const width of [1, 3, 5, 64]) wanted.push(`width ${width}`);
  for (const count of [0, 1, 2, 3]) wanted.push(`B ${count}`);
  for (const count of [1, 2, 3]) wanted.push(`inputs ${count}`);
  wanted.push('batched true', 'batched false');
  assert.deepEqual(
    wanted.filter((name) => !found.has(name)),
    [],
  );
});

test('linear, softmax and embed are within rounding of the reference', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = new Random(2000 + seed);
    const what = `seed ${seed}`;
    const [rows, inputDim, outputDim] = [70, 40, 40].map((most) => random.integer(1, most));
    const x = random.tensor([rows, inputDim]);
    const weight = random.tensor([outputDim, inputDim]);
    const bias = random.chance(0.5) ? random.tensor([outputDim]) : undefined;
    const logits = random.tensor([rows, random.integer(0, 70)], 20);
    const ids = Array.from({ length: rows }, () => random.integer(0, 4294967295));
    const embed = { embedDim: inputDim, seed, offset: random.integer(0, 5000) };
    for (const one of [engine, threaded]) {
      assertNear(one.linear(x, weight, bias), reference.linear(x, weight, bias), what);
      assertNear(one.softmax(logits), reference.softmax(logits), what);
      assertNear(one.embed(ids, embed), reference.embed(ids, embed), what);
    }
  }
});

/**
 * Uses every length from 1 to 70.
 *
 * @param {number} seed
 */
function lengthOf(seed) {
  return 1 + (seed % 70);
}

/**
 * Tensors for the results, filled with other numbers.
 *
 * @param {Record<string, any>} expected
 */
function outFor({ output, attention }) {
  const like = (/** @type {import('../support/tensors.js').AnyTensor} */ { data, shape }) => ({
    data: new Float32Array(data.length).fill(NaN),
    shape,
  });
  return { output: like(output), attention: like(attention) };
}

/**
 * Parameters of the size that trained ones have, or larger.
 *
 * @param {Random} random
 * @param {Record<string, import('../support/tensors.js').AnyTensor>} state
 * @param {number} size
 */
function randomState(random, state, size) {
  const parameters = Object.entries(state).map(([name, { shape }]) => {
    const width = shape[shape.length - 1];
    return [name, random.tensor(shape, size / Math.sqrt(width))];
  });
  return Object.fromEntries(parameters);
}

/**
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} what
 */
function assertNear(actual, expected, what) {
  const tensors = tensorsOf(actual);
  for (const [name, { data, shape }] of tensorsOf(expected)) {
    const found = tensors.get(name);
    assert.ok(found, `${what}: ${name}`);
    assert.deepEqual([...found.shape], [...shape], `${what}: ${name}`);
    data.forEach((ideal, at) => {
      const allowed = 1e-5 + 1e-5 * Math.abs(ideal);
      const off = Math.abs(found.data[at] - ideal);
      assert.ok(
        off <= allowed,
        `${what}: ${name}[${at}]: expected ${ideal}, got ${found.data[at]}`,
      );
    });
  }
}
