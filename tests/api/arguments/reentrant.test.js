// Calls whose arguments have getters that use the same cache, layer or engine. The call either
// refuses and has only the getter's effect, or it gives the result of running the getter's work
// first. With HEADWISE_TEST_ALL every getter is tested on every engine, else on `load`'s only.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HeadwiseError, load, loadInWorker } from 'headwise';
import * as reference from 'headwise/reference';
import { createTransformer } from 'headwise/training';
import { writeNpy } from '../../../src/js/formats/npy.ts';
import { Random } from '../support/random.js';
import { assertSameBits } from '../support/tensors.js';

const random = new Random(12);
const config = { embedDim: 8, numHeads: 4, numKvHeads: 2, addBiasKv: true, seed: 5 };
const parameters = reference.createMultiHeadAttention({ ...config, seed: 6 }).stateDict();
const otherParameters = Object.fromEntries(
  Object.entries(parameters).map(([name, { data, shape }]) => [
    name,
    { data: Float32Array.from(data), shape },
  ]),
);
const first = random.tensor([2, 8]);
const next = random.tensor([3, 8]);
const transformerConfig = { vocabSize: 7, contextLen: 9, embedDim: 8, numHeads: 2, numLayers: 1 };
const batch = { tokens: [[1, 2, 3]], targets: [[2, 3, 1]], mask: [[true, false, true]] };

const signal = () => ({ aborted: false, addEventListener() {}, removeEventListener() {} });
/** @param {any} engine */
const isReference = ({ backend }) => backend.version === 'reference';
/** @param {any} engine @param {...number} shape */
const room = (engine, ...shape) => ({
  data: new (isReference(engine) ? Float64Array : Float32Array)(
    shape.reduce((product, size) => product * size, 1),
  ),
  shape,
});

/**
 * All objects that a getter can reach, after a first call has put two keys into the cache.
 *
 * @param {any} engine
 */
async function begin(engine) {
  const layer = await engine.createMultiHeadAttention(config);
  const cache = await layer.createCache({ capacity: 9 });
  await layer.forward(first, { cache, causal: true });
  const { kept } = await layer.forward(next, { keep: true });
  /** @type {any} */
  const model = isReference(engine) ? null : await createTransformer(engine, transformerConfig);
  return { engine, layer, cache, kept, model };
}

/** @typedef {Awaited<ReturnType<typeof begin>>} State */

/**
 * The calls, with arguments whose every property is a getter.
 *
 * @type {Record<string, (state: State, spy: (value: any) => any) => any>}
 */
const calls = {
  'forward with a cache': ({ engine, layer, cache }, spy) =>
    layer.forward(
      spy(next),
      spy({
        cache,
        causal: true,
        window: { left: 4, right: 2 },
        mask: [{ bias: biases }, { ignore: [false, true, false, false, false] }],
        keyPaddingMask: { attend: [true, true, true, true, false] },
        positions: { type: 'rotary', theta: 100 },
        replace: { heads: random4 },
        keyLengths: [5],
        out: { output: room(engine, 3, 8), attention: room(engine, 4, 3, 6) },
        attention: true,
        signal: signal(),
      }),
    ),
  'forward that keeps': async ({ layer }, spy) => {
    const { kept, ...rest } = await layer.forward(
      spy(next),
      spy(first),
      spy(first),
      spy({ keep: true }),
    );
    return { rest, window: await kept.attentionWindow({ head: 0, rows: [0, 3], columns: [0, 2] }) };
  },
  attention: ({ engine }, spy) =>
    engine.scaledDotProductAttention(
      spy(heads),
      spy(heads),
      spy(heads),
      spy({ pastKey: heads, pastValue: heads, positions: { type: 'alibi', slopes: [1, 2] } }),
    ),
  attentionWindow: ({ kept }, spy) =>
    kept.attentionWindow(
      spy({ head: 1, rows: [0, 3], columns: [1, 4], width: 2, signal: signal() }),
    ),
  backward: ({ engine, kept }, spy) =>
    kept.backward(spy(next), spy({ out: { query: room(engine, 3, 8) }, signal: signal() })),
  loadStateDict: ({ layer }, spy) => layer.loadStateDict(spy(otherParameters)),
  createCache: async ({ layer }, spy) => {
    const made = await layer.createCache(spy({ batch: 1, capacity: 3 }));
    return layer.forward(first, { cache: made });
  },
  createMultiHeadAttention: async ({ engine }, spy) =>
    (await engine.createMultiHeadAttention(spy(config))).stateDict(),
  addAndNorm: ({ engine }, spy) =>
    engine.addAndNorm(spy(first), spy(first), spy({ weight: new Float32Array(8), epsilon: 0.1 })),
  linear: ({ engine }, spy) => engine.linear(spy(first), spy(random8)),
  softmaxSteps: ({ engine }, spy) => engine.softmaxSteps(spy(first)),
  embed: ({ engine }, spy) =>
    engine.embed(spy([1, 2]), spy({ embedDim: 8, replace: { tokens: first } })),
  'a transformer’s forward': ({ model }, spy) =>
    model.forward(spy(batch.tokens), spy({ trace: true, removeHeads: [[0, 1]] })),
  trainStep: async ({ model }, spy) => {
    await model.trainStep(spy(batch), spy({ betas: [0.5, 0.9], schedule: { type: 'constant' } }));
    return model.stateDict();
  },
};
const random4 = random.tensor([4, 3, 2]);
const biases = random.tensor([4, 3, 5]);
const random8 = random.tensor([5, 8]);
const heads = random.tensor([2, 3, 4]);

/** The actions of a getter. @type {Record<string, (state: State) => any>} */
const actions = {
  'calls with the cache': ({ layer, cache }) => layer.forward(next, { cache, causal: true }),
  'shortens the cache': ({ cache }) => cache.truncate(1),
  'disposes of the cache': ({ cache }) => cache.dispose(),
  'calls without the cache': ({ layer }) => layer.forward(first, { trace: true }),
  'loads other parameters': ({ layer }) => layer.loadStateDict(otherParameters),
  'disposes of the layer': ({ layer }) => layer.dispose(),
  'disposes of what was kept': ({ kept }) => kept.dispose(),
  trains: ({ model }) => model.trainStep(batch),
  'asks for another operation': ({ engine }) => engine.softmax(next),
};

/** The objects that each call uses. @type {Record<string, string[]>} */
const concerns = {
  'forward with a cache': [
    'calls with the cache',
    'shortens the cache',
    'disposes of the cache',
    'calls without the cache',
    'loads other parameters',
    'disposes of the layer',
  ],
  'forward that keeps': ['calls without the cache', 'loads other parameters'],
  attentionWindow: ['disposes of what was kept', 'calls without the cache'],
  backward: ['disposes of what was kept', 'loads other parameters', 'disposes of the layer'],
  loadStateDict: ['calls with the cache', 'disposes of the layer'],
  createCache: ['calls with the cache', 'disposes of the layer'],
  'a transformer’s forward': ['trains'],
  trainStep: ['trains'],
};

/**
 * A copy whose every property and element is a getter. Values other than plain objects and arrays
 * stay the same.
 *
 * @param {any} value
 * @param {() => void} visit called whenever something is read
 * @returns {any}
 */
function withGetters(value, visit) {
  const plain = Array.isArray(value) || Object.getPrototypeOf(Object(value)) === Object.prototype;
  if (!plain || typeof value !== 'object') return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [name, member] of Object.entries(value)) {
    const inner = withGetters(member, visit);
    const get = () => {
      visit();
      return inner;
    };
    Object.defineProperty(copy, name, { get, enumerable: true, configurable: true });
  }
  return copy;
}

/**
 * The visible state of all objects that a getter may have changed.
 *
 * @param {State} state
 */
async function probe({ layer, cache, kept, model }) {
  /** @param {() => any} ask */
  const found = async (ask) => {
    try {
      return { value: await ask() };
    } catch (error) {
      return { error: String(error) };
    }
  };
  return [
    await found(() => cache.length),
    await found(() => layer.forward(first, { cache, causal: true, trace: true })),
    await found(() => layer.stateDict()),
    await found(() => kept.attentionWindow({ head: 1, rows: [0, 3], columns: [0, 3] })),
    await found(() => model?.stateDict()),
  ];
}

/**
 * @typedef {{ value?: unknown, error?: unknown, after: unknown }} Outcome of a call, and the state after it
 */

/**
 * @param {any} engine
 * @param {((state: State) => any)[]} order the actions in order
 * @param {(state: State) => any} asked whose value counts
 * @returns {Promise<Outcome>}
 */
async function outcomeOf(engine, order, asked) {
  const clean = await begin(engine);
  let value;
  for (const step of order) {
    const result = await settle(() => step(clean));
    if (step === asked) value = result.value;
  }
  const after = await probe(clean);
  await end(clean);
  return { value, after };
}

/**
 * Asserts that the outcome is that of one of the orders: the getter's work before the call, after
 * it, or alone.
 *
 * @param {Outcome} found
 * @param {Outcome[]} orders
 * @param {string} what
 */
function assertOneOf(found, orders, what) {
  const faults = orders.map((expected) => {
    try {
      assertSame(found.after, expected.after, what);
      if (found.error === undefined) assertSame(found.value, expected.value, what);
      return null;
    } catch (fault) {
      return fault;
    }
  });
  if (!faults.includes(null)) throw faults[0];
}

/**
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} what
 */
function assertSame(actual, expected, what) {
  assert.deepEqual(withoutNumbers(actual), withoutNumbers(expected), what);
  if (JSON.stringify(expected)?.includes('"shape"')) assertSameBits(actual, expected, what);
}

/** @param {unknown} value */
function withoutNumbers(value) {
  return JSON.parse(
    JSON.stringify(value ?? null, (_, member) => (ArrayBuffer.isView(member) ? 'numbers' : member)),
  );
}

/**
 * @param {any} engine
 * @param {string} name of the call
 * @param {(state: State) => any} act
 * @param {number} step 1: every getter
 */
async function tryGetters(engine, name, act, step) {
  const call = calls[name];
  const asked = (/** @type {State} */ clean) => call(clean, (value) => value);
  /** @type {Map<string, Promise<Outcome>>} the same for every getter */
  const outcomes = new Map();
  const expect = (/** @type {((state: State) => any)[]} */ order) => {
    const key = order.map((one) => (one === asked ? 'asked' : 'acted')).join();
    const outcome = outcomes.get(key) ?? outcomeOf(engine, order, asked);
    outcomes.set(key, outcome);
    return outcome;
  };
  for (let chosen = 0; ; chosen += step) {
    const what = `getter ${chosen}`;
    const state = await begin(engine);
    let reads = 0;
    let over = false; // its tensors are among the results
    /** @type {Promise<any> | undefined} */
    let acted;
    const spy = (/** @type {any} */ value) =>
      withGetters(value, () => {
        if (!over && reads++ === chosen) acted = settle(() => act(state));
      });
    const result = await settle(() => call(state, spy));
    over = true;
    await acted;
    const found = { ...result, after: await probe(state) };
    await end(state);
    const work = acted === undefined ? [] : [act];
    const orders =
      found.error === undefined
        ? [
            [...work, asked],
            [asked, ...work],
          ]
        : [work];
    if (found.error !== undefined) assertRefusal(found.error, what);
    const expected = [];
    for (const order of orders) expected.push(await expect(order));
    assertOneOf(found, expected, what);
    if (acted === undefined) return chosen;
  }
}

/**
 * @param {unknown} error
 * @param {string} what
 */
function assertRefusal(error, what) {
  assert.ok(error instanceof HeadwiseError || error instanceof RangeError, `${what}: ${error}`);
  if (!(error instanceof HeadwiseError)) return;
  assert.match(error.code, /^(unsupported|disposed)$/, `${what}: ${error}`);
}

/**
 * @param {() => any} ask
 * @returns {Promise<{ value?: any, error?: unknown }>}
 */
async function settle(ask) {
  try {
    return { value: await ask() };
  } catch (error) {
    return { error };
  }
}

/** @param {State} state */
async function end({ layer, cache, kept, model }) {
  for (const handle of [cache, kept, layer, model]) await handle?.dispose();
}

for (const [where, open] of Object.entries({ load, loadInWorker, reference: reference.load })) {
  describe(`getters, ${where}`, async () => {
    const engine = await open();
    test.after(() => engine.dispose());
    const step = where === 'load' || process.env.HEADWISE_TEST_ALL ? 1 : 4;
    for (const name of Object.keys(calls)) {
      const work = concerns[name] ?? ['asks for another operation'];
      if (where === 'reference' && work.includes('trains')) continue;
      for (const what of work) {
        test(`${name}, while one ${what}`, async () => {
          assert.ok((await tryGetters(engine, name, actions[what], step)) > 0);
        });
      }
    }
  });
}

test('a shape keeps the length that it had when it was first read', () => {
  let asked = 0;
  const shape = new Proxy([2, 2], {
    get: (sizes, name) => {
      if (name !== 'length') return sizes[/** @type {any} */ (name)] ?? 1;
      return asked++ === 0 ? 2 : 1000;
    },
  });
  assert.equal(writeNpy({ data: new Float32Array(4), shape }).length, 144);
  assert.equal(asked, 1);
});
