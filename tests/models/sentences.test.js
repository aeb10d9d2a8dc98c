// Tests the vector of a text: a model runs every module of a sentence-transformers folder, or
// refuses to give a vector.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { openModel } from 'headwise/models';
import {
  readFolderGoldens,
  readModelGoldens,
  readSentenceGoldens,
  filesOf,
} from '../golden/models/read.js';

/** Relative to the largest number of a vector. */
const ALLOWED = 1e-5;

const goldens = await readSentenceGoldens();
const sentence = (await readFolderGoldens()).find(({ name }) => name === 'sentence');
assert.ok(sentence);
const { path, texts } = sentence;

/** The files of folders/sentence, without its modules. */
const base = Object.fromEntries(
  await Promise.all(
    (await readdir(path))
      .filter((name) => name !== 'modules.json' && !name.includes('_Pooling'))
      .map(async (name) => /** @type {const} */ ([name, await readFile(join(path, name))])),
  ),
);

/** @param {unknown} value */
const json = (value) => new TextEncoder().encode(JSON.stringify(value));

/** @param {ArrayLike<number> | undefined} got @param {ArrayLike<number>} wanted */
function expectNear(got, wanted) {
  assert.ok(got);
  assert.equal(got.length, wanted.length);
  const largest = Math.max(...Array.from(wanted, Math.abs));
  for (let i = 0; i < wanted.length; i++) {
    assert.ok(
      Math.abs(got[i] - wanted[i]) <= ALLOWED * largest,
      `${got[i]} at ${i}, expected ${wanted[i]}`,
    );
  }
}

for (const { name, text, ids, files, embedding } of goldens) {
  test(`${name}: every module of a folder takes part in the vector of a text`, async () => {
    const model = await openModel({ ...(text && base), ...files });
    const run = await model.run(text ? model.tokenize(text) : (ids ?? []));
    expectNear(run.embedding?.().data, embedding.data);
    assert.equal(model.kind === 'encoder-decoder', false);
    model.dispose();
  });
}

const TRANSFORMER = { path: '', type: 'sentence_transformers.models.Transformer' };
const POOLING = { path: 'pool', type: 'sentence_transformers.models.Pooling' };

/** @param {unknown[]} modules @param {Record<string, unknown>} [files] JSON files */
async function vectorOf(modules, files = {}) {
  const written = Object.entries(files).map(([name, value]) => [name, json(value)]);
  const model = await openModel({
    ...base,
    'modules.json': json(modules),
    ...Object.fromEntries(written),
  });
  const run = await model.run(texts[0].ids);
  const { data, shape } = await run.hidden(model.config.numLayers);
  const rows = Array.from({ length: shape[0] }, (_, i) =>
    Array.from(data.subarray(i * shape[1], (i + 1) * shape[1])),
  );
  model.dispose();
  return { rows, embedding: run.embedding };
}

/** @param {number[]} all */
const meanOf = (all) => all.reduce((a, b) => a + b) / all.length;

test('flags of older folders are the modes of newer ones', async () => {
  for (const [flags, wanted] of /** @type {[string[], (rows: number[][]) => number[]][]} */ ([
    [['cls_token'], (rows) => rows[0]],
    [['max_tokens'], (rows) => rows[0].map((_, j) => Math.max(...rows.map((row) => row[j])))],
    [['lasttoken'], (rows) => rows[rows.length - 1]],
    [[], (rows) => rows[0].map((_, j) => meanOf(rows.map((row) => row[j])))],
    [['lasttoken', 'cls_token'], (rows) => [...rows[0], ...rows[rows.length - 1]]],
  ])) {
    const on = Object.fromEntries(flags.map((flag) => [`pooling_mode_${flag}`, true]));
    const settings = { word_embedding_dimension: 18, pooling_mode_mean_tokens: false, ...on };
    const { rows, embedding } = await vectorOf([TRANSFORMER, POOLING], {
      'pool/config.json': settings,
    });
    expectNear(embedding?.().data, wanted(rows));
  }
});

test('unknown modules are refused by name when the vector is asked for', async () => {
  const pool = { 'pool/config.json': { pooling_mode: 'mean' } };
  const dense = { path: 'dense', type: 'sentence_transformers.models.Dense' };
  const tanh = 'torch.nn.modules.activation.Tanh';
  /** @type {[unknown[], Record<string, unknown>, RegExp][]} */
  const cases = [
    [[POOLING], pool, /^embedding: modules\.json: expected a Transformer first, got sentence_/],
    [[TRANSFORMER], {}, /^embedding: modules\.json: expected a Pooling behind it, got undefined/],
    [
      [TRANSFORMER, POOLING, { path: 'x', type: 'sentence_transformers.models.LSTM' }],
      pool,
      /^embedding: modules\.json: expected one of Pooling, Dense, .*, got sentence_transformers\.models\.LSTM$/,
    ],
    [
      [TRANSFORMER, POOLING, { path: 'x', type: 'own.Dense' }],
      pool,
      /^embedding: modules\.json: expected one of .*, got own\.Dense$/,
    ],
    [
      [TRANSFORMER, POOLING],
      { 'pool/config.json': { pooling_mode: ['cls', 'median'] } },
      /^embedding: pooling_mode: expected one of cls, .*, got median$/,
    ],
    [[TRANSFORMER, POOLING], {}, /^embedding: pool\/config\.json: expected this file of a module/],
    [
      [TRANSFORMER, POOLING, dense],
      { ...pool, 'dense/config.json': { activation_function: 'torch.nn.modules.activation.ELU' } },
      /^embedding: activation_function: expected .*, got torch\.nn\.modules\.activation\.ELU$/,
    ],
    [
      [TRANSFORMER, POOLING, dense],
      { ...pool, 'dense/config.json': { activation_function: tanh, use_residual: true } },
      /^embedding: use_residual: expected false, got true$/,
    ],
    [
      [TRANSFORMER, POOLING, dense],
      { ...pool, 'dense/config.json': { module_input_name: 'token_embeddings' } },
      /^embedding: module_input_name: expected sentence_embedding, got token_embeddings$/,
    ],
    [
      [TRANSFORMER, POOLING, dense],
      { ...pool, 'dense/config.json': {} },
      /^embedding: dense\/model\.safetensors: expected the weights of a module, got none$/,
    ],
  ];
  for (const [modules, files, message] of cases) {
    const { embedding, rows } = await vectorOf(modules, files);
    assert.equal(rows.length, texts[0].ids.length);
    assert.throws(() => embedding?.(), { code: 'unsupported', message });
    assert.ok(embedding);
  }
});

test('malformed modules are refused when the model is opened', async () => {
  await assert.rejects(vectorOf([TRANSFORMER, POOLING], { 'pool/config.json': null }), {
    code: 'format',
    message: /^pool\/config\.json: expected an object, got null/,
  });
  await assert.rejects(vectorOf([TRANSFORMER, { type: 5 }]), {
    code: 'format',
    message: /^modules\.json: expected modules with a type and a path, got /,
  });
  const { files } = goldens[0];
  const dense = Object.keys(files).filter((name) => name.startsWith('2_Dense/'));
  const pooled = json({ pooling_mode: ['cls', 'mean'] });
  assert.equal(dense.length, 2);
  await assert.rejects(openModel({ ...base, ...files, '1_Pooling/config.json': pooled }), {
    code: 'format',
    message: /^2_Dense\/linear\.weight: expected 10 rows of 36 numbers, .* got 10 rows of 18/,
  });
});

test('an encoder whose files name no modules gives the mean; other models give no vector', async () => {
  const model = await openModel(base);
  const run = await model.run(texts[0].ids);
  const { data, shape } = await run.hidden(model.config.numLayers);
  const mean = Array.from({ length: shape[1] }, (_, j) =>
    meanOf(Array.from({ length: shape[0] }, (_, i) => data[i * shape[1] + j])),
  );
  expectNear(run.embedding?.().data, mean);
  model.dispose();
  const [golden] = await readModelGoldens(['llama']);
  const llama = await openModel(filesOf(golden));
  assert.equal((await llama.run([1, 2])).embedding, undefined);
  llama.dispose();
});

test('a vector has the length of truncate_dim, and is of at most max_seq_length tokens', async () => {
  const pool = { 'pool/config.json': { pooling_mode: 'mean' } };
  const all = (/** @type {Record<string, unknown>} */ files) =>
    vectorOf([TRANSFORMER, POOLING], { ...pool, ...files });
  const whole = (await all({})).embedding?.().data;
  assert.ok(whole);
  const settings = 'config_sentence_transformers.json';
  const cut = (await all({ [settings]: { truncate_dim: 7 } })).embedding?.();
  assert.deepEqual({ ...cut }, { data: whole.slice(0, 7), shape: [7] });
  const most = texts[0].ids.length;
  const length = 'sentence_bert_config.json';
  const fits = (await all({ [length]: { max_seq_length: most } })).embedding?.();
  assert.deepEqual(fits?.data, whole);
  /** @type {[Record<string, unknown>, RegExp][]} */
  const wrong = [
    [
      { [length]: { max_seq_length: most - 1 } },
      new RegExp(`^embedding: max_seq_length: expected at most ${most - 1} tokens, got ${most}`),
    ],
    [{ [length]: { max_seq_length: 'x' } }, /^embedding: max_seq_length: expected an integer/],
    [{ [settings]: { truncate_dim: 0 } }, /^embedding: truncate_dim: expected an integer/],
    [
      { 'pool/config.json': { pooling_mode: 'mean', include_prompt: false } },
      /^embedding: include_prompt: expected true, got false$/,
    ],
  ];
  for (const [files, message] of wrong) {
    const { embedding } = await all(files);
    assert.throws(() => embedding?.(), { name: 'HeadwiseError', code: 'unsupported', message });
  }
});
