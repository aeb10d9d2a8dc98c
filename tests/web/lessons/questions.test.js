// The questions of the lessons: each has exactly one right answer by the engine, whatever the lot, and no text contradicts it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { load } from 'headwise';
import { readModel } from 'headwise/training';
import { character } from '../../api/support/character.js';
import { answerQuestion } from '../../../web/elements/lab/answer/answer.ts';
import { createLayers } from '../../../web/elements/lab/answer/computation.ts';
import { questionOf as asked } from '../../../web/elements/lab/answer/question.ts';
import { tokenizeState } from '../../../web/elements/lab/answer/tokenize-state.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { untrained } from '../../../web/elements/lab/answer/source.ts';
import { createStore } from '../../../web/elements/lab/state/history.ts';
import { changeState, DEFAULT_STATE, EXAMPLE } from '../../../web/elements/lab/state/state.ts';
import { isRepeated, isSound, judge } from '../../../web/elements/lesson/questions/judge.ts';
import { textOf } from '../../../web/elements/lesson/questions/forms.ts';
import { prepare } from '../../../web/elements/lesson/questions/prepare.ts';
import {
  readNumber,
  readPart,
  readShape,
} from '../../../web/elements/lesson/questions/read-answer.ts';
import { englishSource } from '../../../web/elements/models/english.ts';
import { createTrainedSource } from '../../../web/elements/models/trained-source.ts';
import { lessons, stateOfScene } from '../../../web/lessons/lessons.ts';
import {
  lessonOf,
  questionOf,
  questions,
  slots,
  CORE_TEST,
  isTest,
  TEST,
  testOf,
} from '../../../web/lessons/questions.ts';
import { readLesson } from '../../../web/elements/lab/state/lesson.ts';
import { caseOf } from '../../../web/lessons/appears/invented.ts';
import { caseOf as headCaseOf } from '../../../web/lessons/head-did/invented.ts';
import { createRandom } from '../../../web/lessons/random.ts';
import { questionTexts } from '../support/words.js';

/** Lots of each question; many more with HEADWISE_TEST_ALL. */
const LOTS = process.env.HEADWISE_TEST_ALL ? 40 : 6;
const OWN = [null, 'The girls see my dog.', 'Hi'];
/** The answer of each form of a question, which its texts take for granted. */
const OF_FORM = /** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */ ({
  'untrained-share': { random: 'chance', trained: 'always' },
  'what-stays': { stays: 'shares', grows: 'largest', shrinks: 'smallest' },
  mixture: { one: 'value', own: 'own', even: 'mean' },
  'times-as-long': { map: 'square', row: 'factor', width: 'same' },
  'kept-what': { row: 'keysValues', shares: 'keys', never: 'queries' },
  'exchange-values': { values: 'mixed', keys: 'both', pairs: 'map' },
  'look-around': { alone: 'none', average: 'little', attention: 'most' },
  'too-large': { below: 'zero', between: 'large', above: 'infinite' },
});

const SYMBOLS = { x: '', Q: '', z: '', W: '', W_Q: '', W_K: '', W_O: '', W_i: '' };

/** @type {any} */
let engine;
/** @type {any[]} */
let sources;
before(async () => {
  engine = await load();
  const file = await readFile(new URL('../../../web/models/grammar.safetensors', import.meta.url));
  const { config, vocab, state, about } = readModel(file);
  const about_ = { roles: JSON.parse(about.roles), measured: Number(about.measured) };
  const kinds = { of: vocab.map(() => 'x').join(''), after: { x: 'x' } };
  const whole = { name: 'grammar', config, vocab, kinds, ...about_, example: EXAMPLE };
  const english = await readFile(
    new URL('../../../web/models/english.safetensors', import.meta.url),
  );
  sources = [createTrainedSource(whole, async () => state), englishSource(english), untrained];
});
after(() => engine?.dispose());

/**
 * @param {any} part
 * @returns {Promise<any>}
 */
async function compute(part) {
  const state = changeState(DEFAULT_STATE, part);
  const question = asked(state, tokenizeState(sources, state));
  assert.ok(question);
  const { signal } = new AbortController();
  return answerQuestion(engine, createLayers(), question, signal, true);
}

/**
 * A question as a learner gets it.
 * @param {import('../../../web/lessons/questions.ts').Slot} slot
 * @param {number} lot
 */
async function make(slot, lot) {
  // where it returns, it is asked as in its own lesson
  const home = slots.find(({ asks, lesson }) => asks === slot.asks && lesson === lessonOf(asks));
  const at = slot.lesson === home?.lesson ? slot : home;
  const lesson = lessons.find(({ id }) => id === at?.lesson);
  assert.ok(at && lesson);
  const own = at === slot ? OWN[lot % OWN.length] : null;
  const scene = stateOfScene(lesson, at.scene);
  const text = own ?? String(scene.text);
  const base = { ...scene, text };
  const words = wordTokenizer.encode(text).tokens;
  const question = questionOf(slot.asks);
  const given = { seed: [lot, slot.name, 0], base, words: words.map(({ piece }) => piece) };
  const made = await prepare(question, { ...given, compute, engine: async () => engine });
  return { question, ...made };
}

/**
 * Asserts that the lab can be in the states of a question: it leaves out none of their values.
 * @param {any} drawn
 * @param {string} id of the question
 */
function assertKept({ state, shown }, id) {
  for (const part of [state, shown ?? {}]) {
    const kept = /** @type {any} */ (changeState(DEFAULT_STATE, part));
    for (const [name, value] of Object.entries(part)) {
      assert.deepEqual(kept[name], value, `${id}: ${name}`);
    }
  }
}

/** Learners who answer every question twice; 3,000 with HEADWISE_TEST_ALL. */
const LEARNERS = process.env.HEADWISE_TEST_ALL ? 3000 : 12;
/** Sentences that they have in the lab. */
const TYPED = [null, 'The girls see my dog.', 'Hi', 'no no no no'];

test(`${LEARNERS} learners: a second attempt has another answer, and no answer is right for all`, async (t) => {
  /** @type {Map<string, Promise<any>>} */
  const known = new Map();
  const once = (/** @type {string} */ key, /** @type {() => Promise<any>} */ ask) => {
    const found = known.get(key) ?? ask();
    known.set(key, found);
    return found;
  };
  const given = { compute, engine: async () => engine };
  const [repeats, rights] = [/** @type {string[]} */ ([]), new Set()];
  let attempts = 0;
  for (const original of questions) {
    // the engine answers the same question once
    const question = {
      ...original,
      solve: (/** @type {any} */ solving) =>
        once(JSON.stringify([original.id, solving.drawn]), () => original.solve(solving)),
    };
    const slot = slots.find(
      ({ asks, lesson }) => asks === original.id && lesson === lessonOf(asks),
    );
    const lesson = lessons.find(({ id }) => id === slot?.lesson);
    assert.ok(slot && lesson);
    const scene = stateOfScene(lesson, slot.scene);
    const said = new Set();
    for (let learner = 0; learner < LEARNERS; learner++) {
      const text = TYPED[learner % TYPED.length] ?? String(scene.text);
      const words = wordTokenizer.encode(text).tokens.map(({ piece }) => piece);
      const asked = { ...given, base: { ...scene, text }, words };
      const first = await prepare(question, { ...asked, seed: [learner, slot.name, 0, 0] });
      const seed = [learner, slot.name, 0, 1];
      const second = await prepare(question, { ...asked, seed, before: first });
      attempts++;
      if (isRepeated(question.kind, first, second)) repeats.push(original.id);
      for (const { drawn, solved } of [first, second])
        said.add(JSON.stringify(question.kind === 'set' ? drawn.places : solved.right));
    }
    if (said.size < 2) rights.add(original.id);
  }
  t.diagnostic(
    `${repeats.length} of ${attempts} second attempts repeat; one answer for ever: ${rights.size}`,
  );
  assert.deepEqual(repeats, []);
  assert.deepEqual([...rights], []);
});

const asking = slots.filter(({ lesson }) => !isTest(lesson));

for (const slot of asking) {
  test(`${slot.name}, ${slot.asks}: one right answer by the engine, for every lot`, async () => {
    const seen = new Set();
    for (let lot = 0; lot < LOTS; lot++) {
      const { question, drawn, solved } = await make(slot, lot);
      assertKept(drawn, slot.asks);
      assert.ok(isSound(question.kind, solved, drawn.options));
      assert.ok(judge(question.kind, solved, solved.right).right);
      assert.equal(drawn.form !== undefined, question.id in OF_FORM);
      if (drawn.form) assert.equal(solved.right, OF_FORM[question.id][drawn.form]);
      const { width, heads } = drawn.numbers ?? {};
      if (question.id === 'divide-by')
        assert.ok(Math.abs(solved.right - Math.sqrt(width / heads)) < 0.01);
      for (const [name, value] of Object.entries(solved.mistakes)) {
        assert.deepEqual(judge(question.kind, solved, value).right, false, name);
        assert.ok(question.mistakes.includes(name), name);
      }
      for (const option of question.kind === 'choose' ? (drawn.options ?? []) : []) {
        assert.equal(judge('choose', solved, option).right, option === solved.right);
        assert.ok(question.mistakes.includes(option), option);
      }
      if (question.reached) {
        const at = (/** @type {any} */ state) => changeState(DEFAULT_STATE, state);
        const { reached } = question;
        const is = async (/** @type {any} */ state) =>
          reached(await compute(state), at(state), drawn);
        assert.equal(await is(drawn.state), true, 'the state that shows the answer');
        assert.equal(await is(drawn.shown), false, 'the state in which it is asked');
      }
      const { questions: questionText } = questionTexts.en;
      const filled = Object.keys({ ...drawn.places, ...solved.places, ...SYMBOLS });
      const { ask, why, options = {}, hints = {} } = questionText[question.id];
      const said = [ask, why, ...Object.values(hints)].map((text) => textOf(text, drawn.form));
      for (const text of [...said, ...Object.values(options)]) {
        for (const [, place] of text.matchAll(/\{(\w+)\}/g))
          assert.ok(filled.includes(place), text);
      }
      seen.add(JSON.stringify([drawn.state, drawn.places, drawn.options]));
    }
    assert.ok(seen.size > 1, 'each learner has other numbers');
  });
}

test('a state that is lent is no step, ends with the next that is set or undone, and leaves none behind', () => {
  /** @type {string[]} */
  const kinds = [];
  const store = createStore(DEFAULT_STATE, ({ kind }) => kinds.push(kind));
  store.change({ width: 32 }, 'set');
  store.lend({ heads: 2 });
  store.change({ heads: 8 }, 'change');
  assert.deepEqual([store.get().heads, store.at(), store.isLent()], [8, 1, true]);
  store.giveBack();
  assert.deepEqual([store.get().heads, store.get().width], [DEFAULT_STATE.heads, 32]);
  assert.deepEqual(kinds, ['set', 'lent', 'lent', 'lent']);
  store.lend({ heads: 2 });
  store.change({ causal: true }, 'set');
  assert.deepEqual(
    [store.get().heads, store.isLent(), store.at()],
    [DEFAULT_STATE.heads, false, 2],
  );
  store.lend({ heads: 2 });
  store.undo();
  assert.deepEqual([store.get().causal, store.isLent(), store.at()], [false, false, 1]);
  assert.deepEqual(store.get(), changeState(DEFAULT_STATE, { width: 32 }));
});

test('a right answer is right and a known mistake is named, whatever its kind', () => {
  const solved = { right: [4, 16, 16], mistakes: { one: [16, 16] } };
  assert.deepEqual(judge('shape', solved, [4, 16, 16]), { right: true, mistake: '' });
  assert.deepEqual(judge('shape', solved, [16, 16]), { right: false, mistake: 'one' });
  assert.deepEqual(judge('shape', solved, [4, 16]), { right: false, mistake: '' });
  const number = { right: 0.37, tolerance: 0.006, mistakes: { same: 0.63 } };
  assert.equal(judge('number', number, 0.375).right, true);
  assert.equal(judge('number', number, 0.377).right, false);
  assert.equal(judge('number', number, 0.63).mistake, 'same');
  const cell = { right: { query: 2, key: 3 }, mistakes: {} };
  assert.equal(judge('point', cell, { head: 0, query: 2, key: 3 }).right, true);
  assert.equal(judge('point', cell, { query: 3, key: 2 }).right, false);
  assert.equal(judge('point', cell, null).right, false);
  assert.equal(isSound('number', { right: 4, mistakes: { root: 4 } }), false);
  assert.equal(isSound('number', { ...number, mistakes: { near: 0.38 } }), false);
});

const NO_NUMBERS = [
  '1e999',
  'NaN',
  '0x10',
  '',
  'Infinity',
  '1,2,3',
  '--1',
  '1 2',
  '<b>1</b>',
  '1/0',
];

test('numbers and shapes are read as people write them, and nothing else is', () => {
  const typed = /** @type {[string, string, number | null][]} */ ([
    ['12', 'en', 12],
    ['0,37', 'es', 0.37],
    ['0.37', 'es', 0.37],
    ['0,37', 'en', 0.37],
    ['1,024', 'en', 1024],
    ['1.024', 'es', 1024],
    ['1,024', 'es', 1.024],
    ['−3', 'en', -3],
    ['1,048,576', 'en', 1048576],
    ['０．５', 'zh', 0.5],
    [' 7 ', 'en', 7],
    ['1e3', 'en', 1000],
    ['1/5', 'en', 0.2],
    [' 3 / 4 ', 'es', 0.75],
    ['½', 'en', 0.5],
    ['20%', 'en', 0.2],
    ['12,5 %', 'es', 0.125],
    ['２０％', 'zh', 0.2],
    ['1/2/3', 'en', null],
    ['1/2%', 'en', null],
    ['/5', 'en', null],
    ['%', 'en', null],
    ...[...NO_NUMBERS, '9'.repeat(60)].map((text) => [text, 'en', null]),
  ]);
  for (const [text, locale, value] of typed) assert.equal(readPart(text, locale), value, text);
  // the numbers of a lesson's source
  assert.deepEqual(
    ['0.25', '1/4', '25 %'].map((text) => readNumber(text)),
    [0.25, null, null],
  );
  for (const text of [
    '(4, 16, 16)',
    '4x16x16',
    '4 × 16 × 16',
    '[4,16,16]',
    '4 16 16',
    '（4，16，16）',
  ])
    assert.deepEqual(readShape(text), [4, 16, 16], text);
  for (const text of [
    '',
    '()',
    '7',
    '(7,)',
    '(4, 16',
    '4, -1',
    '4.5 x 2',
    '0 x 4',
    'a x b',
    '1e9',
    '1x'.repeat(9),
  ])
    assert.equal(readShape(text), null, text);
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 60 }), (text) => {
      const value = readPart(text);
      assert.ok(value === null || Number.isFinite(value));
      assert.ok(readShape(text)?.every(Number.isSafeInteger) ?? true);
    }),
  );
});

test('every lesson asks questions of its own, and all but the last two return later', () => {
  const order = lessons.map(({ id }) => id);
  for (const id of order) {
    const own = slots.filter(({ lesson, asks }) => lesson === id && lessonOf(asks) === id);
    assert.ok(own.length >= 2, id);
  }
  const returning = asking.filter(({ lesson, asks }) => lessonOf(asks) !== lesson);
  for (const { lesson, asks } of returning)
    assert.ok(order.indexOf(lessonOf(asks)) < order.indexOf(lesson), asks);
  assert.deepEqual(
    [...new Set(returning.map(({ asks }) => lessonOf(asks)))].sort(),
    order.slice(0, -2).sort(),
  );
  const isSpaced = (
    /** @type {import('../../../web/lessons/questions.ts').Slot} */ { lesson, asks },
  ) => order.indexOf(lesson) - order.indexOf(lessonOf(asks)) > 1;
  assert.ok(returning.filter(isSpaced).length >= 9, 'another lesson stands between');
  assert.equal(new Set(returning.map(({ asks }) => asks)).size, returning.length, 'once each');
});

test('a test has ten lessons; two tests have all of them, and eleven all questions', () => {
  const everywhere = questions.filter(({ needs }) => !needs).map(({ id }) => id);
  for (let seed = 0; seed < 50; seed++) {
    const tests = Array.from({ length: 11 }, (_, run) => testOf(TEST, seed, run));
    for (const test of tests) {
      assert.equal(new Set(test.map(lessonOf)).size, 10);
      assert.equal(new Set(test).size, 10);
    }
    assert.equal(new Set([...tests[0], ...tests[1]].map(lessonOf)).size, lessons.length);
    assert.deepEqual([...new Set(tests.flat())].sort(), [...everywhere].sort());
    // one lesson has a single question that every copy can ask
    assert.ok(tests[0].filter((id) => tests[1].includes(id)).length <= 1);
  }
});

test('the test of the first lessons asks about none of the further ones', () => {
  const first = lessons.filter(({ further }) => !further).map(({ id }) => id);
  assert.ok(first.length < lessons.length);
  for (let seed = 0; seed < 50; seed++) {
    const two = [0, 1].map((run) => testOf(CORE_TEST, seed, run));
    for (const one of two) assert.equal(new Set(one.map(lessonOf)).size, 10);
    assert.deepEqual([...new Set(two.flat().map(lessonOf))].sort(), [...first].sort());
  }
});

test('every question has its words in every language, with the same places', async () => {
  const places = (/** @type {string} */ text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  const formsOf = (
    /** @type {import('../../../web/elements/lesson/questions/forms.ts').Formed} */ text,
  ) =>
    Object.entries(typeof text === 'string' ? { '': text } : text).map(([form, message]) => [
      form,
      new Set(places(message)),
    ]);
  const { en } = questionTexts;
  const ids = questions.map(({ id }) => id);
  assert.deepEqual(Object.keys(en.questions).sort(), [...ids].sort());
  for (const language of Object.keys(questionTexts)) {
    const { questions: questionText, around: questionWords } = questionTexts[language];
    assert.deepEqual(Object.keys(questionWords), Object.keys(en.around));
    for (const [name, words] of Object.entries(questionWords)) {
      const english = /** @type {Record<string, string>} */ (en.around)[name];
      assert.deepEqual(places(words), places(english), `${language} ${name}`);
    }
    for (const { id, kind, mistakes } of questions) {
      const [own, english] = [questionText[id], en.questions[id]];
      for (const name of /** @type {const} */ (['ask', 'why']))
        assert.deepEqual(formsOf(own[name]), formsOf(english[name]), `${language} ${id}`);
      for (const part of /** @type {const} */ (['options', 'hints'])) {
        assert.deepEqual(
          Object.keys(own[part] ?? {}),
          Object.keys(english[part] ?? {}),
          `${language} ${id}`,
        );
      }
      assert.ok(
        Object.keys(own.hints ?? {}).every((name) => mistakes.includes(name)),
        id,
      );
      if (kind === 'choose') assert.deepEqual(Object.keys(own.options ?? {}), mistakes, id);
      else assert.deepEqual(Object.keys(own.hints ?? {}), mistakes, id);
    }
  }
});

test('the answer to a question about the lens shows what the question says, and marks what the engine says', async () => {
  for (let seed = 0; seed < 40; seed++)
    for (const id of ['lens-sum', 'lens-from']) {
      const random = createRandom('lens', id, seed);
      const drawn = questionOf(id).draw({ random, base: {}, words: [] });
      const { right } = await questionOf(id).solve(/** @type {any} */ ({ drawn }));
      const { places, drawing } = drawn;
      const { scores, words } = caseOf(drawing?.values ?? {});
      const said = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => places[name] ?? []);
      const marked = Number(drawing?.values?.count);
      if (scores) assert.equal(scores[marked], right);
      else assert.deepEqual([words, marked], [said, right]);
      assert.ok(readLesson({ id: 'appears', scene: 1, values: drawing?.values }));
      assert.deepEqual(
        readLesson({ id: 'appears', scene: 1, values: drawing?.values })?.values,
        drawing?.values,
        'an address can hold it',
      );
    }
});

test('the answer to a question about effects of heads shows what the question says', async () => {
  for (let seed = 0; seed < 40; seed++)
    for (const id of ['most-missed', 'pair-effect']) {
      const random = createRandom('effects', id, seed);
      const drawn = questionOf(id).draw({ random, base: {}, words: [] });
      const { right } = await questionOf(id).solve(/** @type {any} */ ({ drawn }));
      const { places, drawing } = drawn;
      const { shares, answers } = headCaseOf(drawing?.values ?? {});
      const said = (/** @type {string} */ names) => [...names].map((name) => places[name]);
      if (id === 'most-missed') {
        assert.deepEqual([shares, answers], [said('abcd'), [places.all, ...said('efgh')]]);
        assert.equal(answers.indexOf(Math.min(...answers)), right);
      } else assert.deepEqual([shares, answers], [[], [places.all, ...said('abc')]]);
      assert.deepEqual(
        readLesson({ id: 'head-did', scene: 1, values: drawing?.values })?.values,
        drawing?.values,
        'an address can hold it',
      );
    }
});
