// Tests a claim of every scene whose heads are trained: the lessons about roles, about the layer where an answer appears, and about
// the effect of a head. Other scenes are in each-scene.test.js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readLens } from '../../../web/lessons/appears/experiment.ts';
import { extreme, readEffects } from '../../../web/lessons/head-did/experiment.ts';
import { measureRoles } from '../../../web/lessons/roles/experiment.ts';
import { readSentence } from '../../../web/lessons/roles/proof.ts';
import { RIGHT, WRONG } from '../../../web/lessons/roles/sentences.ts';
import { rowAt } from '../../../web/lessons/tensors.ts';
import { TYPED, useLab } from '../support/scene-lab.js';

const lab = useLab();
const { answerOf } = lab;

/** Sentences of words that the model of grammar knows: a subject at 1, with the indexes of verb and pronoun. */
const GRAMMAR = /** @type {const} */ ([
  [RIGHT, 5, 9],
  ['The boys near this garden follow my dog because they will see it.', 5, 9],
  ['The sisters beside this house hear a bird because they will sing.', 5, 9],
  ['The kings near this river see my horse because they must run.', 5, 9],
  ['The mothers see a river because they will wait.', 2, 6],
  ['The king behind this house hears a horse because he will run.', 5, 9],
]);

test('roles: the pronoun looks at its noun, the verb at its subject, a noun at “this”, each most in a head named for it', async () => {
  for (const [text, verb, pronoun] of GRAMMAR) {
    const { trace, words } = await answerOf('roles', 0, { text });
    const best = (/** @type {number} */ row, /** @type {number} */ column) =>
      Math.max(...[0, 1, 2, 3].map((head) => rowAt(trace.attention, head, row)[column]));
    assert.ok(best(pronoun, 1) > 0.8, `${text}: ${best(pronoun, 1)}`);
    assert.ok(best(verb, 1) > 0.8, `${text}: ${best(verb, 1)}`);
    if (words[3] === 'this') assert.ok(best(4, 3) > 0.8, `${text}: ${best(4, 3)}`);
  }
});

test('roles: in the scene’s own sentence, each head has its name’s share at every word that the text names', async () => {
  const { trace, words } = await answerOf('roles', 0);
  /** @type {readonly (readonly [number, number, readonly number[]])[]} */
  const named = [
    [words.indexOf('he'), 1, [0, 1]],
    [words.indexOf('it'), words.indexOf('bird'), [0, 1]],
    [words.indexOf('hears'), 1, [2]],
    [words.indexOf('river'), words.indexOf('this'), [3]],
    [words.indexOf('bird'), words.indexOf('your'), [3]],
  ];
  for (const [row, column, heads] of named) {
    for (const head of heads) {
      const share = rowAt(trace.attention, head, row)[column];
      assert.ok(share > 0.9, `${words[row]}, head ${head + 1}: ${share}`);
    }
  }
});

test('roles: untrained there are as many heads, and the trained differ by their weights alone', async () => {
  for (const [text] of GRAMMAR) {
    const random = (await answerOf('roles', 1, { text })).trace;
    const trained = (await answerOf('roles', 0, { text })).trace;
    assert.deepEqual(random.attention.shape, trained.attention.shape);
    assert.deepEqual(random.weights.in_proj_weight.shape, trained.weights.in_proj_weight.shape);
    assert.notDeepEqual(random.weights.in_proj_weight.data, trained.weights.in_proj_weight.data);
  }
});

test('roles: layer 1 mostly gathers the word before, and in layer 2 heads are far above what positions give', async () => {
  const { question } = await answerOf('roles', 2);
  const measured = await measureRoles(await question.source.whole.start(lab.engine));
  const scoreOf = (/** @type {any} */ { roles }, /** @type {string} */ name) =>
    roles.find((/** @type {any} */ role) => role.name === name);
  const of = (/** @type {number} */ layer) => measured.filter((one) => one.layer === layer);
  const gathers = of(0).map((head) => scoreOf(head, 'previousToken'));
  assert.ok(gathers.filter(({ score }) => score > 0.5).length >= 2, JSON.stringify(gathers));
  assert.ok(
    gathers.every(({ positional }) => positional === 1),
    'only the position counts there',
  );
  const needed = ['verbToSubject', 'nounToDeterminer', 'pronounToAntecedent'];
  for (const name of needed) {
    const found = of(1).map((head) => scoreOf(head, name));
    assert.ok(
      found.some(({ score, positional }) => score > positional + 0.2),
      name,
    );
    assert.ok(found.every(({ score }) => score >= 0 && score <= 1));
    const below = of(0).map((head) => scoreOf(head, name));
    assert.ok(
      below.every(({ score, positional }) => score < positional + 0.1),
      name,
    );
  }
});

test('roles: without the verb’s head the verb stays wrong, without the noun’s the noun, and one head is hardly missed', async () => {
  const { grammar } = lab;
  assert.equal((await answerOf('roles', 3)).state.text, WRONG);
  const idsOf = (/** @type {string} */ text) =>
    grammar.tokenizer.encode(text).tokens.map(({ id }) => id);
  const [right, wrong] = [idsOf(RIGHT), idsOf(WRONG)];
  const mistakes = right.flatMap((id, at) => (id === wrong[at] ? [] : [at]));
  const missed = [];
  for (const head of [0, 1, 2, 3]) {
    const proof = await readSentence(lab.engine, grammar, WRONG, [[1, head]]);
    assert.ok(proof);
    missed.push(mistakes.filter((at) => proof.less.said[at] !== right[at]));
  }
  const [noun, verb] = [4, 5];
  assert.ok(mistakes.includes(verb) && mistakes.includes(noun));
  assert.deepEqual(missed[2], [verb]);
  assert.deepEqual(missed[3], [noun]);
  assert.deepEqual(missed[0], [], 'one is not missed in this sentence');
  const { others: rest } = (await readSentence(lab.engine, grammar, WRONG, [[1, 0]]))?.less ?? {};
  const { others: all } = (await readSentence(lab.engine, grammar, WRONG, []))?.all ?? {};
  assert.ok(rest && all && all.accuracy - rest.accuracy < 0.01, 'and hardly in others');
});

/** The ids of a sentence in a scene with the model of English. */
async function english(/** @type {string} */ id, /** @type {number} */ scene, change = {}) {
  const { question } = await answerOf(id, scene, change);
  const { whole } = question.source;
  const ids = question.queries.map((/** @type {any} */ { id: token }) => token);
  return { whole, ids, model: await whole.start(lab.engine) };
}

test('the answer appears: after “United” comes “States” whatever was before, and late, as most answers do', async () => {
  for (const text of ['He lives in the United', 'The United', 'The king of the United']) {
    const { whole, ids } = await english('appears', 2, { text });
    const lens = await readLens(lab.engine, whole, ids, ids.length - 1);
    assert.equal(whole.vocab[lens.answer].trim(), 'States', text);
    assert.ok(lens.from >= 3, `${text}: ${lens.from}`);
  }
  const from = [];
  for (const text of [undefined, ...TYPED]) {
    const { whole, ids } = await english('appears', 0, { ...(text && { text }) });
    for (let row = 0; row < ids.length; row++)
      from.push((await readLens(lab.engine, whole, ids, row)).from);
    if (text === undefined) {
      const comma = ids.findIndex((/** @type {number} */ id) => whole.vocab[id].trim() === ',');
      const { answer, from: first } = await readLens(lab.engine, whole, ids, comma);
      assert.deepEqual([whole.vocab[answer].trim(), first], ['and', 1]);
      assert.ok(new Set(from).size > 2, 'it differs from word to word');
    }
  }
  assert.ok(from.filter((layer) => layer >= 3).length > 0.8 * from.length, String(from));
});

test('that head: the effects of two heads rarely add up, and other sentences miss other heads', async () => {
  const most = new Set();
  let apart = 0;
  for (const text of [undefined, ...TYPED]) {
    const { ids, model } = await english('head-did', 1, { ...(text && { text }) });
    const none = await readEffects(lab.engine, model, ids, null);
    const first = extreme(none.without, -1);
    const one = await readEffects(lab.engine, model, ids, first);
    const second = extreme(one.without, -1);
    const alone = none.all - none.without[second[0]][second[1]];
    const added = none.all - one.base + alone;
    const together = none.all - one.without[second[0]][second[1]];
    if (Math.abs(added - together) > 0.05 * none.all) apart++;
    const next = await english('head-did', 2, { ...(text && { text }) });
    most.add(
      extreme((await readEffects(lab.engine, next.model, next.ids, null)).without, -1).join(' '),
    );
  }
  assert.ok(apart > TYPED.length / 2, String(apart));
  assert.ok(most.size > 2, [...most].join(', '));
});
