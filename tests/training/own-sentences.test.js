// Tests the grammar model on sentences that a reader types: a place with a determiner of the subject's kind, a plain verb after the
// pronoun, every determiner, one clause, no final dot. They are corrected wholly, and right ones are left as they are.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { load } from 'headwise';
import { createTransformer, grammar, readModel } from 'headwise/training';
import { Random } from '../../src/js/training/random.ts';
import {
  CONJUNCTIONS,
  DETERMINERS,
  NOUNS,
  PLACES,
  PREPOSITIONS,
  PRONOUNS,
  VERBS,
} from '../../src/js/training/tasks/grammar-words.ts';

const { config, vocab, state } = readModel(
  await readFile(new URL('../../web/models/grammar.safetensors', import.meta.url)),
);

/** @type {any} */
let engine;
/** @type {any} */
let model;
before(async () => {
  engine = await load();
  model = createTransformer(engine, config);
  model.loadStateDict(state);
});
after(() => engine?.dispose());

/** @param {readonly string[]} words @returns {string[]} the words that the model says */
function corrected(words) {
  const { logits } = model.forward(words.map((word) => vocab.indexOf(word)));
  const size = vocab.length;
  return words.map((_, row) => {
    const scores = logits.data.subarray(row * size, (row + 1) * size);
    return vocab[scores.indexOf(Math.max(...scores))];
  });
}

const wordsOf = (/** @type {string} */ text) => text.toLowerCase().match(/[a-z]+|[.,]/g) ?? [];

/** Compares a number of drawn pairs [given, right]. @param {(random: Random) => string[][]} draw */
function expectCorrected(draw, count = 512) {
  const wrong = Array.from({ length: count }, (_, i) => draw(new Random(3, 0, i))).filter(
    ([given, right]) => corrected(given).join() !== right.join(),
  );
  assert.deepEqual(wrong, []);
}

/**
 * A noun with its determiner; `given` may have the wrong form of the noun.
 *
 * @param {Random} random @param {boolean} counted whether the determiner determines the number
 */
function someone(random, counted) {
  const person = random.of(/** @type {const} */ (['he', 'she', 'it', 'they']));
  const many = person === 'they';
  const kind = many ? random.of(/** @type {const} */ (['he', 'she', 'it'])) : person;
  /** @type {readonly (readonly [string, string])[]} */
  const nouns = NOUNS[kind];
  const pair = random.of(nouns);
  const determiner = random.of(DETERMINERS[counted ? (many ? 'many' : 'one') : 'any']);
  const [right, wrong] = many ? [pair[1], pair[0]] : pair;
  const given = counted && random.below(2) === 0 ? wrong : right;
  return { person, form: Number(many), given: [determiner, given], right: [determiner, right] };
}

/** A verb without an object; `given` is often wrong. @param {Random} random @param {number} form */
function verb(random, form, always = false) {
  const pair = random.of(VERBS.alone);
  return { given: pair[always || random.below(2) === 0 ? 1 - form : form], right: pair[form] };
}

test('the first sentence that many readers type is corrected', () => {
  assert.deepEqual(
    corrected(wordsOf('The dogs near the house runs because they waits.')),
    wordsOf('The dogs near the house run because they wait.'),
  );
});

test('a place with the same kind of determiner, a wrong plain verb after the pronoun: 512 of 512', () => {
  expectCorrected((random) => {
    const { person, form, right } = someone(random, false);
    const place = [
      random.of(PREPOSITIONS),
      random.of(DETERMINERS.any),
      random.of(random.of(PLACES)),
    ];
    const [first, second] = [verb(random, form), verb(random, form, true)];
    const link = [random.of(CONJUNCTIONS), PRONOUNS[person][0]];
    return /** @type {const} */ (['given', 'right']).map((which) => {
      return [...right, ...place, first[which], ...link, second[which], '.'];
    });
  });
});

test('one clause with any determiner, with and without a final dot: 512 of 512', () => {
  expectCorrected((random) => {
    const { form, ...subject } = someone(random, random.below(2) === 0);
    const said = verb(random, form);
    const end = random.below(2) === 0 ? ['.'] : [];
    return /** @type {const} */ (['given', 'right']).map((which) => {
      return [...subject[which], said[which], ...end];
    });
  });
});

test('right sentences are left as they are, whichever their determiners', () => {
  for (const text of [
    'My mother waits.',
    'A dog sleeps.',
    'This king sees my dog and he likes it.',
    'These boys near a tree sing because they wait.',
    'Every girl behind those houses hears two cats and she can follow them',
    'Your brothers often wait',
    'Now, one small bird sings beside the river.',
    'Many horses see this girl.',
  ]) {
    assert.deepEqual(corrected(wordsOf(text)), wordsOf(text), text);
  }
});

test('of held-out sentences at least 99.5 % of the words are right with mistakes, and 99.95 % without', () => {
  const task = grammar();
  for (const [mistakes, least] of [
    [50, 0.995],
    [0, 0.9995],
  ]) {
    const { tokens, targets, mask } = task.heldOut(1024, mistakes);
    const { accuracy } = model.evaluate({ tokens, targets, mask });
    assert.ok(accuracy >= least, `${mistakes}: ${accuracy}`);
  }
});
