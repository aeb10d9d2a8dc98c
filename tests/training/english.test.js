// Tests the making of the English model, on a text small enough to train here: an interrupted run
// ends with the same bytes, the file holds the trained parameters, and its figures are right.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { load } from 'headwise';
import * as formats from 'headwise/formats';
import * as training from 'headwise/training';
import { cardOf } from '../../web/models/training/english/card.ts';
import { EVERYDAY } from '../../web/models/training/english/everyday.ts';
import { inEightBits } from '../../web/models/training/english/eight-bits.ts';
import { toHalf } from '../../web/models/training/english/half.ts';
import { FALLING, LENGTH, learn } from '../../web/models/training/english/learn.ts';
import { everydayOf, measure, relationBatch } from '../../web/models/training/english/measure.ts';
import { crossEntropy, wittenBell } from '../../web/models/training/english/n-grams.ts';
import { prepare } from '../../web/models/training/english/prepare.ts';
import { fileOf } from '../../web/models/training/english/write-model.ts';
import { markedSentences } from '../../web/models/training/english/relations.ts';
import { SOURCES } from '../../web/models/training/english/sources.ts';
import { batchOf, NEW_LINE, streamOf } from '../../web/models/training/english/stream.ts';
import { vocabularyOf } from '../../web/models/training/english/vocabulary.ts';

const CONFIG = {
  contextLen: LENGTH,
  embedDim: 32,
  numHeads: 2,
  numLayers: 2,
  mlpDim: 0,
  tied: true,
};
/** Steps. */
const LEG = 12;
const SENTENCES = markedSentences().map(({ text }) => text);
const CORPUS = {
  training: [{ name: 'sentences', paragraphs: SENTENCES.slice(0, 120) }],
  heldOut: [{ name: 'sentences', paragraphs: SENTENCES.slice(120) }],
  spoken: new Map([['teacher', 100]]),
};

/** @type {any} */
let headwise;
/** @type {ReturnType<typeof prepare>} */
let data;
let folder = '';
before(async () => {
  headwise = await load();
  data = prepare(CORPUS, training);
  folder = await mkdtemp(join(tmpdir(), 'headwise-english-'));
});
after(async () => {
  headwise?.dispose();
  await rm(folder, { recursive: true, force: true });
});

/**
 * @param {string} name of a checkpoint
 * @param {{ steps: number, seconds?: number }} length
 */
async function trainTo(name, { steps, seconds = 3600 }) {
  const config = { vocabSize: data.pieces.length, ...CONFIG };
  /** @type {any} */
  const model = training.createTransformer(headwise, config);
  /** @type {number[]} */
  const legs = [];
  const run = {
    ...data,
    training,
    formats,
    model,
    checkpoint: join(folder, name),
    settings: 'test',
  };
  const onLeg = (/** @type {{ step: number }} */ { step }) => legs.push(step);
  const reached = await learn({ ...run, steps, seconds, leg: LEG, onLeg });
  return { model, reached, legs };
}

/** @param {any} model @returns {[string, { data: Float32Array }][]} */
const tensorsOf = (model) => Object.entries(model.stateDict());

test('an interrupted run continues, and ends with the same bytes', async () => {
  const whole = await trainTo('whole', { steps: 2 * LEG });
  const first = await trainTo('parts', { steps: 2 * LEG, seconds: 1e-9 });
  assert.deepEqual(first.legs, [LEG], 'its time was over');
  assert.equal(first.reached.finished, false);
  const second = await trainTo('parts', { steps: 2 * LEG });
  assert.deepEqual(second.legs, [2 * LEG]);
  assert.deepEqual(second.model.stateDict(), whole.model.stateDict());
  assert.equal(second.reached.finished, true);
  const again = await trainTo('parts', { steps: 2 * LEG });
  assert.deepEqual(again.legs, [], 'nothing is left to do');
  assert.deepEqual(again.model.stateDict(), whole.model.stateDict());
  const found = await measure({ ...data, training, model: whole.model });
  const card = cardOf({
    ...data,
    ...second,
    model: whole.model,
    found,
    size: 12_345,
    weights: 678,
  });
  assert.match(card, /--steps 24`/);
  assert.ok(card.includes(`loss **${found.whole.loss.toFixed(3)}** nats`));
  assert.ok(card.includes(`**${found.counted.toFixed(3)}**; the model is`));
  assert.equal(card.match(/^\| [01]\.[01] \| /gm)?.length, 4, 'a row for each head');
  for (const { package: name, sha256 } of SOURCES)
    assert.ok(card.includes(name) && card.includes(sha256));
  const file = fileOf({
    model: whole.model,
    pieces: data.pieces,
    found,
    training,
    formats,
  });
  const { state, vocab, about } = training.readModel(file);
  assert.deepEqual(vocab, data.pieces);
  assert.equal(JSON.parse(about.roles).length, 4);
  const rounded = inEightBits(training, formats, whole.model);
  for (const [name, { data: values }] of tensorsOf(whole.model)) {
    assert.deepEqual(state[name].data, rounded[name].data, name);
    if (state[name].shape.length === 1) assert.deepEqual(rounded[name].data, values, name);
    for (let from = 0; from < values.length; from += 32) {
      const largest = Math.max(...values.subarray(from, from + 32).map(Math.abs));
      for (let i = from; i < Math.min(from + 32, values.length); i++) {
        assert.ok(Math.abs(rounded[name].data[i] - values[i]) <= largest / 253, name);
      }
    }
  }
  const { tensors } = formats.readSafetensors(file);
  assert.equal(tensors['embedding.weight'].dtype, 'I8');
  assert.equal(tensors['embedding.weight.scales'].dtype, 'F16');
});

test('a finished run continues from the step where its rate began to fall', async () => {
  const whole = await trainTo('long', { steps: 8 * LEG });
  await trainTo('more', { steps: 4 * LEG });
  const more = await trainTo('more', { steps: 8 * LEG });
  const kept = Math.floor((1 - FALLING) * 4); // legs before it fell
  const goneOn = Array.from({ length: 8 - kept }, (_, i) => (kept + i + 1) * LEG);
  assert.deepEqual(more.legs, goneOn);
  assert.deepEqual(more.model.stateDict(), whole.model.stateDict());
});

test('float16 values are the nearest ones', () => {
  const values = Float32Array.of(
    0,
    -0,
    1,
    -2,
    65504,
    65519,
    65520,
    1e9,
    2 ** -24,
    2 ** -25,
    0.1,
    1 / 3,
  );
  const halves = [0, 0x8000, 0x3c00, 0xc000, 0x7bff, 0x7bff, 0x7c00, 0x7c00, 1, 0, 0x2e66, 0x3555];
  assert.deepEqual(Array.from(toHalf(values)), halves);
  assert.deepEqual(
    Array.from(toHalf(Float32Array.of(1 + 2 ** -11, 1 + 3 * 2 ** -11))),
    [0x3c00, 0x3c02],
  );
  assert.deepEqual(Array.from(toHalf(Float32Array.of(3 * 2 ** -25, NaN))), [2, 0x7e00]);
});

test('everyday sentences: how many words are one piece', () => {
  assert.equal(EVERYDAY.length, 100);
  assert.equal(new Set(EVERYDAY).size, EVERYDAY.length);
  const model = training.createTransformer(headwise, { vocabSize: data.pieces.length, ...CONFIG });
  const { words, whole, goesOn } = everydayOf(model, data.pieces, data.tokenizer);
  assert.equal(words, EVERYDAY.join(' ').split(' ').length);
  /** @param {string} word */
  const isWhole = (word) => {
    const { tokens } = data.tokenizer.encode(word);
    return (
      tokens.filter((/** @type {{ piece: string }} */ { piece }) => /[a-z]/i.test(piece)).length ===
      1
    );
  };
  assert.equal(whole, EVERYDAY.join(' ').split(' ').filter(isWhole).length);
  assert.ok(goesOn >= 0 && goesOn <= 100);
});

test('pieces: common words are whole in every form, and what many texts have comes first', () => {
  const [story, tale] = ['Zenobia saw the garden. ', 'The girls saw two cats. Cats saw it. '];
  const texts = [
    { name: 'one', paragraphs: [story.repeat(9)] },
    { name: 'wordnet', paragraphs: [tale.repeat(9)] },
  ];
  const spoken = new Map([
    ['two', 900],
    ['never', 900],
  ]);
  const pieces = vocabularyOf(texts, spoken, 9728, training);
  assert.equal(new Set(pieces).size, pieces.length);
  const tokenizer = training.pieceTokenizer(pieces);
  for (const word of ['saw', 'the', 'girls', 'garden', 'two', 'cats', 'Cats']) {
    assert.equal(tokenizer.encode(word).tokens.length, 1, word);
  }
  assert.ok(pieces.indexOf(' two') < pieces.indexOf(' Zenobia'));
  const few = vocabularyOf(texts, spoken, 280, training);
  assert.equal(few.length, 280);
  assert.ok(!few.includes(' Zenobia'));
});

test('counting: probabilities of all pieces sum to one, and frequent pieces are expected', () => {
  const probability = wittenBell(data.stream, data.pieces.length);
  const { ids } = data.heldOut;
  for (const at of [0, 1, 7, 50]) {
    let sum = 0;
    for (let id = 0; id < data.pieces.length; id++) {
      sum += probability([...ids.subarray(0, at), id], at);
    }
    assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
  }
  const seen = data.stream.ids.filter((id) => id !== NEW_LINE);
  const [of, all] = [seen.filter((id) => id === seen[3]).length, seen.length];
  const kinds = new Set(seen).size;
  const alone = (of + kinds / data.pieces.length) / (all + kinds);
  assert.ok(Math.abs(probability([seen[3]], 0) - alone) < 1e-12);
  const known = crossEntropy(probability, data.stream, [data.stream.starts[0]], LENGTH);
  const unknown = crossEntropy(probability, data.heldOut, [data.heldOut.starts[0]], LENGTH);
  assert.ok(known < unknown, `${known} ${unknown}`);
});

test('batches: the same for the same step, and repeated texts repeat', () => {
  const size = { batchSize: 40, length: LENGTH };
  const make = () => batchOf(data.stream, size, (index) => new training.Random(1, 5, index));
  assert.deepEqual(make(), make());
  const { tokens, targets, mask } = make();
  let masked = 0;
  targets.data.forEach((id, i) => id === NEW_LINE && assert.equal(mask.data[i], 0, 'not learned'));
  for (let b = 0; b < size.batchSize; b++) {
    const row = tokens.data.subarray(b * LENGTH, (b + 1) * LENGTH);
    const next = targets.data.subarray(b * LENGTH, (b + 1) * LENGTH);
    assert.deepEqual(row.subarray(1), next.subarray(0, -1));
    const free = mask.data.subarray(b * LENGTH, (b + 1) * LENGTH).indexOf(1);
    if (free < 5) continue;
    masked++;
    for (let i = free; i < LENGTH; i++) assert.equal(next[i], row[i - free]);
  }
  assert.ok(masked > 0);
});

test('windows begin where sentences begin', () => {
  const paragraphs = ['He came. She went! “It is 3.5 miles,” said Mr. hale', 'So be it.'];
  const pieces = training.learnPieces([...paragraphs, ...paragraphs], 400);
  const tokenizer = training.pieceTokenizer(pieces);
  const { ids, starts } = streamOf([{ paragraphs }], tokenizer, pieces);
  const first = Array.from(starts, (start) =>
    tokenizer.decode([...ids.subarray(start)]).slice(0, 4),
  );
  assert.deepEqual(first, ['He c', 'She ', 'So b']);
});

test('the marked sentences: every relation is with an earlier token, and each pronoun has its noun', () => {
  const marked = markedSentences();
  assert.equal(new Set(marked.map(({ text }) => text)).size, marked.length);
  for (const { text, relations } of marked) {
    const words = text.split(' ').map((word) => word.replace(/[,.]$/, ''));
    assert.doesNotMatch(text, /[_()|]/);
    for (const { from, to } of relations) assert.ok(to < from && words[from] && words[to], text);
  }
  const { batch, relations } = relationBatch(data.tokenizer);
  const length = batch.tokens.shape[1];
  assert.ok(relations > 0);
  batch.relations.forEach((list, b) => {
    for (const { name, from } of list) {
      if (name !== 'pronounToAntecedent') continue;
      const word = data.tokenizer.decode([batch.tokens.data[b * length + from]]);
      assert.match(word, /^(he|she|it|they|his|her|its|their|who|which)$/);
    }
  });
});
