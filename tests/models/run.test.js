// Tests the requests of a run: changes inside it, traces and windows.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { expectNear } from './support/near.js';

const goldens = await readModelGoldens(['gpt2', 'llama', 'bert', 't5', 'gemma2']);

/** @param {string} family @param {string} name */
async function open(family, name) {
  const golden = goldens.find((one) => one.family === family && one.name === name);
  assert.ok(golden);
  return { golden, model: await openModel(filesOf(golden)), ids: golden.inputs.ids ?? [] };
}

/** @param {any} run @param {number} count */
async function everything(run, count) {
  const maps = [];
  for (let layer = 0; layer < count; layer++) maps.push(...(await run.attention({ layer })).data);
  return { logits: [...run.logits.data], maps };
}

/** @param {any} model @param {readonly number[]} ids */
async function written(model, ids) {
  const tokens = [];
  for await (const { id, alternatives } of model.generate(ids, { maxTokens: 5 })) {
    tokens.push(id, ...alternatives.map((/** @type {any} */ one) => one.logit));
  }
  return tokens;
}

test('traces and a second run change no bit', async () => {
  const { model, ids } = await open('llama', 'llama3');
  const count = model.config.numLayers;
  const first = await everything(await model.run(ids), count);
  const run = await model.run(ids);
  await run.trace({ layer: 0 });
  assert.deepEqual(await everything(run, count), first);
  const both = await Promise.all([model.run(ids), model.run(ids.slice(0, 3)), model.run(ids)]);
  assert.deepEqual(await everything(both[0], count), first);
  assert.deepEqual(await everything(both[2], count), first);
  model.dispose();
});

test("a trace has the layer's own steps: shapes, and contributions that sum to its output", async () => {
  const { model, ids } = await open('llama', 'llama3');
  const run = await model.run(ids);
  const { numHeads, numKvHeads, headDim, embedDim } = model.config;
  const L = ids.length;
  const trace = await run.trace({ layer: 1 });
  const { contributions: _, ...rest } = trace;
  assert.deepEqual(await run.trace({ layer: 1, contributions: false }), rest);
  assert.deepEqual(
    /** @type {const} */ (['query', 'key', 'scores', 'heads', 'concatenated', 'contributions']).map(
      (name) => trace[name].shape,
    ),
    [
      [numHeads, L, headDim],
      [numKvHeads, L, headDim],
      [numHeads, L, L],
      [numHeads, L, headDim],
      [L, numHeads * headDim],
      [numHeads, L, embedDim],
    ],
  );
  expectNear(trace.attention.data, (await run.attention({ layer: 1 })).data);
  // without a norm after it, what attention adds is in the residual stream of one with no MLP: compare by removing heads
  const all = Array.from({ length: numHeads }, (_, head) => ({ layer: 1, head }));
  const removed = await model.run(ids, { ablate: all });
  assert.ok((await removed.trace({ layer: 1 })).heads.data.every((value) => value === 0));
  expectNear((await removed.hidden(1)).data, (await run.hidden(1)).data);
  assert.notDeepEqual((await removed.hidden(2)).data, (await run.hidden(2)).data);
  model.dispose();
});

test('a replacement by the same numbers changes nothing; other numbers change all later steps', async () => {
  const { model, ids } = await open('gpt2', 'tied');
  const run = await model.run(ids);
  const trace = await run.trace({ layer: 0 });
  for (const name of /** @type {const} */ (['attention', 'heads', 'query', 'key', 'value'])) {
    const same = await model.run(ids, { replace: [{ layer: 0, name, tensor: trace[name] }] });
    expectNear(/** @type {any} */ (same.logits).data, /** @type {any} */ (run.logits).data, name);
  }
  const batched = { data: trace.attention.data, shape: [1, ...trace.attention.shape] };
  const same = await model.run(ids, {
    replace: [{ layer: 0, name: 'attention', tensor: batched }],
  });
  expectNear(/** @type {any} */ (same.logits).data, /** @type {any} */ (run.logits).data);
  const [heads, rows, columns] = trace.attention.shape;
  const onFirst = new Float32Array(trace.attention.data.length);
  for (let row = 0; row < heads * rows; row++) onFirst[row * columns] = 1;
  const tensor = { data: onFirst, shape: trace.attention.shape };
  const other = await model.run(ids, { replace: [{ layer: 0, name: 'attention', tensor }] });
  assert.deepEqual((await other.attention({ layer: 0 })).data, onFirst);
  assert.notDeepEqual(/** @type {any} */ (other.logits).data, /** @type {any} */ (run.logits).data);
  model.dispose();
});

test('removing a head equals replacing it by zeros', async () => {
  const { model, ids } = await open('bert', 'masked');
  const run = await model.run(ids);
  const { heads } = await run.trace({ layer: 1 });
  const [, rows, width] = heads.shape;
  const data = heads.data.slice().fill(0, 2 * rows * width, 3 * rows * width);
  const replaced = await model.run(ids, {
    replace: [{ layer: 1, name: 'heads', tensor: { data, shape: heads.shape } }],
  });
  const ablated = await model.run(ids, { ablate: [{ layer: 1, head: 2 }] });
  assert.deepEqual(
    /** @type {any} */ (ablated.logits).data,
    /** @type {any} */ (replaced.logits).data,
  );
  model.dispose();
});

test('windows are the map’s numbers', async () => {
  const { model, ids } = await open('gemma2', 'window');
  const run = await model.run(ids);
  const { data, shape } = await run.attention({ layer: 1, head: 1 });
  const rows = /** @type {[number, number]} */ ([2, 6]);
  const window = await run.attentionWindow({ layer: 1, head: 1, rows, columns: [1, 5] });
  assert.deepEqual(window.shape, [4, 4]);
  const wanted = [2, 3, 4, 5].flatMap((row) => [
    ...data.subarray(row * shape[1] + 1, row * shape[1] + 5),
  ]);
  expectNear(window.data, wanted);
  model.dispose();
});

test('the state dict has the names, shapes and numbers of the file', async () => {
  for (const [family, name] of [
    ['gpt2', 'tied'],
    ['llama', 'llama3'],
  ]) {
    const { golden, model } = await open(family, name);
    const state = model.stateDict();
    for (const [key, { data, shape }] of Object.entries(state)) {
      assert.deepEqual(shape, golden.tensors[key].shape, key);
      assert.deepEqual([...data], [.../** @type {any} */ (golden.tensors[key]).data], key);
    }
    assert.deepEqual(
      Object.keys(state).sort(),
      Object.keys(golden.tensors)
        .filter((key) => !model.report.unused.includes(key))
        .sort(),
    );
    model.dispose();
  }
});

test('wrong arguments are refused with a reason, and the model still works', async () => {
  const { model, ids } = await open('bert', 'masked');
  const cases = /** @type {[() => Promise<unknown>, RegExp][]} */ ([
    [() => model.run([]), /input: expected/],
    [() => model.run([9999]), /input: expected ids from 0 to \d+, got 9999/],
    [() => model.run([1.5]), /input: expected ids/],
    [() => model.run(Array(999).fill(1)), /input: expected at most \d+ tokens, got 999/],
    [
      () => model.run(ids, { ablate: [{ layer: 99, head: 0 }] }),
      /ablate\[0\]\.layer: expected an integer from 0 to \d+, got 99/,
    ],
    [
      () => model.run(ids, { ablate: [{ layer: 0, head: 99 }] }),
      /ablate\[0\]\.head: expected an integer from 0/,
    ],
    [
      () =>
        model.run(ids, {
          replace: [
            {
              layer: 0,
              name: /** @type {any} */ ('scores'),
              tensor: { data: new Float32Array(1), shape: [1, 1, 1] },
            },
          ],
        }),
      /replace\[0\]\.name: expected one of attention, heads/,
    ],
    [() => model.generate(ids).next(), /generate: expected a model that writes/],
    [
      async () => (await model.run(ids)).attention({ layer: 99 }),
      /layer: expected an integer from 0 to/,
    ],
    [
      async () => (await model.run(ids)).attention({ layer: 0, head: -1 }),
      /head: expected an integer from 0/,
    ],
    [
      async () => (await model.run(ids)).attention({ layer: 0, kind: 'cross' }),
      /no cross attention/,
    ],
    [async () => model.tokenize('text'), /no tokenizer was found/],
  ]);
  for (const [attempt, text] of cases) await assert.rejects(attempt, text);
  await model.run(ids);
  model.dispose();
  await assert.rejects(() => model.run(ids), /disposed/);
});

test('any number of threads gives the same bits, written text included', async () => {
  const { golden, model, ids } = await open('llama', 'llama3');
  const expected = await everything(await model.run(ids), model.config.numLayers);
  const text = await written(model, ids);
  model.dispose();
  for (const threads of [2, 3]) {
    const threaded = await openModel(filesOf(golden), { threads });
    assert.equal(threaded.backend.threads, threads);
    const run = await threaded.run(ids);
    assert.deepEqual(await everything(run, threaded.config.numLayers), expected);
    assert.deepEqual(await written(threaded, ids), text);
    threaded.dispose();
  }
});

test('relaxed SIMD is used where the engine has it', async () => {
  const { golden, model, ids } = await open('llama', 'llama3');
  const { logits } = await model.run(ids);
  const relaxed = await openModel(filesOf(golden), { simd: 'auto', threads: 2 });
  assert.match(relaxed.backend.reason, /^2 threads\. (Relaxed|Fixed) SIMD/);
  const again = (await relaxed.run(ids)).logits;
  assert.ok(logits && again);
  expectNear(again.data, logits.data);
  for (const one of [model, relaxed]) one.dispose();
});

test('a missing tensor, or one of another shape, is refused by name', async () => {
  const { golden } = await open('gpt2', 'tied');
  const { 'transformer.h.0.mlp.c_fc.weight': gone, ...rest } = golden.tensors;
  assert.ok(gone);
  await assert.rejects(openModel(filesOf({ ...golden, tensors: rest })), {
    code: 'format',
    message: /h\.0\.mlp\.c_fc\.weight: expected this tensor in the file/,
  });
  const config = { ...golden.config, model_type: 'mamba' };
  await assert.rejects(openModel(filesOf({ ...golden, configText: JSON.stringify(config) })), {
    code: 'unsupported',
    message: /architecture mamba: expected one of/,
  });
});
