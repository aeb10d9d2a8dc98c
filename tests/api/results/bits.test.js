// Tests that results have the same bits with threads, slices, a worker, maps, traces, out and
// replace. Every sum has its documented order, on which a page that shows a running sum relies.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load, loadInWorker } from 'headwise';
import {
  describeCase,
  randomAttentionCase,
  randomLayerCase,
  withOptions,
} from '../support/cases.js';
import { Random } from '../support/random.js';
import { assertSameBits } from '../support/tensors.js';

const engine = await load();
test.after(() => engine.dispose());

describe('large maps, which are copied out in parts', () => {
  const random = new Random(9);
  const x = random.tensor([2, 300, 24]);
  const options = { causal: true, window: { left: 200 }, keyLengths: [300, 170] };
  const config = { embedDim: 24, numHeads: 6, numKvHeads: 2, addZeroAttention: true };

  for (const settings of [{}, { threads: 3, threadsFrom: 0 }]) {
    test(`have the bits of a trace, with ${settings.threads ?? 1} threads`, async () => {
      const one = await load(settings);
      const layer = one.createMultiHeadAttention(config);
      const { output, attention } = layer.forward(x, { ...options, trace: true });
      const expected = { output, attention };
      assertSameBits(layer.forward(x, { ...options, attention: true }), expected);
      const { kept, ...rest } = layer.forward(x, { ...options, attention: true, keep: true });
      kept?.dispose();
      assertSameBits(rest, expected);
      const out = { output: empty(output), attention: empty(attention) };
      const given = { ...options, attention: true, out };
      assert.equal(layer.forward(x, given).attention, out.attention);
      assertSameBits(out, expected);
      out.attention.data.fill(-1);
      /** @type {number[]} */
      const done = [];
      layer.forward(x, { ...given, onProgress: (part) => void done.push(part) });
      assertSameBits(out, expected);
      assert.equal(done.at(-1), 1);
      one.dispose();
    });
  }

  test('leave the caller’s tensor alone if the call fails on the way', () => {
    const layer = engine.createMultiHeadAttention(config);
    const attention = {
      data: new Float32Array(2 * 6 * 300 * 301).fill(-1),
      shape: [2, 6, 300, 301],
    };
    const onProgress = () => {
      throw new Error('enough');
    };
    const given = { ...options, attention: true, out: { attention }, onProgress };
    assert.throws(() => layer.forward(x, given), /enough/);
    assert.ok(attention.data.every((value) => value === -1));
    layer.dispose();
  });
});

/** @param {import('headwise').PlainTensor | undefined} tensor */
function empty(tensor) {
  assert.ok(tensor);
  return { data: new Float32Array(tensor.data.length), shape: tensor.shape };
}

describe('threads', () => {
  for (const threads of [2, 3, 5]) {
    test(`${threads} threads give the bits of one`, async () => {
      const other = await load({ threads, threadsFrom: 0 });
      assert.equal(other.backend.threads, threads);
      for (let seed = 1; seed <= 60; seed++) {
        const { inputs, options, sizes } = randomAttentionCase(new Random(seed), 70 - (seed % 40));
        const [query, key, value] = inputs;
        const what = `seed ${seed}: ${describeCase({ sizes, options })}`;
        const expected = engine.scaledDotProductAttention(query, key, value, options);
        assertSameBits(other.scaledDotProductAttention(query, key, value, options), expected, what);
      }
      const long = new Random(threads).tensor([2, 3, 400, 24]);
      const options = { causal: true, trace: true };
      assertSameBits(
        other.scaledDotProductAttention(long, long, long, options),
        engine.scaledDotProductAttention(long, long, long, options),
      );
      const x = new Random(threads).tensor([2, 333, 40]);
      const config = { embedDim: 40, numHeads: 5, numKvHeads: 1, addBiasKv: true };
      const [results, expected] = [other, engine].map((one) =>
        one.createMultiHeadAttention(config).forward(x, { trace: true, averageHeads: true }),
      );
      assertSameBits(results, expected);
      other.dispose();
    });
  }

  test('threads share out the small operations without changing a bit', async () => {
    const other = await load({ threads: 3, threadsFrom: 0 });
    const random = new Random(4);
    const [x, weight] = [random.tensor([500, 70]), random.tensor([90, 70])];
    const ids = Array.from({ length: 300 }, () => random.integer(0, 1e6));
    const compute = (/** @type {import('headwise').Headwise} */ one) => [
      one.linear(x, weight),
      one.softmax(x),
      one.embed(ids, { embedDim: 30 }),
    ];
    assertSameBits(compute(other), compute(engine));
    other.dispose();
  });
});

test('numbers beside partial maps are not overwritten, for any size of the last part', async () => {
  for (const [heads, length, threads] of [
    [8, 512, 2],
    [12, 512, 4],
    [16, 400, 2],
  ]) {
    const other = await load({ threads, threadsFrom: 0 });
    const x = new Random(heads).tensor([1, heads, length, 8]);
    const [results, expected] = [other, engine].map((one) =>
      one.scaledDotProductAttention(x, x, x, { attention: true }),
    );
    assertSameBits(results, expected);
    other.dispose();
  }
});

describe('optional results', () => {
  test('maps, traces, slices and out change no bit of the others', () => {
    for (let seed = 1; seed <= 80; seed++) {
      const random = new Random(500 + seed);
      const { config, inputs, options, sizes } = randomLayerCase(random, 1 + (seed % 70));
      const what = `seed ${seed}: ${describeCase({ config, sizes, options })}`;
      const layer = engine.createMultiHeadAttention(config);
      const { onProgress: _, averageHeads: __, ...plain } = options;
      const traced = layer.forward(...withOptions(inputs, { ...plain, trace: true }));
      const { output, attention } = traced;
      assert.ok(attention);
      assertSameBits(layer.forward(...withOptions(inputs, plain)), { output }, what);
      const mapped = layer.forward(...withOptions(inputs, { ...plain, attention: true }));
      assertSameBits(mapped, { output, attention }, what);
      const sliced = { ...plain, trace: true, onProgress: () => {} };
      assertSameBits(layer.forward(...withOptions(inputs, sliced)), traced, what);
      const out = {
        output: { data: new Float32Array(output.data.length), shape: output.shape },
        attention: { data: new Float32Array(attention.data.length), shape: attention.shape },
      };
      const filled = layer.forward(...withOptions(inputs, { ...plain, trace: true, out }));
      assert.equal(filled.output, out.output);
      assert.equal(filled.attention, out.attention);
      assertSameBits(filled, traced, what);
      layer.dispose();
    }
  });

  test('long work in slices gives the bits of work in one go', () => {
    const long = new Random(6).tensor([1, 4, 900, 64]);
    let slices = 0;
    const onProgress = () => slices++;
    const options = { causal: true, attention: true };
    assertSameBits(
      engine.scaledDotProductAttention(long, long, long, { ...options, onProgress }),
      engine.scaledDotProductAttention(long, long, long, options),
    );
    assert.ok(slices > 1);
  });

  test("replace with the trace's own tensors changes no bit", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(700 + seed);
      const { config, inputs, options, sizes } = randomLayerCase(random, 1 + (seed % 50));
      const { replace: _, onProgress: __, ...plain } = options;
      const layer = engine.createMultiHeadAttention(config);
      const expected = layer.forward(...withOptions(inputs, { ...plain, trace: true }));
      const { trace } = expected;
      assert.ok(trace);
      const { query, key, value, dotProducts, scores, attention, heads } = trace;
      const all = { query, key, value, dotProducts, scores, attention, heads };
      for (const replace of [...Object.entries(all).map((one) => Object.fromEntries([one])), all]) {
        const names = Object.keys(replace);
        const what = `seed ${seed}, ${names}: ${describeCase({ config, sizes, plain })}`;
        const result = layer.forward(...withOptions(inputs, { ...plain, replace, trace: true }));
        assertSameBits(result, expected, what);
        const { output } = layer.forward(...withOptions(inputs, { ...plain, replace }));
        assertSameBits({ output }, { output: expected.output }, what);
      }
      layer.dispose();
    }
  });

  test('earlier calls change no bit of later ones', () => {
    const cases = Array.from({ length: 30 }, (_, n) => randomLayerCase(new Random(900 + n), n + 1));
    const run = (/** @type {(typeof cases)[number]} */ { config, inputs, options }) => {
      const layer = engine.createMultiHeadAttention(config);
      const traced = layer.forward(...withOptions(inputs, { ...options, trace: true }));
      const plain = layer.forward(...withOptions(inputs, options));
      layer.dispose();
      return { traced, plain };
    };
    const forwards = cases.map(run);
    const backwards = [...cases].reverse().map(run).reverse();
    assertSameBits(backwards, forwards);
  });
});

test('the worker gives the bits of load, sliced or not', async () => {
  const remote = await loadInWorker();
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(1100 + seed);
    const { inputs, options } = randomAttentionCase(random, 1 + (seed % 70));
    const [query, key, value] = inputs;
    const traced = { ...options, trace: true };
    const expected = engine.scaledDotProductAttention(query, key, value, traced);
    const what = `seed ${seed}`;
    assertSameBits(
      await remote.scaledDotProductAttention(query, key, value, traced),
      expected,
      what,
    );
  }
  for (let seed = 1; seed <= 40; seed++) {
    const { config, inputs, options } = randomLayerCase(new Random(1300 + seed), seed);
    const [layer, local] = [
      await remote.createMultiHeadAttention(config),
      engine.createMultiHeadAttention(config),
    ];
    const args = withOptions(inputs, { ...options, trace: true });
    assertSameBits(await layer.forward(...args), local.forward(...args), `seed ${seed}`);
    local.dispose();
    await layer.dispose();
  }
  await remote.dispose();
});

test('a seed gives the same layer in every instance, and another seed another', async () => {
  const [two, remote] = await Promise.all([load({ threads: 2, threadsFrom: 0 }), loadInWorker()]);
  const config = { embedDim: 24, numHeads: 3, keyDim: 5, valueDim: 7, addBiasKv: true };
  for (const seed of [0, 1, 4294967296, Number.MAX_SAFE_INTEGER]) {
    const expected = engine.createMultiHeadAttention({ ...config, seed }).stateDict();
    assertSameBits(two.createMultiHeadAttention({ ...config, seed }).stateDict(), expected);
    const layer = await remote.createMultiHeadAttention({ ...config, seed });
    assertSameBits(await layer.stateDict(), expected);
    const other = engine.createMultiHeadAttention({ ...config, seed: seed === 1 ? 2 : 1 });
    for (const [name, { data }] of Object.entries(other.stateDict())) {
      if (name.includes('bias') && name !== 'bias_k' && name !== 'bias_v') continue;
      assert.ok(
        data.some((value, at) => value !== expected[name].data[at]),
        name,
      );
    }
  }
  two.dispose();
  await remote.dispose();
});
