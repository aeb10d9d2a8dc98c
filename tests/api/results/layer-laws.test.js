// Tests laws of the multi-head layer that hold for all weights, with random sizes and numbers. A
// failure names the seed and the smallest case that fast-check found.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { load } from 'headwise';
import * as reference from 'headwise/reference';
import { BOUND_MULTIPLE } from '../../../src/js/reference/bounds.ts';
import { Random } from '../support/random.js';
import { only, permuted, shuffled } from '../support/rearrange.js';
import { assertSameBits, copyOf } from '../support/tensors.js';

/** @import { PlainTensor, MultiHeadAttentionConfig } from '../../../src/js/types/index.ts' */

const EPSILON = 2 ** -23;

const engine = await load();
test.after(() => engine.dispose());

const layers = fc.record({
  seed: fc.nat(),
  batch: fc.integer({ min: 1, max: 2 }),
  length: fc.integer({ min: 1, max: 30 }),
  embedDim: fc.integer({ min: 1, max: 20 }),
  numKvHeads: fc.integer({ min: 1, max: 3 }),
  group: fc.integer({ min: 1, max: 3 }),
  headDim: fc.constantFrom(1, 2, 5, 8),
  valueHeadDim: fc.constantFrom(1, 4, 7),
  outputDim: fc.integer({ min: 1, max: 20 }),
});

/** @typedef {{ seed: number, batch: number, length: number, embedDim: number, numKvHeads: number, group: number, headDim: number, valueHeadDim: number, outputDim: number }} Sizes */

/**
 * A law of a layer whose every parameter is random.
 *
 * @param {string} name
 * @param {(call: ReturnType<typeof inputs>) => void} check
 */
function law(name, check) {
  test(name, () => {
    fc.assert(
      fc.property(layers, (sizes) => {
        const call = inputs(sizes);
        check(call);
        call.layer.dispose();
      }),
    );
  });
}

/** @param {Sizes} sizes */
function inputs({ seed, batch, length, group, ...rest }) {
  const random = new Random(seed);
  const config = { ...rest, numHeads: rest.numKvHeads * group };
  const layer = engine.createMultiHeadAttention(config);
  /** @type {Record<string, PlainTensor>} */
  const state = {};
  for (const [name, { shape }] of Object.entries(layer.stateDict())) {
    state[name] = random.tensor(shape);
  }
  layer.loadStateDict(state);
  const x = random.tensor([batch, length, config.embedDim]);
  return { config, layer, state, x, batch, length, group, random };
}

/**
 * @param {MultiHeadAttentionConfig} config
 * @param {Record<string, PlainTensor>} state
 */
function layerOf(config, state) {
  const layer = engine.createMultiHeadAttention(config);
  layer.loadStateDict(state);
  return layer;
}

law(
  'heads in another order in the state dict put their maps in that order, bit for bit',
  (call) => {
    const { config, layer, state, x, group, random } = call;
    const { numHeads, numKvHeads, headDim, valueHeadDim } = config;
    const kvOrder = shuffled(random, numKvHeads);
    const order = kvOrder.flatMap((kv) => Array.from({ length: group }, (_, g) => kv * group + g));
    const rows = [
      ...blocks(order, headDim),
      ...blocks(kvOrder, headDim, numHeads * headDim),
      ...blocks(kvOrder, valueHeadDim, (numHeads + numKvHeads) * headDim),
    ];
    const other = layerOf(config, {
      in_proj_weight: permuted(state.in_proj_weight, rows, 0),
      in_proj_bias: permuted(state.in_proj_bias, rows, 0),
      'out_proj.weight': permuted(state['out_proj.weight'], blocks(order, valueHeadDim), 1),
      'out_proj.bias': state['out_proj.bias'],
    });
    const options = { trace: true, causal: true };
    const [trace, expected] = [other, layer].map((one) => one.forward(x, options).trace);
    assert.ok(trace && expected);
    for (const name of /** @type {const} */ (['attention', 'heads', 'contributions'])) {
      assertSameBits(trace[name], permuted(expected[name], order, 1), name);
    }
    other.dispose();
  },
);

law('the contributions of the heads and b_O are the output', (call) => {
  const { config, layer, state, x } = call;
  const { output, trace } = layer.forward(x, { trace: true });
  assert.ok(trace);
  const { outputDim, numHeads, valueHeadDim } = config;
  const width = numHeads * valueHeadDim;
  const weight = state['out_proj.weight'].data;
  const [rows, length] = [output.data.length / outputDim, call.length];
  for (let row = 0; row < rows; row++) {
    for (let o = 0; o < outputDim; o++) {
      let sum = state['out_proj.bias'].data[o];
      let size = Math.abs(sum);
      for (let h = 0; h < numHeads; h++) {
        const at = (Math.floor(row / length) * numHeads + h) * length + (row % length);
        sum += trace.contributions.data[at * outputDim + o];
      }
      for (let d = 0; d < width; d++) {
        size += Math.abs(trace.concatenated.data[row * width + d] * weight[o * width + d]);
      }
      const allowed = BOUND_MULTIPLE * EPSILON * Math.sqrt(width + 1) * size;
      const off = Math.abs(output.data[row * outputDim + o] - sum);
      assert.ok(off <= allowed, `row ${row}, ${o}: off by ${off}, allowed ${allowed}`);
    }
  }
});

law('a head set to zero takes away its contribution and nothing else', (call) => {
  const { config, layer, x, random } = call;
  const { trace } = layer.forward(x, { trace: true });
  assert.ok(trace);
  const heads = copyOf(trace.heads);
  const removed = random.integer(0, config.numHeads - 1);
  const size = call.length * config.valueHeadDim;
  for (let b = 0; b < call.batch; b++) {
    const from = (b * config.numHeads + removed) * size;
    heads.data.fill(0, from, from + size);
  }
  const without = layer.forward(x, { trace: true, replace: { heads } }).trace;
  assert.ok(without);
  const all = Array.from({ length: config.numHeads }, (_, h) => h);
  const others = all.filter((h) => h !== removed);
  assert.ok(permuted(without.contributions, [removed], 1).data.every((number) => number === 0));
  assertSameBits(
    permuted(without.contributions, others, 1),
    permuted(trace.contributions, others, 1),
  );
  assertSameBits(without.attention, trace.attention);
});

law('grouped key heads are repeated key heads, bit for bit', (call) => {
  const { config, layer, state, x, group } = call;
  const { numHeads, numKvHeads, headDim, valueHeadDim } = config;
  const shared = Array.from({ length: numHeads }, (_, h) => Math.floor(h / group));
  const rows = [
    ...Array.from({ length: numHeads * headDim }, (_, row) => row),
    ...blocks(shared, headDim, numHeads * headDim),
    ...blocks(shared, valueHeadDim, (numHeads + numKvHeads) * headDim),
  ];
  const { numKvHeads: _, ...full } = config;
  const repeated = layerOf(full, {
    ...state,
    in_proj_weight: permuted(state.in_proj_weight, rows, 0),
    in_proj_bias: permuted(state.in_proj_bias, rows, 0),
  });
  const result = layer.forward(x, { attention: true, causal: true });
  assertSameBits(repeated.forward(x, { attention: true, causal: true }), result);
  repeated.dispose();
});

law(
  'a query that may attend to nothing has zeros in every map and head, and b_O as its output',
  (call) => {
    const { config, layer, state, x, length, random } = call;
    const lonely = random.integer(0, length - 1);
    const row = { data: only(length, lonely).data, shape: [length, 1] };
    const { output, trace, logSumExp } = layer.forward(x, { mask: { ignore: row }, trace: true });
    assert.ok(trace && logSumExp);
    const outputs = permuted(output, [lonely], 1).data;
    const bias = state['out_proj.bias'].data;
    outputs.forEach((number, at) => assert.ok(Object.is(number, bias[at % config.outputDim])));
    for (const name of /** @type {const} */ (['attention', 'heads', 'contributions'])) {
      assert.ok(
        permuted(trace[name], [lonely], 2).data.every((number) => number === 0),
        name,
      );
    }
    assert.ok(permuted(trace.masked, [lonely], 2).data.every((number) => number === -Infinity));
    assert.ok(permuted(logSumExp, [lonely], 2).data.every((number) => number === -Infinity));
  },
);

law('without keys every output is b_O', (call) => {
  const { config, layer, state, x, batch } = call;
  const none = { data: new Float32Array(0), shape: [batch, 0, config.embedDim] };
  const { data } = layer.forward(x, none).output;
  const bias = state['out_proj.bias'].data;
  assert.ok(
    data.length > 0 && data.every((number, at) => Object.is(number, bias[at % bias.length])),
  );
});

law('what padding holds changes no bit, NaN and infinities included', (call) => {
  const { config, layer, x, batch, length, random } = call;
  const padding = random.booleans([batch, length], 0.3);
  const memory = random.tensor([batch, length, config.embedDim]);
  const bad = copyOf(memory);
  padding.data.forEach((ignored, row) => {
    const number = random.pick([NaN, Infinity, -Infinity]);
    if (ignored) bad.data.fill(number, row * config.embedDim, (row + 1) * config.embedDim);
  });
  const options = { keyPaddingMask: { ignore: padding }, attention: true };
  const expected = layer.forward(x, memory, memory, options);
  assertSameBits(layer.forward(x, bad, bad, options), expected);
  const { output, attention } = layer.forward(x, bad, bad, { ...options, trace: true });
  assertSameBits({ output, attention }, expected);
  const mask = { ignore: { ...padding, shape: [batch, 1, 1, length] } };
  assertSameBits(layer.forward(x, bad, bad, { mask, attention: true }), expected);
  const bias = Float32Array.from(padding.data, (ignored) => (ignored ? -Infinity : 0));
  const biased = {
    keyPaddingMask: { bias: { shape: padding.shape, data: bias } },
    attention: true,
  };
  assertSameBits(layer.forward(x, bad, bad, biased), expected);
});

law('a bias left out is one of zeros, bit for bit', (call) => {
  const { config, state, x, random } = call;
  const bias = {
    query: random.chance(0.5),
    key: random.chance(0.5),
    value: random.chance(0.5),
    output: random.chance(0.5),
  };
  const partial = engine.createMultiHeadAttention({ ...config, bias });
  const zeroed = Object.fromEntries(
    Object.entries(state).map(([name, tensor]) => [name, copyOf(tensor)]),
  );
  const [q, k] = [config.numHeads * config.headDim, config.numKvHeads * config.headDim];
  const all = zeroed.in_proj_bias.data;
  const parts = {
    query: all.subarray(0, q),
    key: all.subarray(q, q + k),
    value: all.subarray(q + k),
  };
  if (!bias.output) zeroed['out_proj.bias'].data.fill(0);
  for (const name of /** @type {const} */ (['query', 'key', 'value'])) {
    if (!bias[name]) parts[name].fill(0);
    zeroed[`${name[0]}_proj.bias`] = { data: parts[name].slice(), shape: [parts[name].length] };
  }
  const names = Object.keys(partial.stateDict());
  partial.loadStateDict(Object.fromEntries(names.map((name) => [name, zeroed[name]])));
  const full = layerOf(config, Object.fromEntries(Object.keys(state).map((n) => [n, zeroed[n]])));
  assertSameBits(partial.forward(x, { trace: true }), full.forward(x, { trace: true }));
  for (const layer of [partial, full]) layer.dispose();
});

law('the past and what is new are all at once, bit for bit', (call) => {
  const { config, layer, x, batch, length, random } = call;
  const empty = (/** @type {number} */ width) => ({
    data: new Float32Array(0),
    shape: [batch, config.numKvHeads, 0, width],
  });
  const start = { pastKey: empty(config.headDim), pastValue: empty(config.valueHeadDim) };
  const options = { causal: true, positions: { type: /** @type {const} */ ('alibi') } };
  const all = layer.forward(x, { ...options, ...start });
  const split = random.integer(1, length);
  const [before, after] = [
    Array.from({ length: split }, (_, i) => i),
    Array.from({ length: length - split }, (_, i) => split + i),
  ];
  if (after.length === 0) return;
  const first = layer.forward(permuted(x, before, 1), { ...options, ...start });
  const { presentKey: pastKey, presentValue: pastValue } = first;
  const second = layer.forward(permuted(x, after, 1), { ...options, pastKey, pastValue });
  assertSameBits(second.output, permuted(all.output, after, 1));
  assertSameBits(second.presentKey, all.presentKey);
  assertSameBits(second.presentValue, all.presentValue);
});

law('the mean of the maps is their mean', (call) => {
  const { config, layer, x } = call;
  const options = { causal: true, attention: true };
  const { attention } = layer.forward(x, options);
  const mean = layer.forward(x, { ...options, averageHeads: true }).attention;
  assert.ok(attention && mean);
  const cells = call.length * call.length;
  mean.data.forEach((number, at) => {
    const first = Math.floor(at / cells) * config.numHeads * cells + (at % cells);
    let sum = 0;
    for (let h = 0; h < config.numHeads; h++) {
      sum = Math.fround(sum + attention.data[first + h * cells]);
    }
    assert.equal(number, Math.fround(sum / config.numHeads));
  });
});

law('NaN in one token reaches the tokens that attend to it, and no other', (call) => {
  const { config, layer, x, length, random } = call;
  const bad = copyOf(x);
  const token = random.integer(0, length - 1);
  bad.data[token * config.embedDim] = NaN; // of the first entry of the batch
  const { output } = layer.forward(bad, { causal: true });
  const expected = layer.forward(x, { causal: true }).output;
  const ideal = reference.createMultiHeadAttention(config);
  ideal.loadStateDict(layer.stateDict());
  const ideals = ideal.forward(bad, { causal: true }).output;
  output.data.forEach((number, at) => {
    const row = Math.floor(at / config.outputDim);
    const reached = row >= token && row < length;
    assert.equal(Number.isNaN(number), reached, `row ${row}`);
    assert.equal(Number.isNaN(ideals.data[at]), reached, `row ${row} of the reference`);
    if (!reached) assert.ok(Object.is(number, expected.data[at]), `row ${row}`);
  });
});

/**
 * The rows of heads in the order given: head h has rows first + h * width and so on.
 *
 * @param {readonly number[]} heads
 * @param {number} width
 * @param {number} [first]
 */
function blocks(heads, width, first = 0) {
  return heads.flatMap((h) => Array.from({ length: width }, (_, d) => first + h * width + d));
}
