// Tests an opened model as a transformer: it has the same numbers, and it learns. Parts without a
// backward are refused by name.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { load } from 'headwise';
import { openModel, trainable } from 'headwise/models';
import { createTransformer, writeModel } from 'headwise/training';
import { filesOf, readFolderGoldens, readModelGoldens } from '../golden/models/read.js';
import { expectSame } from './support/near.js';

/** @import { ModelGolden } from '../golden/models/read.js' */

const headwise = await load();
test.after(() => headwise.dispose());

/** Cases that can be trained, by family. @type {Record<string, string[]>} */
const TRAINABLE = {
  gpt2: ['tied', 'unscaled'],
  gpt_bigcode: ['multi-query', 'each'],
  gpt_neox: ['sequential'],
  opt: ['pre', 'bare'],
  mpt: ['power', 'plain'],
  llama: ['llama3', 'yarn', 'linear'],
  mistral: ['window', 'full', 'edge'],
  qwen2: ['biases', 'ignored'],
  qwen3: ['norms', 'biases'],
  phi3: ['short', 'long', 'partial'],
  olmo2: ['norms', 'biases', 'heads'],
  granite: ['biases'],
  stablelm: ['quarter', 'whole'],
  starcoder2: ['window', 'bare', 'one'],
};

/**
 * Some other families, with all their parts that have no backward.
 *
 * @type {Record<string, string>}
 */
const REFUSED = {
  'bert pooled': 'token types, a norm of embeddings, no head that predicts tokens',
  'bert masked': 'token types, a norm of embeddings, a head of several steps',
  'modernbert masked':
    'a norm of embeddings, a head of several steps, norms at other places in attention and MLP, layers that differ in windows and positions and places of norms',
  'albert pooled':
    'token types, a norm of embeddings, a projection of embeddings, no head that predicts tokens',
  'gpt2 scaled-by-layer': 'layers that differ in scales',
  'gpt_neo stories': 'layers that differ in windows',
  'granite factors': 'a scale of embeddings, a head of several steps, scales of layers',
  'gptj whole': 'a bias of logits, attention and MLP beside each other',
  'bloom between': 'a norm of embeddings, sums with what a norm gives',
  'falcon alibi': 'ALiBi in bfloat16',
  'mpt clipped': 'clipped queries, keys and values',
  'qwen2 windows': 'layers that differ in windows',
  'gemma2 window': 'a scale of embeddings, a softcap of logits, layers that differ in windows',
  't5 gated': 'an encoder beside the decoder, cross attention, relative positions',
  'marian odd':
    'an encoder beside the decoder, positions with sines before cosines, a bias of logits, cross attention',
  'dinov2 pooled': 'patches of images, no head that predicts tokens, scales of layers',
};

const goldens = await readModelGoldens();
/** @param {ModelGolden} golden */
const canTrain = ({ family, name }) => TRAINABLE[family]?.includes(name) ?? false;

/** With twice its heads, so that their slopes are no powers of two, and a longer text. @param {ModelGolden} golden */
function withMoreHeads(golden) {
  const { n_heads: heads, max_seq_len: length, vocab_size: tokens } = golden.config;
  const config = { ...JSON.parse(golden.configText), n_heads: 2 * heads };
  const ids = Array.from({ length }, (_, i) => (7 * i) % tokens);
  return {
    ...golden,
    name: `${golden.name}, ${2 * heads} heads`,
    configText: JSON.stringify(config),
    inputs: { ...golden.inputs, ids },
  };
}

/**
 * A model of a class without a head, in a file that does not name its class; its tied embedding
 * makes a head.
 *
 * @param {ModelGolden} golden
 */
function withHead(golden) {
  const { architectures, ...config } = golden.config;
  return /^(GPT2|Mpt)Model$/.test(architectures)
    ? { ...golden, configText: JSON.stringify(config) }
    : golden;
}

const trained = goldens.filter(canTrain).map(withHead);
const sloped = trained.filter(({ family, name }) => family === 'mpt' && name === 'plain');

for (const golden of [...trained, ...sloped.map(withMoreHeads)]) {
  test(`${golden.family}, ${golden.name}: a transformer has its logits, learns, and is opened again`, async () => {
    const model = await openModel(filesOf(golden));
    const { config, state, vocab } = trainable(model);
    const transformer = createTransformer(headwise, config);
    transformer.loadStateDict(state);
    const ids = /** @type {number[]} */ (golden.inputs.ids).slice(0, config.contextLen);
    assert.ok(ids.length > 2);
    const run = await model.run(ids);
    expectSame(transformer.forward(ids).logits.data, run.logits?.data ?? [], 'logits');
    const batch = { tokens: [ids], targets: [ids.map((id, i) => ids[i + 1] ?? id)] };
    const { loss } = transformer.trainStep(batch, { learningRate: 1e-3 });
    assert.ok(transformer.evaluate(batch).loss < loss);
    const again = await openModel(writeModel({ config, state: transformer.stateDict(), vocab }));
    const { logits } = await again.run(ids);
    expectSame(
      logits?.data ?? [],
      transformer.forward(ids).logits.data,
      'logits when it is opened again',
    );
    const { config: same, state: learned } = trainable(again);
    assert.deepEqual({ ...same }, { ...transformer.config });
    assert.deepEqual(learned, transformer.stateDict());
    for (const one of [model, again, transformer]) one.dispose();
  });
}

test('a model with a tokenizer keeps its tokens’ names, and reads text with that tokenizer alone', async () => {
  const [{ path, texts }] = await readFolderGoldens();
  const model = await openModel(path);
  const { config, state, vocab } = trainable(model);
  const { text, ids } = texts[0];
  assert.deepEqual(
    ids.map((id) => vocab[id]),
    texts[0].tokens,
  );
  const file = writeModel({ config, state, vocab });
  const alone = await openModel(file);
  assert.throws(() => alone.tokenize('a'), { code: 'unsupported', message: /tokenizer\.json/ });
  assert.equal(alone.decode(ids), texts[0].tokens.join(''));
  const tokenizer = await readFile(join(path, 'tokenizer.json'));
  const beside = await openModel({ 'model.safetensors': file, 'tokenizer.json': tokenizer });
  assert.deepEqual(beside.tokenize(text).ids, ids);
  for (const one of [model, alone, beside]) one.dispose();
});

test('parts without a backward are refused, all of them at once', async () => {
  const found = new Map();
  for (const golden of goldens.filter((one) => !canTrain(one))) {
    const model = await openModel(filesOf(golden));
    const name = `${golden.family} ${golden.name}`;
    assert.throws(
      () => trainable(model),
      ({ name: kind, code, message }) => {
        found.set(name, message.replace('this model cannot be trained here: ', ''));
        return kind === 'HeadwiseError' && code === 'unsupported' && found.get(name) !== message;
      },
      name,
    );
    model.dispose();
  }
  for (const [name, parts] of Object.entries(REFUSED)) assert.equal(found.get(name), parts, name);
});

test('only an open model is accepted', async () => {
  const model = await openModel(filesOf(goldens[0]));
  model.dispose();
  assert.throws(() => trainable(model), { name: 'HeadwiseError', code: 'disposed' });
  for (const wrong of [null, {}, 'model']) {
    assert.throws(
      () => trainable(/** @type {any} */ (wrong)),
      /^TypeError: model: expected a model from openModel/,
    );
  }
});
