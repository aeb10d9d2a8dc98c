// Tests an engine from load to dispose: freed memory, calls that are refused afterwards, and failed
// calls, which leave nothing behind.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { HeadwiseError, load } from 'headwise';
import { refused } from '../support/refused.js';
import { Random } from '../support/random.js';
import { assertSameBits, copyOf } from '../support/tensors.js';

const ENGINE_GONE = ['disposed', 'the engine was disposed and cannot be used any more'];
const LAYER_GONE = ['disposed', 'the layer was disposed and cannot be used any more'];
const BUSY = ['unsupported', 'the engine is in the middle of a call, and takes one at a time'];

const random = new Random(11);
const small = random.tensor([1, 2, 5, 4]);
const long = random.tensor([1, 4, 900, 64]); // several slices
const tokens = random.tensor([1200, 64]);

for (const threads of [1, 2]) {
  test(`10,000 layers are made and disposed in a memory that cannot grow, ${threads} threads`, async () => {
    const x = random.tensor([3, 8]);
    const config = { embedDim: 8, numHeads: 2 };
    const engine = await load({ threads, memoryLimit: 64 * 65536 + 4 * 3 * 8 });
    const room = engine.createMultiHeadAttention({ embedDim: 32, numHeads: 1 });
    const expected = engine.createMultiHeadAttention(config).forward(x);
    assert.ok(fill(engine) > 3); // so that 4 bytes lost in every cycle would be missed
    room.dispose();
    for (let cycle = 0; cycle < 10_000; cycle++) {
      const layer = engine.createMultiHeadAttention(config);
      const result = layer.forward(x);
      layer.dispose();
      if (cycle % 1000 === 0) assertSameBits(result, expected);
    }
    engine.dispose();
  });
}

/**
 * Fills the memory with layers, smaller and smaller ones.
 *
 * @param {import('headwise').Headwise} engine
 * @returns {number} how many
 */
function fill(engine) {
  let count = 0;
  for (let embedDim = 256; embedDim >= 1; embedDim /= 2) {
    try {
      for (;;) {
        engine.createMultiHeadAttention({ embedDim, numHeads: 1, bias: false });
        count++;
      }
    } catch (error) {
      assert.ok(error instanceof HeadwiseError && error.code === 'memory', String(error));
    }
  }
  return count;
}

describe('dispose', () => {
  test('of the engine is idempotent, and everything is refused afterwards', async () => {
    const engine = await load();
    const layer = engine.createMultiHeadAttention({ embedDim: 4, numHeads: 2 });
    const state = layer.stateDict();
    engine.dispose();
    engine.dispose();
    for (const call of [
      () => engine.scaledDotProductAttention(small, small, small),
      () => engine.createMultiHeadAttention({ embedDim: 4, numHeads: 2 }),
      () => engine.linear([[1]], [[1]]),
      () => engine.softmax([1]),
      () => engine.embed([1], { embedDim: 2 }),
      () => layer.forward([[1, 2, 3, 4]]),
      () => layer.stateDict(),
      () => layer.loadStateDict(state),
      () => layer.createCache({ capacity: 4 }),
    ]) {
      assert.deepEqual(refused(call), ENGINE_GONE);
    }
    layer.dispose();
    assert.deepEqual(
      refused(() => layer.forward([[1]])),
      LAYER_GONE,
    );
  });

  test('of a layer is idempotent, and leaves the engine and its other layers alone', async () => {
    const engine = await load();
    const [one, other] = [1, 2].map((seed) =>
      engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4, seed }),
    );
    const expected = other.forward(tokens);
    one.dispose();
    one.dispose();
    for (const call of [
      () => one.forward(tokens),
      () => one.stateDict(),
      () => one.loadStateDict({}),
      () => one.createCache({ capacity: 4 }),
    ]) {
      assert.deepEqual(refused(call), LAYER_GONE);
    }
    assertSameBits(other.forward(tokens), expected);
    engine.dispose();
  });

  test('has its symbol', async () => {
    const engine = await load();
    const layer = engine.createMultiHeadAttention({ embedDim: 4, numHeads: 2 });
    layer[Symbol.dispose]();
    assert.deepEqual(
      refused(() => layer.stateDict()),
      LAYER_GONE,
    );
    engine[Symbol.dispose]();
    assert.deepEqual(
      refused(() => engine.softmax([1])),
      ENGINE_GONE,
    );
  });

  test('of another instance changes nothing', async () => {
    const [one, other] = await Promise.all([
      load({ threads: 2, threadsFrom: 0 }),
      load({ threads: 2, threadsFrom: 0 }),
    ]);
    const expected = other.scaledDotProductAttention(small, small, small);
    one.dispose();
    assertSameBits(other.scaledDotProductAttention(small, small, small), expected);
    other.dispose();
  });

  test('by a getter among the options is noticed', async () => {
    const engine = await load();
    const layer = engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
    layer.forward(tokens); // the same layout, which is kept
    const options = {
      get trace() {
        layer.dispose();
        return false;
      },
    };
    assert.deepEqual(
      refused(() => layer.forward(tokens, options)),
      LAYER_GONE,
    );
    engine.dispose();
  });
});

describe('onProgress', () => {
  test('goes from 0 to 1, ends with 1, and changes no bit', async () => {
    const engine = await load();
    /** @type {number[]} */
    const parts = [];
    const onProgress = (/** @type {number} */ done) => parts.push(done);
    const result = engine.scaledDotProductAttention(long, long, long, { onProgress });
    assert.ok(parts.length > 1, 'expected several slices');
    assert.ok(parts.every((done, n) => done > 0 && done <= 1 && (n === 0 || done >= parts[n - 1])));
    assert.equal(parts.at(-1), 1);
    assertSameBits(result, engine.scaledDotProductAttention(long, long, long));
    engine.dispose();
  });

  test('is called between the parts of a call with few queries and many keys, too', async () => {
    const engine = await load();
    const query = random.tensor([1, 4, 64]);
    const key = { data: new Float32Array(150_000 * 64), shape: [1, 150_000, 64] };
    let calls = 0;
    const onProgress = () => calls++;
    engine.scaledDotProductAttention(query, key, key, { onProgress });
    assert.ok(calls > 1);
    engine.dispose();
  });

  for (const [when, stopsAt] of /** @type {const} */ ([
    ['at first', () => true],
    ['at the end', (/** @type {number} */ done) => done === 1],
  ])) {
    test(`that throws ${when} ends the call, and out stays as it was`, async () => {
      const engine = await load();
      const mine = new Error('enough');
      const out = {
        output: { data: new Float32Array(long.data.length).fill(7), shape: long.shape },
      };
      const onProgress = (/** @type {number} */ done) => {
        if (stopsAt(done)) throw mine;
      };
      assert.throws(
        () => engine.scaledDotProductAttention(long, long, long, { onProgress, out }),
        (error) => error === mine,
      );
      assert.ok(out.output.data.every((value) => value === 7));
      const expected = engine.scaledDotProductAttention(long, long, long);
      assertSameBits(engine.scaledDotProductAttention(long, long, long, { out }), expected);
      engine.dispose();
    });

    test(`that disposes the engine ${when} ends the call`, async () => {
      for (const threads of [1, 2]) {
        const engine = await load({ threads, threadsFrom: 0 });
        const onProgress = (/** @type {number} */ done) => {
          if (stopsAt(done)) engine.dispose();
        };
        assert.deepEqual(
          refused(() => engine.scaledDotProductAttention(long, long, long, { onProgress })),
          ENGINE_GONE,
        );
      }
    });

    test(`that disposes the layer ${when} lets the call end, and then the layer is gone`, async () => {
      const engine = await load();
      const layer = engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
      const expected = layer.forward(tokens);
      const onProgress = (/** @type {number} */ done) => {
        if (stopsAt(done)) layer.dispose();
      };
      assertSameBits(layer.forward(tokens, { onProgress }), expected);
      assert.deepEqual(
        refused(() => layer.forward(tokens)),
        LAYER_GONE,
      );
      engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4 }).forward(tokens);
      engine.dispose();
    });
  }

  test('may not call the engine, and an attempt does no harm', async () => {
    const engine = await load();
    const layer = engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
    const expected = layer.forward(tokens);
    const state = layer.stateDict();
    let calls = 0;
    const onProgress = () => {
      calls++;
      for (const call of [
        () => engine.scaledDotProductAttention(small, small, small),
        () => engine.createMultiHeadAttention({ embedDim: 4, numHeads: 2 }),
        () => engine.linear([[1]], [[1]]),
        () => engine.softmax([1]),
        () => engine.embed([1], { embedDim: 2 }),
        () => layer.forward(tokens),
        () => layer.stateDict(),
        () => layer.loadStateDict(state),
      ]) {
        assert.deepEqual(refused(call), BUSY);
      }
    };
    assertSameBits(layer.forward(tokens, { onProgress }), expected);
    assert.ok(calls > 1);
    engine.dispose();
  });
});

describe('arguments', () => {
  test('are not changed, and results are copies of their own', async () => {
    const engine = await load();
    const layer = engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
    const few = random.tensor([9, 64]);
    const [query, x] = [copyOf(small), copyOf(few)];
    const attended = engine.scaledDotProductAttention(query, query, query, {
      positions: { type: 'rotary' },
      trace: true,
    });
    const first = layer.forward(x, { positions: { type: 'rotary' }, trace: true });
    const kept = structuredClone([attended, first]);
    const state = layer.stateDict();
    for (const { data } of Object.values(state)) data.fill(NaN);
    layer.forward(random.tensor([9, 64]), { trace: true });
    engine.softmax(random.tensor([1000]));
    assertSameBits([attended, first], kept);
    assertSameBits([query, x], [small, few]);
    assertSameBits(layer.forward(few, { positions: { type: 'rotary' }, trace: true }), first);
    engine.dispose();
  });

  test('of another realm are the same arguments', async () => {
    const engine = await load();
    const foreign = (/** @type {any} */ { data, shape }) => ({
      data: runInNewContext(`${data.constructor.name}.from(data)`, { data }),
      shape: runInNewContext('Array.from(shape)', { shape }),
    });
    const mask = random.booleans([5, 5], 0.7);
    const bias = random.tensor([5, 5]);
    const call = (/** @type {any} */ query, /** @type {any} */ attend, /** @type {any} */ more) =>
      engine.scaledDotProductAttention(query, query, query, {
        mask: [{ attend }, { bias: more }],
        trace: true,
      });
    assertSameBits(call(foreign(small), foreign(mask), foreign(bias)), call(small, mask, bias));
    const ids = runInNewContext('Uint32Array.of(3, 5)');
    assertSameBits(engine.embed(ids, { embedDim: 3 }), engine.embed([3, 5], { embedDim: 3 }));
    const out = foreign(small);
    const options = runInNewContext('({ out: { output: out } })', { out });
    assertSameBits(
      engine.scaledDotProductAttention(small, small, small, options).output,
      engine.scaledDotProductAttention(small, small, small).output,
    );
    engine.dispose();
  });

  test('that shrink while the options are read are refused', async () => {
    const engine = await load();
    const data = new Float32Array(40);
    const query = { data, shape: small.shape };
    const options = {
      window: {
        get left() {
          structuredClone(data, { transfer: [data.buffer] });
          return 1;
        },
      },
    };
    assert.deepEqual(
      refused(() => engine.scaledDotProductAttention(query, small, small, options)),
      [
        'RangeError',
        'query.data: expected 40 values, as when the call was made, got a detached Float32Array',
      ],
    );
    engine.dispose();
  });
});
