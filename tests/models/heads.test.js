// Tests the head of a model: the one that its config names, tied as the config says, and none where
// the file has none.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { filesOf, readHeadGoldens, readModelGoldens } from '../golden/models/read.js';

/** @import { HeadGolden } from '../golden/models/read.js' */

const goldens = await readHeadGoldens();

/** Relative to the largest number of a tensor. */
const ALLOWED = 1e-5;

/** @param {{ data: ArrayLike<number>, shape: readonly number[] } | undefined} got @param {HeadGolden['logits']} wanted */
function expectNear(got, { data, shape }) {
  assert.ok(got, 'no logits');
  assert.deepEqual(got.shape, shape);
  const largest = Math.max(...Array.from(data, Math.abs));
  for (let i = 0; i < data.length; i++) {
    assert.ok(
      Math.abs(got.data[i] - data[i]) <= ALLOWED * largest,
      `${got.data[i]} at ${i}, expected ${data[i]}`,
    );
  }
}

for (const golden of goldens) {
  const { class: name, configText, ids, targetIds, logits } = golden;
  const said = JSON.parse(configText);
  const more = ['tie_word_embeddings', 'pad_token_id', 'share_encoder_decoder_embeddings']
    .filter((key) => key in said)
    .map((key) => `${key} ${said[key]}`);
  test(`${name}, ${more.join(', ')}: its head gives the original's results`, async () => {
    const model = await openModel(filesOf(golden));
    const run = await model.run(ids, targetIds ? { target: targetIds } : {});
    expectNear(run.logits, logits);
    model.dispose();
  });
}

/** @param {string} name @param {(said: Record<string, any>) => boolean} [where] */
function goldenOf(name, where = () => true) {
  const found = goldens.find((one) => one.class === name && where(JSON.parse(one.configText)));
  return found ?? assert.fail(name);
}

/**
 * @param {HeadGolden} golden
 * @param {Record<string, unknown>} [more] of the config
 * @param {Record<string, unknown>} [tensors] undefined: left out
 */
function changed({ configText, ...golden }, more, tensors = {}) {
  const config = JSON.stringify({ ...JSON.parse(configText), ...more });
  const all = Object.entries({ ...golden.tensors, ...tensors }).filter(([, one]) => one);
  return filesOf({ configText: config, tensors: /** @type {any} */ (Object.fromEntries(all)) });
}

/** @param {...number} shape */
const zeros = (...shape) => ({
  dtype: 'F32',
  shape,
  data: new Float32Array(shape.reduce((all, size) => all * size, 1)),
});

/** @param {ReturnType<typeof changed>} files @param {HeadGolden} golden */
async function ran(files, { ids, targetIds }) {
  const model = await openModel(files);
  return { model, run: await model.run(ids, targetIds ? { target: targetIds } : {}) };
}

test('a file with a pooler beside a head of labels has labels, each token its own, by name', async () => {
  const golden = goldenOf('BertForTokenClassification');
  const names = { id2label: { 0: 'O', 1: 'B-PER', 2: 'I-PER' } };
  const pooler = { 'bert.pooler.dense.weight': zeros(8, 8), 'bert.pooler.dense.bias': zeros(8) };
  const { model, run } = await ran(changed(golden, names, pooler), golden);
  assert.equal(model.predicts, 'labels');
  expectNear(run.logits, golden.logits);
  assert.deepEqual(model.report.unused.toSorted(), Object.keys(pooler).toSorted());
  for (const position of [0, 4]) {
    const row = Array.from(golden.logits.data.subarray(3 * position, 3 * position + 3));
    const best = row.indexOf(Math.max(...row));
    const all = run.predictions({ position });
    assert.equal(all[0].token, names.id2label[/** @type {0} */ (best)]);
    assert.equal(all.length, 3);
    assert.ok(Math.abs(all.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-6);
  }
  assert.throws(() => run.predictions({ position: 7 }), RangeError);
  model.dispose();
});

test('a model without a known head runs, and names the head that it has', async () => {
  /** @type {[golden: HeadGolden, more: Record<string, unknown>, tensors: Record<string, undefined>, why: string][]} */
  const cases = [
    ...['LlamaModel', 'LlamaForQuestionAnswering', 'LlamaForReward', 'LlamaRanker'].map(
      (name) =>
        /** @type {any} */ ([
          goldenOf('LlamaForCausalLM'),
          { architectures: [name] },
          {},
          name === 'LlamaModel' ? 'LlamaModel has none' : `that of ${name} is not known here`,
        ]),
    ),
    [
      goldenOf('LlamaForCausalLM'),
      { tie_word_embeddings: false },
      { 'lm_head.weight': undefined },
      'lm_head.weight of its head is not in the file',
    ],
    [
      goldenOf('BertForTokenClassification'),
      { architectures: ['BertForSequenceClassification'] },
      {},
      'pooler.dense.weight of its head is not in the file',
    ],
    [
      goldenOf('BertForMaskedLM'),
      { tie_word_embeddings: false },
      { 'cls.predictions.decoder.weight': undefined },
      'cls.predictions.decoder.weight of its head is not in the file',
    ],
    [
      goldenOf('ModernBertForTokenClassification'),
      { architectures: undefined },
      {},
      'without architectures in config.json, it may be one for SequenceClassification or TokenClassification',
    ],
  ];
  for (const [golden, more, tensors, why] of cases) {
    const { model, run } = await ran(changed(golden, more, tensors), golden);
    assert.equal(model.predicts, null, why);
    assert.equal(run.logits, undefined, why);
    assert.throws(() => run.predictions(), {
      code: 'unsupported',
      message: `predictions: this model has no head that predicts: ${why}`,
    });
    assert.equal((await run.attention({ layer: 0 })).shape.length, 3);
    if (model.kind === 'decoder') {
      await assert.rejects(model.generate([1]).next(), {
        code: 'unsupported',
        message: `generate: this model has no head that predicts tokens: ${why}`,
      });
    }
    model.dispose();
  }
});

test('a head that the config does not tie is not taken from the embedding', async () => {
  for (const { family, name, config, tensors } of await readModelGoldens(['albert', 'mpnet'])) {
    if (name !== 'masked') continue;
    const configText = JSON.stringify({ ...config, tie_word_embeddings: false });
    const model = await openModel(filesOf({ configText, tensors }));
    assert.equal(model.predicts, null, family);
    model.dispose();
  }
});

test('without architectures the tensors determine the head', async () => {
  for (const [name, kind] of /** @type {const} */ ([
    ['XLMRobertaForSequenceClassification', 'classes'],
    ['RobertaForTokenClassification', 'labels'],
    ['GPT2ForSequenceClassification', 'classes'],
    ['GPT2ForTokenClassification', 'labels'],
    ['LlamaForSequenceClassification', 'classes'],
    ['LlamaForTokenClassification', 'labels'],
    ['LlamaForCausalLM', 'tokens'],
    ['ModernBertForMaskedLM', 'tokens'],
    ['BartForSequenceClassification', 'classes'],
    ['BartForConditionalGeneration', 'tokens'],
    ['BertForPreTraining', 'tokens'],
  ])) {
    const golden = goldenOf(name);
    const { model, run } = await ran(changed(golden, { architectures: undefined }), golden);
    assert.equal(model.predicts, kind, name);
    expectNear(run.logits, golden.logits);
    model.dispose();
  }
});

test('a head that is in the file twice is read once, unless the two differ', async () => {
  const twice = goldenOf('LlamaForCausalLM');
  const head = twice.tensors['lm_head.weight'];
  const [one, two, other] = await Promise.all([
    openModel(changed(twice, {}, { 'lm_head.weight': undefined })),
    openModel(filesOf(twice)),
    openModel(changed(twice, {}, { 'lm_head.weight': zeros(...head.shape) })),
  ]);
  assert.equal(two.report.bytes, one.report.bytes);
  assert.deepEqual(two.report.unused, ['lm_head.weight']);
  const { logits } = await other.run(twice.ids);
  assert.ok(logits?.data.every((value) => value === 0));
  for (const model of [one, two, other]) model.dispose();
});

test('independent classes and a single class have probabilities of their own', async () => {
  const share = (/** @type {number} */ logit) => 1 / (1 + Math.exp(-logit));
  const several = goldenOf('LlamaForSequenceClassification', ({ id2label }) => id2label[2]);
  const alone = goldenOf('LlamaForSequenceClassification', ({ id2label }) => !id2label[1]);
  for (const [golden, problem, probabilityOf] of /** @type {const} */ ([
    [several, 'multi_label_classification', share],
    [alone, null, share],
    [alone, 'single_label_classification', share],
    [alone, 'regression', () => NaN],
    [several, 'regression', () => NaN],
  ])) {
    const { model, run } = await ran(changed(golden, { problem_type: problem }), golden);
    const all = run.predictions();
    assert.equal(all.length, golden.logits.data.length);
    for (const { id, logit, probability } of all) {
      assert.equal(logit, run.logits?.data[id]);
      const wanted = probabilityOf(logit);
      assert.ok(
        Number.isNaN(wanted) ? Number.isNaN(probability) : Math.abs(probability - wanted) < 1e-6,
        `${problem}: ${probability}, expected ${wanted}`,
      );
    }
    model.dispose();
  }
});

test('classes at the end of an encoder’s text need a target of the same length', async () => {
  for (const name of ['T5ForSequenceClassification', 'BartForSequenceClassification']) {
    const golden = goldenOf(name);
    const model = await openModel(filesOf(golden));
    const noEnd = golden.ids.map((id) => (id === 3 ? 5 : id));
    for (const [ids, target] of [
      [golden.ids, golden.targetIds?.slice(0, -1)],
      [noEnd, golden.targetIds],
    ]) {
      const run = await model.run(/** @type {number[]} */ (ids), { target });
      assert.equal(run.logits, undefined);
      assert.throws(() => run.predictions(), {
        code: 'unsupported',
        message:
          "predictions: this model has no head that predicts: its classes are read at the input's end token, so the target is the input, moved on by one token",
      });
    }
    model.dispose();
  }
});
