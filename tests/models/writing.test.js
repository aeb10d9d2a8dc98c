// Tests generated text: one token at a time, each with its alternatives and the rows of the heads.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { changedFiles } from './support/changed.js';
import { expectNear } from './support/near.js';

/** @param {string} family @param {string} name */
async function open(family, name) {
  const golden = (await readModelGoldens([family])).find((one) => one.name === name);
  assert.ok(golden);
  const model = await openModel(filesOf(golden));
  const { ids = [], targetIds = [] } = golden.inputs;
  return { model, ids, target: targetIds };
}

/**
 * @param {any} model
 * @param {readonly number[]} ids
 * @param {import('headwise/models').GenerateOptions} options
 */
async function write(model, ids, options) {
  /** @type {number[]} */
  const written = [];
  for await (const { id } of model.generate(ids, options)) written.push(id);
  return written;
}

for (const [family, name] of [
  ['gpt2', 'tied'],
  ['llama', 'yarn'],
  ['gemma2', 'window'],
]) {
  test(`${family}, ${name}: writing with caches gives the results of runs of the whole text`, async () => {
    const { model, ids } = await open(family, name);
    let text = ids.slice(0, 3);
    let steps = 0;
    for await (const step of model.generate(text, { maxTokens: 6 })) {
      const run = await model.run(text);
      const position = text.length - 1;
      const [best] = run.predictions({ position, top: 1 });
      assert.equal(step.id, best.id);
      assert.ok(Math.abs(step.alternatives[0].probability - best.probability) < 1e-5);
      const map = await run.attention({ layer: 1, head: 0 });
      const row = map.data.subarray(position * text.length, (position + 1) * text.length);
      expectNear((await step.attention({ layer: 1, head: 0 })).data, row);
      text = [...text, step.id];
      steps++;
    }
    assert.ok(steps > 0);
    model.dispose();
  });
}

for (const [family, name, prompt, more] of /** @type {const} */ ([
  ['phi3', 'long', 10, {}], // of 13 tokens that the model first learned
  [
    'llama',
    'yarn',
    3,
    { rope_scaling: { type: 'dynamic', factor: 8 }, max_position_embeddings: 5 },
  ],
])) {
  test(`${family}: writing beyond the length of its rotary positions gives the results of runs of the whole text`, async () => {
    const golden = (await readModelGoldens([family])).find((one) => one.name === name);
    assert.ok(golden);
    const model = await openModel(changedFiles(golden, { ...golden.config, ...more }));
    let text = golden.inputs.ids?.slice(0, prompt) ?? [];
    let steps = 0;
    for await (const step of model.generate(text, { maxTokens: 6 })) {
      const run = await model.run(text);
      const position = text.length - 1;
      assert.equal(step.id, run.predictions({ position, top: 1 })[0].id);
      for (const layer of [0, 1]) {
        const { data, shape } = await run.attention({ layer });
        const rows = await step.attention({ layer });
        for (let head = 0; head < shape[0]; head++) {
          const end = (head + 1) * text.length ** 2;
          const row = rows.data.subarray(head * text.length, (head + 1) * text.length);
          expectNear(row, data.subarray(end - text.length, end), `${text.length} tokens`);
        }
      }
      text = [...text, step.id];
      steps++;
    }
    assert.equal(steps, 6);
    model.dispose();
  });
}

test('a bidirectional decoder has maps of both directions, and writes nothing', async () => {
  const [golden] = await readModelGoldens(['qwen2']);
  const { ids = [] } = golden.inputs;
  const model = await openModel(changedFiles(golden, { ...golden.config, is_causal: false }));
  const { data, shape } = await (await model.run(ids)).attention({ layer: 0, head: 0 });
  assert.ok(data.slice(0, shape[1]).every((share) => share > 0));
  assert.equal(model.kind, 'encoder');
  await assert.rejects(model.generate(ids).next(), {
    code: 'unsupported',
    message: 'generate: expected a model that writes, got one of kind encoder',
  });
  model.dispose();
});

test('EmbeddingGemma attends in both directions, also in its windows, and predicts no tokens', async () => {
  const [golden] = await readModelGoldens(['gemma3']);
  const { ids = [] } = golden.inputs;
  const config = {
    ...golden.config,
    architectures: ['Gemma3TextModel'],
    use_bidirectional_attention: true,
    sliding_window: 4,
    layer_types: golden.config.layer_types.map(() => 'sliding_attention'),
  };
  const model = await openModel(changedFiles(golden, config));
  const run = await model.run(ids);
  const { data } = await run.attention({ layer: 0, head: 0 });
  const seen = ids.map((_, j) => data[5 * ids.length + j] > 0);
  assert.deepEqual(
    seen,
    ids.map((_, j) => Math.abs(j - 5) < 3), // half of it and one, as in its code
  );
  assert.equal(run.logits, undefined);
  assert.equal(model.kind, 'encoder');
  model.dispose();
});

test('the same seed writes the same text, from any position, and another seed another text', async () => {
  const { model, ids } = await open('gpt2', 'tied');
  const prompt = ids.slice(0, 2);
  const options = { maxTokens: 8, temperature: 2, topK: 20, seed: 1 };
  const all = await write(model, prompt, options);
  assert.deepEqual(await write(model, prompt, options), all);
  for (const count of [1, 5]) {
    const more = await write(model, [...prompt, ...all.slice(0, count)], {
      ...options,
      maxTokens: all.length - count,
    });
    assert.deepEqual(more, all.slice(count), `after ${count}`);
  }
  assert.notDeepEqual(await write(model, prompt, { ...options, seed: 2 }), all);
  const largest = await write(model, prompt, { maxTokens: 8 });
  assert.deepEqual(await write(model, prompt, { maxTokens: 8, temperature: 1e-40 }), largest);
  model.dispose();
});

test('all rows of a layer at once equal those of its heads', async () => {
  for (const [family, name] of [
    ['llama', 'llama3'],
    ['mpt', 'power'],
  ]) {
    const { model, ids } = await open(family, name);
    const { numHeads } = model.config;
    for await (const step of model.generate(ids.slice(0, 3), { maxTokens: 3 })) {
      const all = await step.attention({ layer: 1 });
      const size = all.shape[1];
      assert.deepEqual(all.shape, [numHeads, size]);
      for (let head = 0; head < numHeads; head++) {
        const row = await step.attention({ layer: 1, head });
        assert.deepEqual(row.data, all.data.slice(head * size, (head + 1) * size));
      }
    }
    model.dispose();
  }
});

test('with removed heads it writes the predictions of runs without them', async () => {
  const { model, ids } = await open('gpt2', 'tied');
  const ablate = [
    { layer: 0, head: 0 },
    { layer: 1, head: 2 },
  ];
  let text = ids.slice(0, 3);
  for await (const { id, alternatives } of model.generate(text, { maxTokens: 4, ablate })) {
    const run = await model.run(text, { ablate });
    const [best] = run.predictions({ position: text.length - 1, top: 1 });
    assert.equal(id, best.id);
    assert.ok(Math.abs(alternatives[0].logit - best.logit) < 1e-5);
    text = [...text, id];
  }
  model.dispose();
});

for (const [family, name] of [
  ['t5', 'gated'],
  ['bart', 'scaled'],
  ['marian', 'odd'],
]) {
  test(`${family}: its decoder continues from its own output, and attends to the input`, async () => {
    const { model, ids, target: given } = await open(family, name);
    let target = given.slice(0, 2);
    let count = 0;
    for await (const step of model.generate(ids, { maxTokens: 3, target })) {
      const run = await model.run(ids, { target });
      const position = target.length - 1;
      assert.equal(step.id, run.predictions({ position, top: 1 })[0].id);
      for (const kind of /** @type {const} */ (['self', 'cross'])) {
        const { data, shape } = await run.attention({ layer: 0, head: 1, kind });
        const row = await step.attention({ layer: 0, head: 1, kind });
        assert.deepEqual(row.shape, [shape[1]]);
        expectNear(row.data, data.subarray(position * shape[1], (position + 1) * shape[1]));
      }
      target = [...target, step.id];
      count++;
    }
    assert.ok(count > 0);
    const { startId = -1 } = model.config;
    const options = { maxTokens: 3 };
    assert.deepEqual(
      await write(model, ids, options),
      await write(model, ids, { ...options, target: [startId] }),
    );
    model.dispose();
  });
}

test('writing stops at an abort, and the model keeps working', async () => {
  const { model, ids } = await open('gpt2', 'tied');
  const stop = new AbortController();
  /** @type {number[]} */
  const written = [];
  await assert.rejects(
    async () => {
      for await (const { id } of model.generate(ids.slice(0, 2), { signal: stop.signal })) {
        written.push(id);
        if (written.length === 2) stop.abort();
      }
    },
    { name: 'AbortError' },
  );
  assert.equal(written.length, 2);
  assert.deepEqual(await write(model, ids.slice(0, 2), { maxTokens: 2 }), written);
  model.dispose();
});

/** A tokenizer of bytes, one piece each, so that a character of three bytes takes three tokens. @param {number} size */
function bytesOf(size) {
  const names = Array.from({ length: size }, (_, id) => `<0x${(id % 256).toString(16).toUpperCase().padStart(2, '0')}>`); // prettier-ignore
  const vocab = Object.fromEntries(names.slice(0, 256).map((name, id) => [name, id]));
  return new TextEncoder().encode(
    JSON.stringify({
      decoder: { type: 'Sequence', decoders: [{ type: 'ByteFallback' }, { type: 'Fuse' }] },
      model: { type: 'BPE', vocab, merges: [], byte_fallback: true },
    }),
  );
}

test('tokenize takes one argument, and gives only ids with a row in the model', async () => {
  const [golden] = await readModelGoldens(['gpt2']);
  const file = bytesOf(256);
  const model = await openModel({ ...filesOf(golden), 'tokenizer.json': file });
  assert.throws(() => /** @type {any} */ (model).tokenize('a', 'b'), {
    name: 'TypeError',
    message: "text: expected one text, or a pair as one list, ['a', 'b'], got \"b\"",
  });
  const { vocabSize } = model.config;
  assert.ok(vocabSize < 0xff, `${vocabSize}`);
  assert.throws(() => model.tokenize('\u00ff'), {
    code: 'format',
    message: new RegExp(`^tokenize: expected a tokenizer with ids below ${vocabSize}`),
  });
  const low = String.fromCharCode(1);
  assert.deepEqual(model.tokenize(low).texts, [low]);
  // all texts that are written make up what the ids decode to
  const [ids, texts] = [[1], /** @type {string[]} */ ([])];
  for await (const { id, token, text, alternatives } of model.generate([1], { maxTokens: 6 })) {
    assert.match(token, /^<0x..>$/);
    assert.equal(alternatives[0].token, token);
    assert.equal(typeof alternatives[0].text, 'string');
    ids.push(id);
    texts.push(text);
  }
  assert.ok(model.decode(ids.slice(1)).startsWith(texts.join('')));
  model.dispose();
});
