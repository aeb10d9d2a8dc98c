// What a trained model makes of the sentence after something in a layer was changed: the layers that follow are run on what
// that layer now gives. The same bits as the whole model, with all heads or without some.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { load, loadInWorker } from 'headwise';
import { createTransformer, readModel } from 'headwise/training';
import { answerQuestion } from '../../../web/elements/lab/answer/answer.ts';
import { createLayers } from '../../../web/elements/lab/answer/computation.ts';
import { questionOf } from '../../../web/elements/lab/answer/question.ts';
import { tokenizeState } from '../../../web/elements/lab/answer/tokenize-state.ts';
import { largestOf, predictionOf, pushesOf } from '../../../web/elements/lab/prediction/predict.ts';
import { logitsAfter } from '../../../web/elements/lab/prediction/rest.ts';
import { changeState, START_STATE } from '../../../web/elements/lab/state/state.ts';
import { shareEngine } from '../../../web/elements/embed/shared-engine.ts';
import { createTrainedSource } from '../../../web/elements/models/trained-source.ts';
import { percentText, useLocale } from '../../../web/ui/format.ts';

/** @type {any} */
let engine;
/** @typedef {{ model: any, source: import('../../../web/elements/lab/answer/source.ts').Source }} Tried */
/** @type {Tried} */
let grammar;
/** The same sizes with norms before attention and rotary positions, as it comes from its initial values. @type {Tried} */
let rotary;
before(async () => {
  engine = await load();
  const { config, state, vocab, about } = readModel(
    await readFile(new URL('../../../web/models/grammar.safetensors', import.meta.url)),
  );
  const known = { vocab, kinds: { of: '', after: {} }, roles: JSON.parse(about.roles) };
  const example = { text: START_STATE.text, second: '' };
  /** @param {string} name @param {any} model */
  const tried = (name, model) => ({
    model,
    source: createTrainedSource(
      { name, measured: 1, example, config: model.config, ...known },
      async () => model.stateDict(),
    ),
  });
  const learned = /** @type {any} */ (createTransformer(engine, config));
  learned.loadStateDict(state);
  grammar = tried('grammar', learned);
  const other = { norm: 'pre', positions: 'rotary', finalNorm: true, seed: 4 };
  rotary = tried('rotary', createTransformer(engine, /** @type {any} */ ({ ...config, ...other })));
});
after(() => engine?.dispose());

/**
 * @param {Partial<import('../../../web/elements/lab/state/state.ts').LabState>} part
 * @param {Tried} [of]
 */
async function answerTo(part, { source } = grammar) {
  const state = changeState(START_STATE, { model: source.name, ...part });
  const question = questionOf(state, tokenizeState([source], state));
  assert.ok(question);
  const { signal } = new AbortController();
  return answerQuestion(engine, createLayers(), question, signal, true);
}

const idsOf = (/** @type {any} */ { question }) =>
  question.queries.map((/** @type {any} */ { id }) => id);

for (const [kind, layer] of /** @type {const} */ ([
  ['grammar', 0],
  ['grammar', 1],
  ['rotary', 0],
  ['rotary', 1],
])) {
  const of = () => ({ grammar, rotary })[kind];
  test(`${kind}: the layers from ${layer} on, run on its sum, end on the model's own logits`, async () => {
    const { model, source } = of();
    const answer = await answerTo({ layer }, of());
    assert.ok(answer.trace && source.whole);
    const whole = { name: source.name, whole: source.whole };
    const logits = await logitsAfter(engine, whole, layer, answer.trace.sum);
    assert.deepEqual(logits, model.forward(idsOf(answer)).logits);
  });

  test(`${kind}: with heads of layer ${layer} switched off it says what the model says without them`, async () => {
    const { model } = of();
    const answer = await answerTo({ layer, off: [0, 2] }, of());
    const removeHeads = [
      [layer, 0],
      [layer, 2],
    ];
    const { logits } = model.forward(idsOf(answer), { removeHeads });
    const [rows, columns] = logits.shape;
    const last = logits.data.subarray((rows - 1) * columns);
    const prediction = await predictionOf(engine, answer);
    assert.deepEqual(prediction?.shares, engine.softmax({ data: last, shape: [1, columns] }).data);
    const plain = await predictionOf(engine, await answerTo({ layer }, of()));
    assert.notDeepEqual(plain?.shares, prediction?.shares);
  });
}

test('a number that is set, or a place that is masked, changes what it says', async () => {
  /** @type {Record<string, number>[]} */
  const changes = [{ 'attention.0.13.1': 5 }, { 'mask.13.2': 1 }, { 'W_O.0.0': 3 }];
  /** @type {Record<string, number>[]} */
  const ofTurned = [{ 'key.0.2.1': 5 }, { 'turnedQuery.1.13.0': -5 }];
  for (const [of, all] of /** @type {const} */ ([
    [grammar, changes],
    [rotary, [...changes, ...ofTurned]],
  ])) {
    const plain = await predictionOf(engine, await answerTo({}, of));
    for (const edits of all) {
      const changed = await predictionOf(engine, await answerTo({ edits }, of));
      assert.notDeepEqual(changed?.shares, plain?.shares, Object.keys(edits)[0]);
    }
  }
});

test('two sentences and untrained heads have no prediction', async () => {
  assert.equal(await predictionOf(engine, await answerTo({ second: 'The dog sees it.' })), null);
  assert.equal(await predictionOf(engine, await answerTo({ model: 'untrained' })), null);
});

test('what the heads push a word by adds up to what the layer pushes it by', async () => {
  const answer = await answerTo({});
  const { trace } = answer;
  assert.ok(trace);
  const [query, id] = [5, 7];
  const pushes = await pushesOf(engine, answer, query, id);
  const state = grammar.model.stateDict();
  const { data: vectors } = state['unembedding.weight'] ?? state['embedding.weight'];
  const width = trace.output.shape[1];
  const bias = trace.weights['out_proj.bias'].data;
  let wanted = 0;
  let size = 0;
  for (let i = 0; i < width; i++) {
    const added = trace.output.data[query * width + i] - bias[i];
    wanted += added * vectors[id * width + i];
    size += Math.abs(added * vectors[id * width + i]);
  }
  assert.ok(pushes && pushes.length === answer.question.heads);
  const sum = pushes.reduce((all, one) => all + one, 0);
  assert.ok(Math.abs(sum - wanted) <= 2 ** -23 * 4 * width * size, `${sum} ${wanted}`);
});

test('heads that are switched off stay off while one types, and not in another layer', () => {
  const off = changeState(START_STATE, { off: [2, 0, 2] });
  assert.deepEqual(off.off, [0, 2]);
  assert.deepEqual(changeState(off, { text: 'The dog sees it.' }).off, [0, 2]);
  assert.deepEqual(changeState(off, { layer: 0 }).off, []);
  for (const wrong of [[64], [-1], 'all', [1.5], Array(65).fill(0)]) {
    assert.deepEqual(changeState(off, { off: /** @type {any} */ (wrong) }).off, [0, 2]);
  }
});

test('shares are said as people say them, the largest first', () => {
  useLocale('en');
  const shares = Float32Array.of(0.2, 0.004, 0.5, 0.2);
  assert.deepEqual(largestOf(shares, 3), [2, 0, 3]);
  assert.deepEqual(
    [0, 0.004, 0.2, 0.984, 1].map((share) => percentText(share).replace(/\s/g, ' ')),
    ['0 %', '< 1 %', '20 %', '98 %', '100 %'],
  );
});

test('what a lab made in its share of an engine ends with that share', async () => {
  const share = shareEngine(loadInWorker);
  const [one, other] = await Promise.all([share(), share()]);
  const sizes = { vocabSize: 3, contextLen: 2, embedDim: 4, numHeads: 2, numLayers: 1 };
  const made = [one, one, other].map((engine) => createTransformer(engine, sizes));
  const [gone, disposed, left] = await Promise.all(made);
  const shape = { embedDim: 4, numHeads: 2 };
  const layer = await one.createMultiHeadAttention(shape);
  await disposed.dispose();
  const late = one.createMultiHeadAttention(shape);
  await one.dispose();
  await assert.rejects((await late).stateDict(), { code: 'disposed', message: /the layer was/ });
  await assert.rejects(gone.forward([1]), { code: 'disposed', message: /the transformer was/ });
  await assert.rejects(layer.stateDict(), { code: 'disposed', message: /the layer was/ });
  assert.equal((await left.forward([1])).logits.data.length, 3);
  await other.dispose();
  await assert.rejects(left.forward([1]), { code: 'disposed' });
});
