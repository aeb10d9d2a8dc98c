// Tests ESM: the tokens of proteins, its frequencies, embeddings with masks, and contacts, against transformers. See
// tests/golden/models/esm.py.

import assert from 'node:assert/strict';
import test from 'node:test';
import { writeSafetensors } from 'headwise/formats';
import { contacts, openModel } from 'headwise/models';
import { stageOf } from '../../web/elements/lab/answer/embedding-stages.ts';
import { embeddingStagesOf } from '../../web/elements/model-view/layer/embedding-stages.ts';
import { readEsmGolden, readModelGoldens, filesOf } from '../golden/models/read.js';
import { expectNear, expectSame } from './support/near.js';

const { files, tensors, texts, pair } = await readEsmGolden();
const proteins = texts.filter((one) => one.contacts !== undefined);

/** @type {{ dispose: () => void }[]} */
const opened = [];
test.afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

/** Opens a model that the end of the test disposes. @param {Record<string, Uint8Array>} from */
async function open(from) {
  const model = await openModel(from);
  opened.push(model);
  return model;
}

/** The files with other tensors; undefined: without it. @param {Record<string, any>} changes */
function changed(changes) {
  const all = Object.entries({ ...tensors, ...changes }).filter(([, one]) => one !== undefined);
  return { ...files, 'model.safetensors': writeSafetensors(Object.fromEntries(all)) };
}

/** The files with another config. @param {Record<string, unknown>} changes */
function configured(changes) {
  const config = JSON.parse(new TextDecoder().decode(files['config.json']));
  const text = JSON.stringify({ ...config, ...changes });
  return { ...files, 'config.json': new TextEncoder().encode(text) };
}

test('proteins have the tokens of EsmTokenizer', async () => {
  const model = await open(files);
  for (const { text, ids, tokens, decoded } of texts) {
    const found = model.tokenize(text);
    assert.deepEqual(found.ids, ids, text);
    assert.deepEqual(found.tokens, tokens, text);
    assert.equal(model.decode(ids), decoded);
  }
  assert.deepEqual(model.tokenize(['MK', 'TA']).ids, pair);
  const { spans, texts: shown } = model.tokenize('MK<mask> T');
  assert.deepEqual(spans, [[0, 0], [0, 1], [1, 2], [2, 8], [9, 10], [0, 0]]); // prettier-ignore
  assert.deepEqual(shown, ['<cls>', 'M', 'K', '<mask>', 'T', '<eos>']);
});

test('special tokens of a vocab.txt of proteins have the names of tokenizer_config.json', async () => {
  const settings = (/** @type {object} */ more) => ({
    ...files,
    'tokenizer_config.json': new TextEncoder().encode(JSON.stringify(more)),
  });
  const other = await open(settings({ eos_token: '.', cls_token: { content: '-' } }));
  assert.deepEqual(other.tokenize('MK').ids, [30, 20, 15, 29]);
  const endless = await open(settings({ eos_token: null }));
  assert.deepEqual(endless.tokenize('MK').ids, [0, 20, 15]);
  await assert.rejects(openModel(settings({ mask_token: '[MASK]' })), {
    code: 'format',
    message: 'vocab.txt: expected the token [MASK] of ESM',
  });
});

test('contacts and logits are those of transformers, with the file’s own frequencies', async () => {
  const model = await open(files);
  assert.equal(proteins.length, 3);
  for (const { text, ids, contacts: expected, logits } of proteins) {
    const run = await model.run(text);
    const found = await contacts(run);
    const size = ids.length - 2;
    assert.deepEqual(found.probabilities.shape, [size, size]);
    expectNear(found.probabilities.data, /** @type {any} */ (expected).data, text);
    expectNear(/** @type {any} */ (run.logits).data, /** @type {any} */ (logits).data, text);
  }
});

test('frequencies of the config count where the file has none', async () => {
  const [golden] = await readModelGoldens(['esm']);
  const kept = Object.entries(golden.tensors).filter(([name]) => !name.endsWith('inv_freq'));
  assert.equal(Object.keys(golden.tensors).length - kept.length, 1);
  const { ids } = golden.inputs;
  for (const isOld of [false, true]) {
    const own = Object.fromEntries(kept);
    const name = 'esm.encoder.layer.*.attention.self.rotary_embeddings.inv_freq';
    if (isOld) own[name.replace('*', '0')] = golden.tensors[name];
    const model = await open(filesOf({ ...golden, tensors: own }));
    const run = await model.run({ ids: ids ?? [] });
    expectNear(
      /** @type {any} */ (run.logits).data,
      /** @type {any} */ (golden.expected.logits).data,
    );
  }
  const data = Float32Array.of(1, Number.NaN, 0.01, 0.001);
  const name = 'esm.encoder.layer.0.attention.self.rotary_embeddings.inv_freq';
  await assert.rejects(openModel(changed({ [name]: { dtype: 'F32', shape: [4], data } })), {
    code: 'format',
    message: /inv_freq: expected finite frequencies, got/,
  });
});

test('what a head adds to a contact: all heads and the bias make its logit', async () => {
  const model = await open(files);
  const run = await model.run(proteins[0].text);
  const pairs = /** @type {[number, number][]} */ ([[3, 17], [17, 3], [0, 21], [5, 5]]); // prettier-ignore
  const { probabilities, logits, bias, heads } = await contacts(run, { pairs });
  const { data } = tensors['esm.contact_head.regression.weight'];
  assert.deepEqual(heads.map(({ weight }) => weight), [...data]); // prettier-ignore
  assert.deepEqual(heads.map(({ layer, head }) => [layer, head]), [0, 1, 2].flatMap((layer) => [0, 1, 2].map((head) => [layer, head]))); // prettier-ignore
  for (const [at, [row, column]] of pairs.entries()) {
    const all = heads.reduce((sum, { contributions = [] }) => sum + contributions[at], bias);
    assert.equal(Math.fround(all), logits.at(row, column));
    assert.ok(Math.abs(probabilities.at(row, column) - 1 / (1 + Math.exp(-all))) < 1e-6);
    assert.equal(logits.at(row, column), logits.at(column, row));
  }
  // the first head's map alone, by the formula
  const map = await run.attention({ layer: 0, head: 0 });
  const size = 22;
  const both = (/** @type {number} */ i, /** @type {number} */ j) => map.at(i + 1, j + 1) + map.at(j + 1, i + 1); // prettier-ignore
  const every = [...Array(size).keys()];
  const sumOf = (/** @type {number} */ i) => every.reduce((sum, j) => sum + both(i, j), 0);
  const total = every.reduce((sum, i) => sum + sumOf(i), 0);
  const wanted = heads[0].weight * (both(3, 17) - (sumOf(3) * sumOf(17)) / total);
  assert.ok(Math.abs(wanted - /** @type {any} */ (heads[0].contributions)[0]) < 1e-12);
  for (const { weight, contributions = [], terms = [] } of heads) {
    assert.deepEqual(terms.map((one) => weight * (one.both - one.expected)), contributions); // prettier-ignore
  }
  assert.equal(heads[0].terms?.[0].both, both(3, 17));
  const plain = await contacts(run);
  assert.equal('contributions' in plain.heads[0], false);
  expectSame(plain.logits.data, logits.data);
});

test('contacts in a worker, and of a run with replaced maps, are those of its maps', async () => {
  const model = await open(files);
  const there = await openModel(files, { worker: true });
  opened.push(there);
  const [{ text, ids }] = proteins;
  const run = await model.run(text);
  const other = await there.run(text);
  const options = { pairs: [[1, 2]] };
  const own = await contacts(run, /** @type {any} */ (options));
  assert.deepEqual(await contacts(other, /** @type {any} */ (options)), own);
  assert.deepEqual([model.predictsContacts, there.predictsContacts], [true, true]);
  const map = await run.attention({ layer: 2 });
  const even = { data: map.data.map(() => 1 / ids.length), shape: map.shape };
  const changed = await model.run(text, {
    replace: [{ layer: 2, name: 'attention', tensor: even }],
  });
  const { heads } = await contacts(changed, /** @type {any} */ (options));
  const added = heads.map(({ contributions = [] }) => contributions[0]);
  expectSame(added.slice(0, 6), own.heads.slice(0, 6).map((head) => head.contributions?.[0] ?? Number.NaN)); // prettier-ignore
  // flat maps have no pairs beyond their average product
  for (const one of added.slice(6)) assert.ok(Math.abs(one) < 1e-9, String(one));
});

test('contacts: wrong runs and options are refused by name', async () => {
  const model = await open(files);
  const run = await model.run('MKTA');
  await assert.rejects(contacts(/** @type {any} */ ({})), { name: 'TypeError', message: /^run: / });
  for (const [pairs, name, message] of /** @type {const} */ ([
    [[[0, 4]], 'RangeError', /^pairs\[0\]\[1\]: expected an integer from 0 to 3, got 4/],
    [[[-1, 0]], 'RangeError', /^pairs\[0\]\[0\]/],
    [[[0]], 'RangeError', /^pairs\[0\]: expected two positions/],
    [[], 'RangeError', /^pairs: expected at least one pair/],
    ['all', 'TypeError', /^pairs: /],
  ])) {
    await assert.rejects(contacts(run, /** @type {any} */ ({ pairs })), { name, message });
  }
  await assert.rejects(contacts(run, /** @type {any} */ ({ pair: [0, 1] })), {
    name: 'TypeError',
    message: /^unknown option pair: did you mean pairs/,
  });
  const empty = await model.run('');
  await assert.rejects(contacts(empty), {
    name: 'RangeError',
    message: 'run: expected at least 3 tokens, of which 2 are no residues, got 2',
  });
  const headless = await open(changed({ 'esm.contact_head.regression.bias': undefined }));
  assert.equal(headless.predictsContacts, false);
  const without = await headless.run('MKTA');
  await assert.rejects(contacts(without), {
    code: 'unsupported',
    message: /^contacts: expected a model with contact_head\.regression/,
  });
  const narrow = { dtype: 'F32', shape: [1, 8], data: new Float32Array(8) };
  await assert.rejects(openModel(changed({ 'esm.contact_head.regression.weight': narrow })), {
    code: 'format',
    message: /^esm\.contact_head\.regression\.weight: expected 1 rows of 9 numbers/,
  });
});

test('end tokens inside a protein count as zeros', async () => {
  const model = await open(files);
  const run = await model.run('MK<eos>TAYI');
  const { logits, bias } = await contacts(run);
  for (let i = 0; i < 7; i++) assert.equal(logits.at(2, i), bias);
  assert.notEqual(logits.at(1, 3), bias);
});

test('masked tokens begin as zeros, and the others are scaled by the share of unmasked ones', async () => {
  const model = await open(files);
  const input = model.tokenize('MQ<mask>YK');
  const run = await model.run(input);
  const { embedding } = await run.layer({ layer: 0 });
  const [tokens, scale] = embedding ?? [];
  assert.equal(scale.name, 'scale');
  const by = Math.fround(0.88 / (6 / 7));
  assert.deepEqual(scale.factors, [by, by, by, 0, by, by, by]);
  const width = tokens.output.shape[1];
  const expected = tokens.output.data.map((value, at) => value * (scale.factors ?? [])[Math.floor(at / width)]); // prettier-ignore
  expectNear(scale.output.data, expected);
  const answer = /** @type {any} */ ({ trace: { made: embeddingStagesOf(embedding ?? []) } });
  for (const [row, factor] of [[3, 0], [4, by]]) assert.equal(stageOf(answer, { matrix: 'x', row })?.by, factor); // prettier-ignore
  const { total, parts, rest } = await run.attribution({ token: 'L' });
  const sum = parts.reduce((all, { value }) => all + value, 0);
  assert.ok(Math.abs(sum + rest - total) <= 1e-6 && Math.abs(rest) < 1e-3, `${rest}`);
  await assert.rejects(model.run({ ids: [32, 32] }), {
    name: 'RangeError',
    message: 'input: expected a token beside masks, got masks alone',
  });
});

test('options of ESM that change what is computed and are not built are refused by name', async () => {
  for (const [changes, message] of /** @type {const} */ ([
    [
      { position_embedding_type: 'relative_key' },
      /position_embedding_type: expected absolute or rotary/,
    ],
    [{ add_cross_attention: true }, /add_cross_attention: expected false/],
    [{ is_folding_model: true }, /is_folding_model: expected false/],
    [{ mask_token_id: null }, /mask_token_id: expected a whole number/],
  ])) {
    await assert.rejects(openModel(configured(changes)), { name: 'HeadwiseError', message });
  }
});
