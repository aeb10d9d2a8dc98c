// Tests that a call which needs more than memoryLimit, or more than a wasm memory holds, is refused
// before it begins. The error names both sizes, exact to the byte, and the engine works afterwards.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load, loadInWorker } from 'headwise';
import { createTransformer } from 'headwise/training';
import { Core } from '../../../src/js/runtime/core.ts';
import { refused } from '../support/refused.js';
import { Random } from '../support/random.js';
import { assertSameBits, tensorsOf } from '../support/tensors.js';

/** @typedef {import('headwise').Headwise} Headwise */

const PAGE = 65536;
/** The initial size of an engine's wasm memory. */
const BEGINNING = 64 * PAGE;
const random = new Random(12);
const few = random.tensor([1, 2, 5, 8]);
const many = random.tensor([1, 8, 300, 16]);
const past = random.tensor([1, 8, 40, 16]);
const x = random.tensor([400, 96]);
const weight = random.tensor([900, 96]);
const pastOfLayer = random.tensor([3, 20, 32]);
const config = { embedDim: 96, numHeads: 3, addBiasKv: true };
const logits = random.tensor([1000, 300]);
const map = { data: new Float32Array(8 * 300 * 300), shape: [1, 8, 300, 300] };

/** @type {Record<string, (engine: Headwise) => unknown>} */
const calls = {
  attention: (engine) => engine.scaledDotProductAttention(many, many, many),
  'attention with its map': (engine) =>
    engine.scaledDotProductAttention(many, many, many, { attention: true }),
  'attention with its trace': (engine) =>
    engine.scaledDotProductAttention(many, many, many, { trace: true, softcap: 5 }),
  'attention with a past': (engine) =>
    engine.scaledDotProductAttention(many, many, many, { pastKey: past, pastValue: past }),
  'attention into a given map': (engine) => {
    const { output } = engine.scaledDotProductAttention(many, many, many, {
      attention: true,
      out: { attention: map },
    });
    return { output };
  },
  linear: (engine) => engine.linear(x, weight),
  softmax: (engine) => engine.softmax(logits),
  embed: (engine) => engine.embed(new Array(3000).fill(7), { embedDim: 96 }),
  'a layer': (engine) => engine.createMultiHeadAttention(config).forward(x),
  'a layer with its maps': (engine) =>
    engine.createMultiHeadAttention(config).forward(x, { attention: true }),
  'a layer with the mean of its maps': (engine) =>
    engine.createMultiHeadAttention(config).forward(x, { attention: true, averageHeads: true }),
  'a layer with its trace and a past': (engine) =>
    engine.createMultiHeadAttention(config).forward(x, {
      trace: true,
      pastKey: pastOfLayer,
      pastValue: pastOfLayer,
    }),
  'a large layer': (engine) => {
    engine.createMultiHeadAttention({ embedDim: 700, numHeads: 7 });
  },
};

describe('memoryLimit', () => {
  for (const [name, call] of Object.entries(calls)) {
    test(`${name}: the refusal names the smallest sufficient limit`, async () => {
      const enough = await leastFor(call);
      const plenty = await load();
      const expected = call(plenty);
      plenty.dispose();
      const bytes = bytesOf(expected);
      assert.equal((enough - bytes) % PAGE, 0, 'the results and whole pages');

      const engine = await load({ memoryLimit: enough });
      const result = call(engine);
      if (bytes > 0) assertSameBits(result, expected);
      engine.dispose();
    });
  }

  test('counts results even if the layout of the call is kept', async () => {
    const output = { data: new Float32Array(many.data.length), shape: many.shape };
    const attend = (/** @type {Headwise} */ engine, /** @type {object} */ options) =>
      engine.scaledDotProductAttention(many, many, many, options);
    const enough = await leastFor((engine) => attend(engine, { out: { output } }));
    const engine = await load({ memoryLimit: enough });
    attend(engine, { out: { output } });
    const [code, text] = refused(() => attend(engine, {}));
    assert.equal(code, 'memory');
    assert.equal(
      text,
      `memoryLimit: with this call the engine needs ${enough + 4 * many.data.length} bytes; ${enough} are available`,
    );
    attend(engine, { out: { output } });
    engine.dispose();
  });

  test('is checked again when the memory has grown since the layout was made', async () => {
    const attend = (/** @type {Headwise} */ engine) =>
      engine.scaledDotProductAttention(many, many, many, { trace: true });
    const enough = await leastFor(attend);
    const engine = await load({ memoryLimit: enough });
    attend(engine);
    for (let count = 0; count < 9; count++) {
      engine.createMultiHeadAttention({ embedDim: 128, numHeads: 1 });
    }
    assert.equal(refused(() => attend(engine))[0], 'memory');
    engine.dispose();
  });

  test('refuses a layer without touching the memory, and continues', async () => {
    for (const threads of [1, 2]) {
      const engine = await load({ threads, memoryLimit: 6_000_000 });
      const expected = engine.scaledDotProductAttention(few, few, few);
      for (const embedDim of [1000, 4000, 20_000]) {
        const [code, text] = refused(() =>
          engine.createMultiHeadAttention({ embedDim, numHeads: 4 }),
        );
        assert.equal(code, 'memory');
        const [needed, available] = figuresIn(text);
        assert.ok(needed > 2 * 4 * 4 * embedDim * embedDim, text);
        assert.equal(available, 6_000_000);
      }
      assertSameBits(engine.scaledDotProductAttention(few, few, few), expected);
      engine
        .createMultiHeadAttention({ embedDim: 64, numHeads: 4 })
        .forward(random.tensor([5, 64]));
      engine.dispose();
    }
  });

  for (const open of [load, loadInWorker]) {
    test(`below the initial memory is refused by ${open.name}`, async () => {
      const message = `memoryLimit: the engine needs ${BEGINNING} bytes; ${BEGINNING - 1} are available`;
      for (const threads of [1, 2]) {
        await assert.rejects(open({ threads, memoryLimit: BEGINNING - 1 }), {
          name: 'HeadwiseError',
          code: 'memory',
          message,
        });
      }
    });
  }

  test('counts results that are made outside the core', async () => {
    const layerOf = (/** @type {Headwise} */ engine) => engine.createMultiHeadAttention(config);
    const modelOf = (/** @type {Headwise} */ engine) =>
      createTransformer(engine, {
        vocabSize: 500,
        contextLen: 8,
        embedDim: 64,
        numHeads: 2,
        numLayers: 1,
      });
    for (const make of [layerOf, modelOf]) {
      const bare = await leastFor((engine) => void make(engine));
      const enough = await leastFor((engine) => make(engine).stateDict());
      const plenty = await load();
      const expected = make(plenty).stateDict();
      plenty.dispose();
      assert.equal(enough, bare + bytesOf(expected));

      const engine = await load({ memoryLimit: enough - 1 });
      const made = make(engine);
      assert.deepEqual(
        refused(() => made.stateDict()),
        [
          'memory',
          `memoryLimit: with this call the engine needs ${enough} bytes; ${enough - 1} are available`,
        ],
      );
      engine.dispose();
    }
  });
});

describe('without a limit', () => {
  for (const threads of [1, 2]) {
    test(`more than a wasm memory holds is refused with both sizes, ${threads} threads`, async () => {
      const engine = await load({ threads, threadsFrom: 0 });
      const expected = engine.scaledDotProductAttention(few, few, few);
      const tall = { data: new Float32Array(50_000), shape: [1, 50_000, 1] };
      const options = { trace: true };
      for (const call of [
        () => engine.scaledDotProductAttention(tall, tall, tall, options),
        () => engine.createMultiHeadAttention({ embedDim: 30_000, numHeads: 1 }),
        () => engine.createMultiHeadAttention({ embedDim: 1, numHeads: 2 ** 30, headDim: 1 }),
      ]) {
        const [code, text] = refused(call);
        assert.equal(code, 'memory');
        const [needed, available] = figuresIn(text);
        assert.ok(needed > available, text);
        assert.equal(available, threads === 1 ? 2 ** 32 : 2 ** 31);
      }
      assertSameBits(engine.scaledDotProductAttention(few, few, few), expected);
      engine.dispose();
    });
  }

  test('more than an array holds is refused with both sizes', async () => {
    const engine = await load();
    const tall = { data: new Float32Array(70_000), shape: [1, 70_000, 1] };
    assert.deepEqual(
      refused(() => engine.scaledDotProductAttention(tall, tall, tall, { attention: true })),
      [
        'memory',
        'attention: shape (1, 1, 70000, 70000) needs 4900000000 elements, an array holds at most 4294967295',
      ],
    );
    engine.dispose();
  });
});

/**
 * The memory that a call needs according to its refusals, repeated until it is not refused.
 *
 * @param {(engine: Headwise) => unknown} call
 */
async function leastFor(call) {
  for (let limit = BEGINNING; ;) {
    const engine = await load({ memoryLimit: limit });
    try {
      call(engine);
      return limit;
    } catch {
      const [code, text] = refused(() => call(engine));
      assert.equal(code, 'memory', text);
      const [needed, available] = figuresIn(text);
      assert.equal(available, limit);
      assert.ok(needed > limit, text);
      limit = needed;
    } finally {
      engine.dispose();
    }
  }
}

/** @param {string} text */
function figuresIn(text) {
  const figures = /: with this call the engine needs (\d+) bytes; (\d+) are available$/.exec(text);
  assert.ok(figures, text);
  return [Number(figures[1]), Number(figures[2])];
}

/** @param {unknown} result */
function bytesOf(result) {
  let bytes = 0;
  for (const { data } of tensorsOf(result).values()) bytes += data.byteLength;
  return bytes;
}

test('equal calls have equal bits, with refused and other calls between them', async () => {
  const engine = await load({ memoryLimit: 2 ** 23 });
  const options = { causal: true, softcap: 3, attention: true };
  const call = () => engine.scaledDotProductAttention(few, few, few, options);
  const first = call();
  const others = [
    () => refused(() => engine.scaledDotProductAttention(many, many, many, { trace: true })),
    () => engine.scaledDotProductAttention(few, few, few, { causal: true }),
    () => assert.throws(() => engine.scaledDotProductAttention(few, few, few, { softcap: -1 })),
    () =>
      engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2 }).forward(random.tensor([5, 8])),
    () => engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2, defaults: { softcap: 3 } }),
  ];
  for (const other of others) {
    other();
    assertSameBits(call(), first);
    assertSameBits(call(), first);
  }
  engine.dispose();
});

test('an unknown buffer of the core is neither read nor written', () => {
  const module = /** @type {any} */ ({
    wasmMemory: new WebAssembly.Memory({ initial: 1 }),
    _headwise_exchange: () => 0,
    Engine: class {},
  });
  const core = new Core(module, { threads: 1, threadsFrom: 0 }, { maximum: PAGE, limit: 0 });
  assert.throws(() => core.readInto(0, new Float32Array(1)), { code: 'internal' });
  assert.throws(() => core.write(0, new Uint8Array(1)), { code: 'internal' });
  core.readInto(0, new Float32Array(0));
});
