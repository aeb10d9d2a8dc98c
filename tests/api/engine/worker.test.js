// Tests the engine in a worker: every method gives load()'s results, arguments are copied, errors
// keep their class and code, and an abort signal stops long work.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test } from 'node:test';
import { HeadwiseError, load, loadInWorker } from 'headwise';
import { Random } from '../support/random.js';
import { refused, rejected } from '../support/refused.js';
import { assertSameBits, copyOf } from '../support/tensors.js';

const random = new Random(31);
const small = random.tensor([2, 2, 5, 4]);
const long = random.tensor([1, 8, 1500, 64]); // some hundred milliseconds
const x = random.tensor([2, 9, 12]);
const config = { embedDim: 12, numHeads: 3, addBiasKv: true };

const [local, remote] = await Promise.all([load(), loadInWorker()]);
test.after(async () => {
  local.dispose();
  await remote.dispose();
});

test('every method gives the bits of load', async () => {
  const options = { causal: true, trace: true };
  const ids = [3, 1, 4];
  assertSameBits(
    await remote.scaledDotProductAttention(small, small, small, options),
    local.scaledDotProductAttention(small, small, small, options),
  );
  const weight = random.tensor([7, 12]);
  const bias = random.tensor([7]);
  assertSameBits(await remote.linear(x, weight), local.linear(x, weight));
  assertSameBits(await remote.linear(x, weight, bias), local.linear(x, weight, bias));
  assertSameBits(await remote.softmax(x), local.softmax(x));
  assertSameBits(await remote.embed(ids, { embedDim: 6 }), local.embed(ids, { embedDim: 6 }));

  const layer = await remote.createMultiHeadAttention({ ...config, seed: 5 });
  const same = local.createMultiHeadAttention({ ...config, seed: 5 });
  assert.deepEqual(layer.config, same.config);
  assertSameBits(await layer.stateDict(), same.stateDict());
  assertSameBits(await layer.forward(x, options), same.forward(x, options));
  assertSameBits(await layer.forward(x, x, x, options), same.forward(x, x, x, options));
  const state = Object.fromEntries(
    Object.entries(same.stateDict()).map(([name, { shape }]) => [name, random.tensor(shape)]),
  );
  assert.equal(await layer.loadStateDict(state), undefined);
  same.loadStateDict(state);
  assertSameBits(await layer.stateDict(), state);
  assertSameBits(await layer.forward(x, options), same.forward(x, options));
  await layer.dispose();
  await layer.dispose();
  assert.deepEqual(await rejected(layer.forward(x)), [
    'disposed',
    'the layer was disposed and cannot be used any more',
  ]);
});

test('a call that asks for other results than the one before has the results of load', async () => {
  const layer = await remote.createMultiHeadAttention(config);
  const same = local.createMultiHeadAttention(config);
  /** @type {[(options: any) => any, (options: any) => any][]} */
  const calls = [
    [(options) => layer.forward(x, options), (options) => same.forward(x, options)],
    [
      (options) => remote.scaledDotProductAttention(small, small, small, options),
      (options) => local.scaledDotProductAttention(small, small, small, options),
    ],
  ];
  const asked = [{}, { attention: true }, { trace: true }].flatMap((one) => [
    one,
    { ...one, keep: true },
  ]);
  for (const before of asked) {
    for (const options of asked) {
      for (const [there, here] of calls) {
        const earlier = await there(before);
        const { kept, ...found } = await there(options);
        const { kept: wanted, ...rest } = here(options);
        assertSameBits(found, rest);
        assert.equal(kept === undefined, wanted === undefined);
        if (kept) assertSameBits(await kept.backward(rest.output), wanted.backward(rest.output));
        for (const one of [earlier.kept, kept, wanted]) await one?.dispose();
      }
    }
  }
  same.dispose();
  await layer.dispose();
});

test('backend and config are available at once', async () => {
  assert.deepEqual(remote.backend, local.backend);
  assert.ok(Object.isFrozen(remote.backend));
  const layer = await remote.createMultiHeadAttention({ embedDim: 4, numHeads: 2 });
  assert.equal(layer.config.headDim, 2);
  await layer.dispose();
});

test("arguments are copied when the call is made, and stay the caller's", async () => {
  const query = copyOf(small);
  const mask = random.booleans([5, 5], 0.8);
  const options = { mask: { attend: copyOf(mask) }, keyLengths: [5, 3], trace: true };
  const expected = local.scaledDotProductAttention(small, small, small, structuredClone(options));
  const answer = remote.scaledDotProductAttention(query, query, query, options);
  query.data.fill(NaN);
  options.mask.attend.data.fill(0);
  options.keyLengths.fill(0);
  assertSameBits(await answer, expected);
  assert.equal(query.data.length, small.data.length);
  assert.equal(options.mask.attend.data.length, mask.data.length);

  const layer = await remote.createMultiHeadAttention(config);
  const state = await layer.stateDict();
  const kept = structuredClone(state);
  const loading = layer.loadStateDict(state);
  for (const { data } of Object.values(state)) data.fill(NaN);
  await loading;
  assertSameBits(await layer.stateDict(), kept);
  await layer.dispose();
});

test('a view is sent without the rest of its buffer', async () => {
  const around = new Float32Array(small.data.length + 20).fill(NaN);
  around.set(small.data, 10);
  const view = { data: around.subarray(10, 10 + small.data.length), shape: small.shape };
  assertSameBits(
    await remote.scaledDotProductAttention(view, view, view),
    local.scaledDotProductAttention(small, small, small),
  );
  assert.equal(around.length, small.data.length + 20);
});

describe('errors', () => {
  test('keep their class, text and code, and the worker goes on', async () => {
    const wrong = { data: new Float32Array(2), shape: [1, 2] };
    for (const call of /** @type {((one: any) => any)[]} */ ([
      (one) => one.scaledDotProductAttention(small, wrong, small),
      (one) => one.scaledDotProductAttention(small, small, small, { isCausal: true }),
      (one) => one.scaledDotProductAttention(small, small, small, { keep: 1 }),
      (one) => one.createMultiHeadAttention({ embedDim: 5, numHeads: 2 }),
      (one) => one.linear([[1]], [[1, 2]]),
      (one) => one.softmax('x'),
      (one) => one.embed([1], {}),
    ])) {
      const promise = call(remote);
      assert.ok(promise instanceof Promise);
      assert.deepEqual(
        await rejected(promise),
        refused(() => call(local)),
      );
    }
    assertSameBits(await remote.softmax(x), local.softmax(x));
  });

  test('from the worker keep them too', async () => {
    const [tight, alike] = await Promise.all([
      loadInWorker({ memoryLimit: 5_000_000 }),
      load({ memoryLimit: 5_000_000 }),
    ]);
    const call = (/** @type {any} */ one) =>
      one.scaledDotProductAttention(long, long, long, { trace: true });
    const promise = call(tight);
    assert.deepEqual(
      await rejected(promise),
      refused(() => call(alike)),
    );
    const error = await promise.catch((/** @type {unknown} */ reason) => reason);
    assert.ok(error instanceof HeadwiseError && error.name === 'HeadwiseError');
    assert.deepEqual(
      await rejected(tight.createMultiHeadAttention({ embedDim: 2000, numHeads: 1 })),
      refused(() => alike.createMultiHeadAttention({ embedDim: 2000, numHeads: 1 })),
    );
    assertSameBits(await tight.softmax(x), local.softmax(x));
    alike.dispose();
    await tight.dispose();
  });

  test('of a layer reject, and change nothing', async () => {
    const layer = await remote.createMultiHeadAttention(config);
    const before = await layer.stateDict();
    const { bias_k: _, ...rest } = before;
    assert.deepEqual(await rejected(layer.loadStateDict(rest)), [
      'TypeError',
      'bias_k: expected a tensor of shape (1, 1, 12), got undefined',
    ]);
    assertSameBits(await layer.stateDict(), before);
    const [kind] = await rejected(layer.forward(/** @type {any} */ ([[1, 2]])));
    assert.equal(kind, 'RangeError');
    assert.equal((await rejected(layer.createCache({ capacity: -3 })))[0], 'RangeError');
    await layer.dispose();
  });
});

describe('out', () => {
  test('is filled when the answer arrives, and is the result', async () => {
    const expected = local.scaledDotProductAttention(small, small, small, { attention: true });
    assert.ok(expected.attention);
    const out = { output: copyOf(expected.output), attention: copyOf(expected.attention) };
    for (const { data } of Object.values(out)) data.fill(7);
    const answer = remote.scaledDotProductAttention(small, small, small, { attention: true, out });
    assert.ok(out.output.data.every((value) => value === 7));
    const result = await answer;
    assert.equal(result.output, out.output);
    assert.equal(result.attention, out.attention);
    assertSameBits(out, expected);
  });

  test('stays as it was when the call is stopped', async () => {
    const out = { output: { data: new Float32Array(long.data.length).fill(7), shape: long.shape } };
    const controller = new AbortController();
    const { signal } = controller;
    const answer = remote.scaledDotProductAttention(long, long, long, { out, signal });
    controller.abort();
    await assert.rejects(answer);
    await remote.softmax([1]);
    assert.ok(out.output.data.every((value) => value === 7));
  });
});

describe('onProgress', () => {
  test('is called here, from 0 to 1', async () => {
    /** @type {number[]} */
    const parts = [];
    const onProgress = (/** @type {number} */ done) => parts.push(done);
    const result = await remote.scaledDotProductAttention(long, long, long, { onProgress });
    assert.ok(parts.length > 2);
    assert.ok(parts.every((done, n) => done > 0 && done <= 1 && (n === 0 || done >= parts[n - 1])));
    assert.equal(parts.at(-1), 1);
    assertSameBits(result, local.scaledDotProductAttention(long, long, long));
  });

  test('that throws stops the call, which rejects with the same error', async () => {
    const mine = new Error('enough');
    let calls = 0;
    const onProgress = () => {
      calls++;
      throw mine;
    };
    const answer = remote.scaledDotProductAttention(long, long, long, { onProgress });
    await assert.rejects(answer, (error) => error === mine);
    await remote.softmax([1]);
    assert.equal(calls, 1);
  });

  test('may call the engine, which answers afterwards', async () => {
    /** @type {Promise<unknown>[]} */
    const others = [];
    /** @type {string[]} */
    const order = [];
    const onProgress = () => {
      if (others.length === 0) others.push(remote.softmax([0]).then(() => order.push('softmax')));
    };
    await remote.scaledDotProductAttention(long, long, long, { onProgress });
    order.push('attention');
    await Promise.all(others);
    assert.deepEqual(order, ['attention', 'softmax']);
  });
});

describe('signal', () => {
  const reason = new Error('changed my mind');

  test('that is aborted already rejects at once, in both ways to load', async () => {
    const signal = AbortSignal.abort(reason);
    const call = (/** @type {any} */ one) =>
      one.scaledDotProductAttention(small, small, small, { signal });
    assert.throws(
      () => call(local),
      (error) => error === reason,
    );
    await assert.rejects(call(remote), (error) => error === reason);
  });

  test('stops long work, and the engine is soon free for other work', async () => {
    const started = process.cpuUsage(); // of all threads, so that neighbours do not count
    await remote.scaledDotProductAttention(long, long, long, { attention: true });
    const whole = process.cpuUsage(started).user;
    const lengths = 8; // calls that would take 8 times as long
    const controller = new AbortController();
    const { signal } = controller;
    /** @type {Promise<unknown>[]} */
    let answers = [];
    await new Promise((onProgress) => {
      const options = { attention: true, signal, onProgress };
      answers = Array.from({ length: lengths }, () =>
        remote.scaledDotProductAttention(long, long, long, options),
      );
    });
    const aborted = process.cpuUsage();
    controller.abort(reason);
    const outcomes = await Promise.allSettled(answers);
    assert.ok(outcomes.every((one) => one.status === 'rejected' && one.reason === reason));
    assertSameBits(await remote.softmax(x), local.softmax(x));
    const waited = process.cpuUsage(aborted).user;
    assert.ok(waited < Math.max(1e6, whole), `took ${waited} of ${whole} microseconds`);
  });

  test('of one call leaves the others alone', async () => {
    const controllers = Array.from({ length: 4 }, () => new AbortController());
    const [first, second, third, fourth] = controllers.map(({ signal }) =>
      remote.scaledDotProductAttention(long, long, long, { signal }),
    );
    controllers[0].abort(reason);
    controllers[2].abort(reason);
    const expected = local.scaledDotProductAttention(long, long, long);
    await assert.rejects(first, (error) => error === reason);
    await assert.rejects(third, (error) => error === reason);
    assertSameBits(await second, expected);
    assertSameBits(await fourth, expected);
  });

  test('that comes too late does nothing', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const result = await remote.scaledDotProductAttention(small, small, small, { signal });
    controller.abort(reason);
    assertSameBits(result, local.scaledDotProductAttention(small, small, small));
    assertSameBits(await remote.softmax(x), local.softmax(x));
  });

  test("stops a layer's forward", async () => {
    const layer = await remote.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
    const tokens = random.tensor([2500, 64]);
    const controller = new AbortController();
    const answer = layer.forward(tokens, {
      signal: controller.signal,
      attention: true,
      onProgress: () => controller.abort(reason),
    });
    await assert.rejects(answer, (error) => error === reason);
    await layer.dispose();
  });
});

test('several calls at once are answered in their order', async () => {
  /** @type {number[]} */
  const order = [];
  const sizes = [900, 2, 500, 1, 30, 700];
  const answers = sizes.map(async (size, n) => {
    const tensor = random.tensor([1, size, 16]);
    const result = await remote.scaledDotProductAttention(tensor, tensor, tensor);
    order.push(n);
    assertSameBits(result, local.scaledDotProductAttention(tensor, tensor, tensor));
  });
  await Promise.all(answers);
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5]);
});

describe('dispose', () => {
  const gone = ['disposed', 'the engine was disposed and cannot be used any more'];

  test('rejects pending and later calls, and is idempotent', async () => {
    const other = await loadInWorker();
    const layer = await other.createMultiHeadAttention(config);
    const pending = [
      other.scaledDotProductAttention(long, long, long),
      other.softmax([1]),
      layer.forward(x),
      layer.stateDict(),
      other.createMultiHeadAttention(config),
    ];
    const outcomes = Promise.allSettled(pending);
    await other.dispose();
    await other.dispose();
    await outcomes;
    for (const promise of pending) assert.deepEqual(await rejected(promise), gone);
    for (const call of [
      () => other.scaledDotProductAttention(small, small, small),
      () => other.createMultiHeadAttention(config),
      () => other.linear([[1]], [[1]]),
      () => other.softmax([1]),
      () => other.embed([1], { embedDim: 2 }),
      () => layer.forward(x),
      () => layer.stateDict(),
      () => layer.loadStateDict({}),
      () => layer.createCache({ capacity: 1 }),
    ]) {
      assert.deepEqual(await rejected(call()), gone);
    }
    await layer.dispose();
    await layer[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  test('of a layer waits for the calls before it', async () => {
    const layer = await remote.createMultiHeadAttention(config);
    const answer = layer.forward(x);
    const disposed = layer.dispose();
    assertSameBits(await answer, local.createMultiHeadAttention(config).forward(x));
    await disposed;
  });

  test('of one worker leaves another alone', async () => {
    const other = await loadInWorker();
    await other.dispose();
    assertSameBits(await remote.softmax(x), local.softmax(x));
  });
});

test('many calls with one signal add one listener, and remove it at their end', async () => {
  /** @type {Error[]} */
  const warnings = [];
  const note = (/** @type {Error} */ warning) => warnings.push(warning);
  process.on('warning', note);
  const { signal } = new AbortController();
  const controller = new AbortController();
  const calls = Array.from({ length: 10_000 }, () =>
    remote.scaledDotProductAttention(small, small, small, { signal }),
  );
  const stopped = Array.from({ length: 20 }, () =>
    remote.scaledDotProductAttention(small, small, small, { signal: controller.signal }),
  );
  assert.equal(getEventListeners(signal, 'abort').length, 1);
  controller.abort();
  const outcomes = await Promise.allSettled(stopped);
  assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  await Promise.all(calls);
  await new Promise((resolve) => setImmediate(resolve)); // warnings come a turn later
  process.off('warning', note);
  for (const one of [signal, controller.signal]) {
    assert.equal(getEventListeners(one, 'abort').length, 0);
  }
  assert.deepEqual(warnings, []);
});
