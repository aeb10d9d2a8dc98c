// Tests a layer's cache: results have the bits of a call with an explicit past, for all options;
// calls that do not fit are refused before anything changes; and a failed call leaves the cache
// unchanged.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HeadwiseError, load, loadInWorker } from 'headwise';
import * as reference from 'headwise/reference';
import { describeCase, randomLayerCase, withOptions } from '../support/cases.js';
import { Random } from '../support/random.js';
import { refused, rejected } from '../support/refused.js';
import { assertSameBits } from '../support/tensors.js';

/** @typedef {import('headwise').PlainTensor} PlainTensor */

const PAST_MISSING =
  'cache: expected 1509 keys, as when the call was made, but one before it failed';
const CACHE_GONE = ['disposed', 'the cache was disposed and cannot be used any more'];

const engine = await load();
test.after(() => engine.dispose());

const config = { embedDim: 24, numHeads: 4, numKvHeads: 2, addBiasKv: true };
const tokens = (/** @type {number} */ len, seed = 1) => new Random(seed).tensor([len, 24]);
const causal = /** @type {const} */ ({ causal: true, positions: { type: 'rotary' } });

/**
 * A random layer, and its calls with all options except their own past.
 *
 * @param {number} seed
 */
function randomSequence(seed) {
  const random = new Random(seed);
  const { config, inputs, options, sizes } = randomLayerCase(random, 1 + (seed % 40));
  const { pastKey: _, pastValue: __, mask: ___, keyPaddingMask: ____, replace, ...rest } = options;
  const { key: _____, value: ______, ...replaceable } = replace ?? {};
  const { query, heads } = replaceable;
  const kept = { ...(query && { query }), ...(heads && { heads }) };
  /** @type {Record<string, any>} */
  const others = { ...rest, replace: kept };
  return { config, inputs, options: others, sizes };
}

describe('a cache gives the bits of an explicit past', () => {
  test('call after call', () => {
    for (let seed = 1; seed <= 80; seed++) {
      const { config, inputs, options, sizes } = randomSequence(seed);
      const layer = engine.createMultiHeadAttention(config);
      const batch = sizes.batch;
      const cache = layer.createCache({ batch, capacity: 300 });
      const { keyLengths: _, ...plain } = options;
      const [Hkv, E] = [layer.config.numKvHeads, layer.config.headDim];
      const past = (/** @type {number} */ width) => ({
        data: new Float32Array(0),
        shape: [...(sizes.batched ? [batch] : []), Hkv, 0, width],
      });
      /** @type {{ pastKey: PlainTensor, pastValue: PlainTensor }} */
      let before = { pastKey: past(E), pastValue: past(layer.config.valueHeadDim) };
      for (let step = 0; step < 3; step++) {
        const what = `seed ${seed}, step ${step}: ${describeCase({ config, sizes, options })}`;
        const causal = plain.causal === 'by-length' ? true : plain.causal;
        const asked = { ...plain, causal, attention: true, trace: step === 1 };
        const expected = layer.forward(...withOptions(inputs, { ...asked, ...before }));
        const { presentKey, presentValue, ...rest } = expected;
        assert.ok(presentKey && presentValue);
        const found = layer.forward(...withOptions(inputs, { ...asked, cache }));
        assertSameBits(found, rest, what);
        assert.equal(found.presentKey, undefined);
        before = { pastKey: presentKey, pastValue: presentValue };
        assert.equal(cache.length, (step + 1) * sizes.keyLen);
      }
      cache.dispose();
      layer.dispose();
    }
  });

  test('with masks over all keys, lengths, windows and slopes', () => {
    const layer = engine.createMultiHeadAttention(config);
    const cache = layer.createCache({ batch: 2, capacity: 20 });
    const random = new Random(5);
    const first = layer.forward(random.tensor([2, 6, 24]), {
      pastKey: random.tensor([2, 2, 0, 6]),
      pastValue: random.tensor([2, 2, 0, 6]),
    });
    layer.forward(new Random(5).tensor([2, 6, 24]), { cache });
    const x = random.tensor([2, 3, 24]);
    const options = {
      mask: [{ bias: random.tensor([4, 3, 9]) }, { ignore: random.booleans([2, 1, 1, 9], 0.3) }],
      keyPaddingMask: { attend: random.booleans([2, 9], 0.9) },
      causal: /** @type {const} */ ('by-length'),
      keyLengths: [9, 7],
      window: { left: 5 },
      positions: /** @type {const} */ ({ type: 'alibi' }),
      trace: true,
    };
    const { presentKey: pastKey, presentValue: pastValue } = first;
    const {
      presentKey: _,
      presentValue: __,
      ...expected
    } = layer.forward(x, {
      ...options,
      pastKey,
      pastValue,
    });
    assertSameBits(layer.forward(x, { ...options, cache }), expected);
  });

  for (const threads of [1, 3]) {
    test(`in several calls as in one, ${threads} threads`, async () => {
      const one = await load({ threads, threadsFrom: 0 });
      const random = new Random(9);
      for (let round = 0; round < 160; round++) {
        const asked = {
          causal: /** @type {const} */ (true),
          ...random.pick([{}, { window: { left: random.integer(0, 9) } }, { softcap: 2 }]),
          ...random.pick([
            {},
            { positions: /** @type {const} */ ({ type: 'rotary' }) },
            { positions: /** @type {const} */ ({ type: 'alibi' }) },
          ]),
        };
        const extras = { addBiasKv: round % 2 > 0, addZeroAttention: round % 4 > 1 };
        const layer = one.createMultiHeadAttention({ ...config, ...extras, seed: round });
        const length = random.integer(1, round % 8 === 7 ? 700 : 60);
        const x = tokens(length, round);
        const whole = layer.forward(x, asked).output.data;
        const cache = layer.createCache({ capacity: length + random.integer(0, 9) });
        for (let at = 0; at < length;) {
          const rows = Math.min(length - at, random.integer(1, random.pick([1, 5, length])));
          const end = at + rows;
          const part = { data: x.data.slice(24 * at, 24 * end), shape: [rows, 24] };
          const { output } = layer.forward(part, { ...asked, cache });
          const expected = { data: whole.slice(24 * at, 24 * end), shape: [rows, 24] };
          const what = `round ${round}, ${at} to ${end} of ${length}, ${JSON.stringify([extras, asked])}`;
          assertSameBits({ output }, { output: expected }, what);
          at = end;
        }
        cache.dispose();
        layer.dispose();
      }
      one.dispose();
    });
  }

  test('and is near the reference', () => {
    const [layer, exact] = /** @type {any[]} */ ([engine, reference]).map((one) =>
      one.createMultiHeadAttention(config),
    );
    const [cache, twin] = [layer, exact].map((one) => one.createCache({ capacity: 12 }));
    for (const [len, truncated] of /** @type {const} */ ([
      [5, 5],
      [3, 6],
      [2, 8],
    ])) {
      const x = tokens(len, len);
      const found = layer.forward(x, { ...causal, cache }).output;
      const expected = exact.forward(x, { ...causal, cache: twin }).output;
      for (const [at, value] of expected.data.entries()) {
        assert.ok(Math.abs(value - found.data[at]) <= 1e-5 + 1e-5 * Math.abs(value));
      }
      for (const one of [cache, twin]) one.truncate(truncated);
      assert.deepEqual([cache.length, twin.length], [truncated, truncated]);
    }
  });

  test('the next call does not change a kept call', () => {
    const layer = engine.createMultiHeadAttention(config);
    const cache = layer.createCache({ capacity: 12 });
    layer.forward(tokens(5), { ...causal, cache });
    const { kept, attention } = layer.forward(tokens(3, 2), {
      ...causal,
      cache,
      keep: true,
      attention: true,
    });
    assert.ok(kept && attention);
    cache.truncate(0);
    layer.forward(tokens(12, 3), { cache });
    cache.dispose();
    const window = { head: 3, rows: [0, 3], columns: [0, 9] };
    const expected = { data: attention.data.slice(3 * 27), shape: [3, 9] };
    assertSameBits(kept.attentionWindow(window), expected);
  });
});

test("caches of one layer are independent, and share nothing with a layer's other caches", () => {
  const layer = engine.createMultiHeadAttention(config);
  const [one, other] = [1, 2].map(() => layer.createCache({ capacity: 9 }));
  layer.forward(tokens(4, 1), { ...causal, cache: one });
  layer.forward(tokens(4, 2), { ...causal, cache: other });
  const first = layer.forward(tokens(2, 3), { ...causal, cache: one });
  const second = layer.forward(tokens(2, 3), { ...causal, cache: other });
  assert.notDeepEqual(first.output.data, second.output.data);
  one.truncate(4);
  assertSameBits(layer.forward(tokens(2, 3), { ...causal, cache: one }), first);
});

describe('refused calls leave the cache unchanged', () => {
  const layer = engine.createMultiHeadAttention(config);
  const exact = reference.createMultiHeadAttention(config);
  const past = {
    pastKey: new Random(1).tensor([2, 1, 6]),
    pastValue: new Random(1).tensor([2, 1, 6]),
  };
  const keys = new Random(1).tensor([2, 7, 6]);
  for (const [
    what,
    call,
    expected,
  ] of /** @type {[string, (one: any, cache: any) => unknown, string[]][]} */ ([
    [
      'too many keys',
      (one, cache) => one.forward(tokens(4), { cache }),
      ['RangeError', 'cache: expected room for 4 more keys, got 5 of 8 taken'],
    ],
    [
      'another batch',
      (one, cache) => one.forward(new Random(1).tensor([2, 3, 24]), { cache }),
      ['RangeError', 'cache: expected a batch of 2 to match query, got 1'],
    ],
    [
      'a past',
      (one, cache) => one.forward(tokens(2), { cache, ...past }),
      ['TypeError', 'pastKey: expected none beside cache, got a tensor of shape (2, 1, 6)'],
    ],
    [
      'replaced keys',
      (one, cache) => one.forward(tokens(2), { cache, replace: { key: keys } }),
      ['TypeError', 'replace.key: expected none beside cache, got a tensor of shape (2, 7, 6)'],
    ],
    [
      'no cache',
      (one) => one.forward(tokens(2), { cache: {} }),
      ['TypeError', 'cache: expected a cache from createCache, got an object'],
    ],
    [
      'null',
      (one) => one.forward(tokens(2), { cache: null }),
      ['TypeError', 'cache: expected a cache from createCache, got null'],
    ],
    [
      'a longer length',
      (_, cache) => cache.truncate(6),
      ['RangeError', 'length: expected an integer from 0 to 5, got 6'],
    ],
    [
      'a length that is none',
      (_, cache) => cache.truncate('2'),
      ['TypeError', 'length: expected an integer from 0 to 5, got "2"'],
    ],
    [
      'no options',
      (one) => one.createCache(),
      ['TypeError', 'options: expected an object with capacity, got undefined'],
    ],
    [
      'no capacity',
      (one) => one.createCache({}),
      ['TypeError', 'capacity: expected an integer from 0 to 2147483647, got undefined'],
    ],
    [
      'a negative capacity',
      (one) => one.createCache({ capacity: -1 }),
      ['RangeError', 'capacity: expected an integer from 0 to 2147483647, got -1'],
    ],
    [
      'an unknown option',
      (one) => one.createCache({ capacty: 1 }),
      ['TypeError', 'unknown option capacty: did you mean capacity?'],
    ],
    [
      'a batch that is none',
      (one) => one.createCache({ batch: 1.5, capacity: 1 }),
      ['RangeError', 'batch: expected an integer from 0 to 2147483647, got 1.5'],
    ],
  ])) {
    test(`${what}: ${expected[1]}`, () => {
      for (const one of /** @type {any[]} */ ([layer, exact])) {
        const cache = one.createCache({ capacity: 8 });
        one.forward(tokens(5), { ...causal, cache });
        assert.deepEqual(
          refused(() => call(one, cache)),
          expected,
        );
        assert.equal(cache.length, 5);
        const twin = one.createCache({ capacity: 8 });
        one.forward(tokens(5), { ...causal, cache: twin });
        assertSameBits(
          one.forward(tokens(3), { ...causal, cache }),
          one.forward(tokens(3), { ...causal, cache: twin }),
        );
      }
    });
  }

  test('the cache of another layer', () => {
    for (const one of /** @type {any[]} */ ([engine, reference])) {
      const [layer, other] = [1, 2].map(() => one.createMultiHeadAttention(config));
      const cache = other.createCache({ capacity: 8 });
      assert.deepEqual(
        refused(() => layer.forward(tokens(2), { cache })),
        ['TypeError', "cache: expected a cache of this layer's, got an object"],
      );
    }
  });

  test('a call that its onProgress stops, or that has no memory for its results', async () => {
    const tight = await load({ memoryLimit: 24_000_000 });
    const layer = tight.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
    const x = (/** @type {number} */ len, seed = 1) => new Random(seed).tensor([len, 64]);
    const [cache, twin] = [1, 2].map(() => layer.createCache({ capacity: 2000 }));
    for (const one of [cache, twin]) layer.forward(x(100), { causal: true, cache: one });
    const stop = () => {
      throw new RangeError('stop');
    };
    assert.throws(() => layer.forward(x(1200), { cache, onProgress: stop }), /stop/);
    assert.equal(refused(() => layer.forward(x(1200), { cache, trace: true }))[0], 'memory');
    assert.equal(cache.length, 100);
    const next = { causal: /** @type {const} */ (true) };
    assertSameBits(
      layer.forward(x(3, 2), { ...next, cache }),
      layer.forward(x(3, 2), { ...next, cache: twin }),
    );
    tight.dispose();
  });

  test('a call whose arguments dispose or change the cache', () => {
    const cache = layer.createCache({ capacity: 8 });
    layer.forward(tokens(5), { cache });
    const sly = (/** @type {() => void} */ act) => ({
      get data() {
        act();
        return tokens(2).data;
      },
      shape: [2, 24],
    });
    assert.throws(() =>
      layer.forward(
        sly(() => cache.truncate(3)),
        { cache },
      ),
    );
    assert.equal(cache.length, 3);
    assert.deepEqual(
      refused(() =>
        layer.forward(
          sly(() => cache.dispose()),
          { cache },
        ),
      ),
      CACHE_GONE,
    );
  });
});

describe('a cache', () => {
  test('is gone once it is disposed, however often, and with its engine', async () => {
    for (const one of /** @type {any[]} */ ([await load(), await reference.load()])) {
      const layer = one.createMultiHeadAttention(config);
      const [cache, other] = [1, 2].map(() => layer.createCache({ capacity: 8 }));
      cache.dispose();
      cache.dispose();
      cache[Symbol.dispose]();
      for (const call of [
        () => cache.length,
        () => cache.truncate(0),
        () => layer.forward(tokens(1), { cache }),
      ]) {
        assert.throws(call, { code: 'disposed', message: CACHE_GONE[1] });
      }
      one.dispose();
      assert.throws(() => other.length, { code: 'disposed', message: /engine was disposed/ });
      other.dispose();
    }
  });

  test('comes and goes 10,000 times in a memory that cannot grow', async () => {
    const few = new Random(2).tensor([3, 8]);
    const tight = await load({ memoryLimit: 64 * 65536 + 4 * 3 * 8 });
    const layer = tight.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
    const expected = layer.forward(few);
    for (let cycle = 0; cycle < 10_000; cycle++) {
      const cache = layer.createCache({ capacity: 16 });
      const result = layer.forward(few, { cache });
      if (cycle % 500 === 0) assertSameBits(result, expected);
      cache.dispose();
    }
    tight.dispose();
  });

  test('counts in memoryLimit', async () => {
    const tight = await load({ memoryLimit: 8_000_000 });
    const layer = tight.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
    const cache = layer.createCache({ capacity: 8000 }); // 4 MB
    assert.deepEqual(refused(() => layer.createCache({ capacity: 8000 }))[0], 'memory');
    cache.dispose();
    layer.createCache({ capacity: 8000 });
    assert.equal(
      refused(() => layer.createCache({ batch: 2147483647, capacity: 2147483647 }))[0],
      'memory',
    );
    tight.dispose();
  });

  test('allocates no memory for a step, however long its past', async () => {
    const layer = engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
    const cache = layer.createCache({ capacity: 4000 });
    const x = (/** @type {number} */ len) => new Random(len).tensor([len, 64]);
    layer.forward(x(3000), { causal: true, cache });
    const tight = await load({ memoryLimit: 9_000_000 });
    const one = tight.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
    const small = one.createCache({ capacity: 4000 });
    for (let at = 0; at < 3000; at += 100) one.forward(x(100), { causal: true, cache: small });
    assert.equal(small.length, 3000);
    tight.dispose();
  });

  test('may have a capacity, and calls may have keys, of none', () => {
    const layer = engine.createMultiHeadAttention(config);
    const cache = layer.createCache({ capacity: 0 });
    const none = { data: new Float32Array(0), shape: [0, 24] };
    assert.deepEqual(layer.forward(none, { cache }).output.shape, [0, 24]);
    assert.equal(cache.length, 0);
    const empty = layer.createCache({ batch: 0, capacity: 4 });
    const nothing = { data: new Float32Array(0), shape: [0, 2, 24] };
    assert.deepEqual(layer.forward(nothing, { cache: empty }).output.shape, [0, 2, 24]);
    assert.equal(empty.length, 2);
  });
});

describe('in a worker', () => {
  test('calls without waiting find the past that they were made for', async () => {
    const remote = await loadInWorker();
    const layer = await remote.createMultiHeadAttention(config);
    const local = engine.createMultiHeadAttention(config);
    const [cache, twin] = [
      await layer.createCache({ capacity: 20 }),
      local.createCache({ capacity: 20 }),
    ];
    const answers = [5, 1, 2].map((len) => layer.forward(tokens(len, len), { ...causal, cache }));
    answers.push(cache.truncate(7).then(() => layer.forward(tokens(3), { ...causal, cache })));
    const expected = [5, 1, 2].map((len) =>
      local.forward(tokens(len, len), { ...causal, cache: twin }),
    );
    twin.truncate(7);
    expected.push(local.forward(tokens(3), { ...causal, cache: twin }));
    assertSameBits(await Promise.all(answers), expected);
    assert.equal(cache.length, 10);
    await assert.rejects(layer.forward(tokens(11), { cache }), {
      message: 'cache: expected room for 11 more keys, got 10 of 20 taken',
    });
    await assert.rejects(cache.truncate(11), { name: 'RangeError' });
    const [other] = [await remote.createMultiHeadAttention(config)];
    await assert.rejects(other.forward(tokens(1), { cache }), { name: 'TypeError' });
    await assert.rejects(layer.forward(tokens(1), { cache: twin }), { name: 'TypeError' });
    await cache.dispose();
    await cache.dispose();
    assert.throws(() => cache.length, { message: CACHE_GONE[1] });
    assert.deepEqual(await rejected(layer.forward(tokens(1), { cache })), CACHE_GONE);
    await remote.dispose();
  });

  test('a stopped call leaves it unchanged, and the calls after it report an error', async () => {
    const remote = await loadInWorker();
    const wide = { embedDim: 64, numHeads: 4 };
    const x = (/** @type {number} */ len) => new Random(len).tensor([len, 64]);
    const layer = await remote.createMultiHeadAttention(wide);
    const local = engine.createMultiHeadAttention(wide);
    const [cache, twin] = [
      await layer.createCache({ capacity: 3000 }),
      local.createCache({ capacity: 3000 }),
    ];
    await layer.forward(x(9), { causal: true, cache });
    local.forward(x(9), { causal: true, cache: twin });
    for (const wait of [0, 2, 10, 40, 80]) {
      const controller = new AbortController();
      const { signal } = controller;
      const stopped = layer.forward(x(1500), { causal: true, cache, signal });
      const after = layer.forward(x(2), { causal: true, cache });
      setTimeout(() => controller.abort(), wait);
      const outcome = await stopped.then(
        () => 'done',
        (error) => error.name,
      );
      if (outcome === 'done') {
        await after;
        await cache.truncate(9);
      } else {
        assert.equal(outcome, 'AbortError');
        await assert.rejects(after, (error) => {
          assert.ok(error instanceof HeadwiseError);
          assert.equal(error.message, PAST_MISSING);
          return true;
        });
      }
      assert.equal(cache.length, 9);
    }
    assertSameBits(
      await layer.forward(x(4), { causal: true, cache }),
      local.forward(x(4), { causal: true, cache: twin }),
    );
    // Made before the one that fails, and after: the first is not touched, the second is.
    const first = layer.forward(x(1400), { causal: true, cache });
    const controller = new AbortController();
    const { signal } = controller;
    const second = layer.forward(x(2), { causal: true, cache, keep: true, signal });
    const third = layer.forward(x(3), { causal: true, cache, keep: true });
    controller.abort();
    await assert.rejects(second, { name: 'AbortError' });
    const fourth = layer.forward(x(5), { causal: true, cache });
    await assert.rejects(third, { code: 'unsupported' });
    assertSameBits(await first, local.forward(x(1400), { causal: true, cache: twin }));
    assertSameBits(await fourth, local.forward(x(5), { causal: true, cache: twin }));
    assert.equal(cache.length, 9 + 4 + 1400 + 5);
    await cache.truncate(9 + 4);
    twin.truncate(9 + 4);
    const waiting = new AbortController();
    const long = layer.forward(x(1500), { causal: true, cache });
    const queued = layer.forward(x(1), { causal: true, cache, signal: waiting.signal });
    waiting.abort();
    await assert.rejects(queued, { name: 'AbortError' });
    await long;
    assert.equal(cache.length, 1513);
    await remote.dispose();
    assert.throws(() => cache.length, { code: 'disposed' });
    await cache.dispose();
  });
});
