// A learner's answers as a record and as a code: a code gives the record back, has at most its limit of characters, and
// any other text is refused with its reason.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { character } from '../../api/support/character.js';
import { randomKey, readKey } from '../../../web/elements/lesson/questions/class-key.ts';
import {
  checkSignature,
  LONGEST_CODE,
  readCode,
  writeCode,
  writeSignedCode,
} from '../../../web/elements/lesson/questions/code.ts';
import {
  askedAt,
  catalogueMark,
  fitted,
  MOST_ATTEMPTS,
  newRecord,
  noted,
  OTHER,
  readRecord,
  scoreOf,
  withNewTest,
  writeRecord,
} from '../../../web/elements/lesson/questions/record.ts';
import { hashOf } from '../../../web/lessons/random.ts';
import { createAnswerStore } from '../../../web/elements/lesson/questions/answer-store.ts';
import * as builtIn from '../../../web/lessons/questions.ts';
import { lessons } from '../../../web/lessons/lessons.ts';
import { placeIn, presentPlace } from '../../../web/lessons/moved.ts';
import {
  CORE_TEST,
  lessonOf,
  questionOf,
  questions,
  slots,
  TEST,
  TESTS,
  testOf,
} from '../../../web/lessons/questions.ts';

/** @typedef {import('../../../web/elements/lesson/questions/record.ts').CourseRecord} CourseRecord */

const HOSTILE = 10_000;
const RIGHT = { right: true, mistake: '' };
const wrong = (/** @type {string} */ mistake) => ({ right: false, mistake });

/** A learner who may make every mistake of every question, as often as is counted. @param {number} seed */
function fullest(seed) {
  let record = newRecord(seed);
  for (const test of TESTS)
    record = { ...record, tests: { ...record.tests, [test]: { run: 63, best: 10 } } };
  for (const slot of slots) {
    const { mistakes } = askedAt(record, slot);
    for (const mistake of [...mistakes, OTHER]) record = noted(record, slot.name, wrong(mistake));
    while (record.results[slot.name].attempts < MOST_ATTEMPTS)
      record = noted(record, slot.name, wrong(''));
  }
  return record;
}

/** A learner's whole way: answers, skips and tests by lot. */
const ways = fc
  .record({
    seed: fc.nat({ max: 2 ** 32 - 1 }),
    steps: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 9 })), { maxLength: 120 }),
  })
  .map(({ seed, steps }) => {
    let record = newRecord(seed);
    for (const [place, kind] of steps) {
      const slot = slots[place % slots.length];
      const { mistakes } = askedAt(record, slot);
      if (record.results[slot.name]?.attempts === MOST_ATTEMPTS) continue;
      if (kind === 0) record = noted(record, slot.name, null);
      else if (kind < 5) record = noted(record, slot.name, RIGHT);
      else if (kind === 9) record = withNewTest(record, TESTS[place % TESTS.length]);
      else record = noted(record, slot.name, wrong(mistakes[place % (mistakes.length + 1)] ?? ''));
    }
    return record;
  });

test('every record becomes a code of at most 200 characters, signed or not, and comes back whole', async (t) => {
  const longest = writeCode(fullest(2 ** 32 - 1), 'Z'.repeat(12));
  t.diagnostic(`the fullest record is ${longest.length} characters with its signature`);
  assert.ok(longest.length <= LONGEST_CODE, String(longest.length));
  assert.match(longest, /^[0-9A-Z-]+$/, 'what a QR code has a short form for');
  await fc.assert(
    fc.asyncProperty(ways, async (record) => {
      const code = writeCode(record);
      const read = readCode(` ${code.toLowerCase()}\n`);
      assert.ok('record' in read);
      assert.deepEqual(read.record, record);
      assert.deepEqual(readRecord(writeRecord(record)), record);
      const signed = await writeSignedCode(record, 'red 7');
      assert.ok(signed.length <= LONGEST_CODE);
      assert.ok(signed.startsWith(code));
    }),
  );
});

test('more attempts than are counted stay the most that are counted', () => {
  let record = newRecord(1);
  for (let i = 0; i < 20; i++) record = noted(record, 'masks.1', wrong('all'));
  const read = readCode(writeCode(record));
  assert.ok('record' in read);
  assert.equal(read.record.results['masks.1'].attempts, MOST_ATTEMPTS);
});

test('a letter that is lost, changed or added is noticed', () => {
  const code = writeCode(fullest(7));
  for (let at = 0; at < code.length; at++) {
    const other = code[at] === '7' ? '8' : '7';
    for (const damaged of [
      code.slice(0, at) + code.slice(at + 1),
      code.slice(0, at) + other + code.slice(at + 1),
      code.slice(0, at) + other + code.slice(at),
    ])
      assert.ok('fault' in readCode(damaged), damaged);
  }
});

test('10,000 texts that are no codes, and codes by lot, neither throw nor pass', () => {
  const digits = fc.string({
    unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    minLength: 4,
    maxLength: 177,
  });
  const mark = writeRecord(newRecord(1)).slice(0, 3);
  // with a sum that is right, so that the record itself is read
  const sum = (/** @type {string} */ text) => {
    const parts = writeCode(newRecord(1)).split('-');
    assert.equal(parts.length, 3);
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return (hash >>> 0).toString(36).toUpperCase().padStart(7, '0');
  };
  const hostile = fc.oneof(
    fc.string({ unit: character, maxLength: 300 }),
    digits.map((text) => `HW-${text}`),
    digits.map((text) => `HW-${text}-${sum(text)}`),
    digits.map((text) => `HW-${mark}${text.slice(3)}-${sum(mark + text.slice(3))}`),
    fc.constantFrom('HW-'.repeat(50_000), `HW-${'A'.repeat(1_000_000)}`, 'İ'.repeat(199)),
  );
  let passed = 0;
  fc.assert(
    fc.property(hostile, (text) => {
      const read = readCode(text);
      if ('fault' in read) return;
      passed++;
      // a number by lot may be a record; then it is one that can be written
      assert.deepEqual(readRecord(writeRecord(read.record)), read.record);
      for (const slot of slots) {
        const result = read.record.results[slot.name];
        assert.ok(!result || result.attempts <= MOST_ATTEMPTS);
      }
    }),
    { numRuns: HOSTILE },
  );
  assert.ok(passed > 0, 'some are numbers in the right range');
  fc.assert(fc.property(fc.anything(), (value) => void readRecord(value)));
  assert.deepEqual(readCode(`HW-000${'1'.repeat(20)}-${sum(`000${'1'.repeat(20)}`)}`), {
    fault: 'other-page',
  });
});

test('a signature holds for one class and one result; a key is read as people write it', async () => {
  const record = fullest(3);
  const read = readCode(await writeSignedCode(record, 'red 7'));
  assert.ok('record' in read);
  assert.equal(await checkSignature(read, 'red 7'), null);
  assert.equal(await checkSignature(read, 'blue 7'), 'other-class');
  const plain = readCode(writeCode(record));
  assert.ok('record' in plain);
  assert.equal(await checkSignature(plain, 'red 7'), 'unsigned');
  // the signature of another result of the class
  const other = readCode(writeCode(newRecord(4), read.signature));
  assert.ok('record' in other);
  assert.equal(await checkSignature(other, 'red 7'), 'other-class');
  assert.equal(readKey('  clase-3 B '), 'clase-3 B');
  assert.equal(readKey('e\u0301cole'), readKey('\u00e9cole'), 'however it is typed');
  for (const none of ['', 'abc', '<b>key</b>', 'a'.repeat(65), null, 7, { toString: () => 'key' }])
    assert.equal(readKey(none), null, String(none));
  assert.notEqual(randomKey(), randomKey());
  assert.equal(readKey(randomKey())?.length, 10);
});

test('a better answer counts, a skip takes nothing away, and a score is of one lesson', () => {
  let record = noted(newRecord(1), 'masks.1', null);
  assert.deepEqual(record.results['masks.1'], { outcome: 'skipped', attempts: 0, mistakes: [] });
  record = noted(record, 'masks.1', wrong('all'));
  record = noted(record, 'masks.1', RIGHT);
  record = noted(record, 'masks.1', null);
  assert.deepEqual(record.results['masks.1'], {
    ...{ outcome: 'right', attempts: 2, mistakes: ['all'] },
  });
  const { length } = slots.filter(({ lesson }) => lesson === 'masks');
  const percent = Math.round(100 / length);
  assert.deepEqual(scoreOf(record, 'masks'), {
    ...{ right: 1, asked: length, settled: 1, percent, now: 1 },
  });
  assert.equal(scoreOf(record, 'scale').right, 0);
});

test('a new test never lowers the score of a better one', () => {
  const tested = slots.filter(({ lesson }) => lesson === TEST);
  let record = newRecord(5);
  for (const { name } of tested.slice(0, 8)) record = noted(record, name, RIGHT);
  assert.equal(scoreOf(record, TEST).percent, 80);
  record = withNewTest(record, TEST);
  assert.deepEqual([scoreOf(record, TEST).percent, scoreOf(record, TEST).settled], [80, 0]);
  for (const { name } of tested) record = noted(record, name, wrong(''));
  const { right, now, percent } = scoreOf(record, TEST);
  assert.deepEqual([right, now, percent], [8, 0, 80]);
  record = withNewTest(record, TEST);
  for (const { name } of tested.slice(0, 9)) record = noted(record, name, RIGHT);
  assert.equal(scoreOf(record, TEST).percent, 90);
  assert.equal(scoreOf(record, CORE_TEST).settled, 0, 'the two tests are apart');
  assert.equal(record.tests[CORE_TEST].run, 0);
});

test('a question whose control is locked is not asked and not counted, and never stands in a test', () => {
  const needing = questions.filter(({ needs }) => needs);
  assert.deepEqual(
    needing.map(({ id }) => id),
    ['set-head-width', 'find-sink', 'removed-head'],
  );
  const withoutEnglish = fitted(newRecord(1), new Set(['english']));
  const fresh = fitted(newRecord(1), new Set());
  const all = scoreOf(fresh, 'sinks').asked;
  assert.equal(scoreOf(withoutEnglish, 'sinks').asked, all - 2, 'nor one whose model is not there');
  const { asked } = scoreOf(fresh, 'shapes');
  const locked = fitted(newRecord(1), new Set(['heads']));
  assert.equal(scoreOf(locked, 'shapes').asked, asked - 1);
  assert.equal(scoreOf(locked, 'shapes').settled, 0);
  assert.deepEqual(readRecord(writeRecord(locked)), locked);
  assert.deepEqual(fitted(locked, new Set()), fresh, 'unlocked, it is asked');
  for (let seed = 0; seed < 200; seed++)
    for (const test of TESTS)
      assert.ok(testOf(test, seed, seed % 64).every((id) => !questionOf(id).needs));
});

test('a question returns for those who met it, and in no lesson that is embedded alone', () => {
  const none = new Set();
  const asked = (/** @type {CourseRecord} */ record, /** @type {string} */ lesson, alone = '') =>
    slots
      .filter((slot) => slot.lesson === lesson)
      .filter(({ name }) => fitted(record, none, undefined, alone).results[name] === undefined)
      .map(({ asks }) => lessonOf(asks));
  for (const { id } of lessons) {
    const home = slots.filter(({ lesson, asks }) => lesson === id && lessonOf(asks) === id);
    const met = slots.reduce(
      (record, { name, lesson }) => (lesson === id ? record : noted(record, name, null)),
      newRecord(1),
    );
    assert.deepEqual(
      asked(met, id, id),
      home.map(() => id),
    );
    assert.deepEqual(
      asked(newRecord(1), id),
      home.map(() => id),
    );
    const returns = slots.filter(({ lesson, asks }) => lesson === id && lessonOf(asks) !== id);
    assert.equal(asked(met, id).length, home.length + returns.length);
  }
  assert.deepEqual(asked(noted(newRecord(1), 'roles.2', null), 'pairs')[2], 'roles');
  assert.equal(scoreOf(fitted(newRecord(1), none), 'masks').asked, 3);
});

/** @param {{ record: () => CourseRecord }} store */
function answeredIn(store) {
  const { results } = store.record();
  return Object.keys(results).filter((name) => results[name].outcome !== 'unasked');
}

/** @param {any} storage whose calls may throw */
function withStorage(storage) {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...storage });
}

test('answers are kept in the browser, or for the page where it keeps nothing; a platform keeps its own', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  try {
    /** @type {Record<string, string>} */
    let held = {};
    withStorage({
      value: {
        getItem: (/** @type {string} */ name) => held[name] ?? null,
        setItem(/** @type {string} */ name, /** @type {string} */ text) {
          held[name] = text;
        },
      },
    });
    const none = new Set();
    const first = createAnswerStore({}, none);
    assert.deepEqual(held, {}, 'nothing is stored before there is an answer');
    first.keep(noted(first.record(), 'masks.1', RIGHT));
    const second = createAnswerStore({}, none);
    assert.deepEqual(second.record(), first.record());
    second.keep(noted(second.record(), 'masks.2', RIGHT));
    assert.deepEqual(answeredIn(first), ['masks.1', 'masks.2']);
    first.startOver();
    assert.deepEqual(answeredIn(second), []);
    const platform = createAnswerStore({ note() {}, kept: writeRecord(fullest(1)) }, none);
    assert.deepEqual(platform.record(), fullest(1));
    platform.keep(newRecord(9));
    assert.notEqual(second.record().seed, 9);
    for (const text of ['', '\0', 'x'.repeat(1e6), '{"a":1}', 'HW-1']) {
      held = { [`headwise-answers-${catalogueMark()}`]: text };
      assert.deepEqual(answeredIn(createAnswerStore({}, none)), [], text.slice(0, 9));
    }
    const [masks, heads] = ['masks', 'heads'].map((name) => ({ ...builtIn, name }));
    const [one, other] = [createAnswerStore({}, none, masks), createAnswerStore({}, none, heads)];
    one.keep(noted(one.record(), 'masks.1', RIGHT));
    other.keep(noted(other.record(), 'masks.2', RIGHT));
    assert.deepEqual(answeredIn(one), ['masks.1'], 'each lesson has its own');
    assert.deepEqual(createAnswerStore({}, none, masks).record(), one.record());
    const was = one.record();
    held[`headwise-answers-${catalogueMark(masks)}`] = 'x';
    assert.deepEqual(one.record(), was, 'what is no record takes nothing away');
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    for (const storage of [
      { get: refuse },
      { value: { getItem: refuse, setItem: refuse } },
      { value: { getItem: () => null, setItem() {} } },
      { value: undefined },
    ]) {
      withStorage(storage);
      const store = createAnswerStore({}, none);
      store.keep(noted(store.record(), 'masks.1', RIGHT));
      assert.equal(store.isKept(), false);
      assert.equal(store.record().results['masks.1'].outcome, 'right');
    }
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  }
});

/** A record from before three lessons were joined and divided, and some of its results. */
const BEFORE =
  'OTCEYQ8SYJDYGSZNWZ8CRJVP8ZW6F7XL5WXNKFQFJFX8UK68VLG6WD2W5Q29WJ6T4TMZA5L1KF1T2NF54FM2LBBI5S59H21E0DKBOIX82FI1PGX7ZIQ30YO8W8U0ZJO4NI5CQWP';

test('a record from before lessons were joined and divided keeps its answers and the scores of its tests', () => {
  const read = readRecord(BEFORE);
  assert.ok(read);
  assert.equal(read.seed, 12_345);
  const outcomes = [
    'one-head.3',
    'positions.0',
    'positions.2',
    'positions.3',
    'pairs.1',
    'pairs.2',
    'long-texts.0',
    'long-texts.1',
    'long-texts.2',
    'long-texts.3',
    'long-texts.5',
  ].map((name) => read.results[name]?.outcome);
  assert.deepEqual(outcomes, [
    ...['right', 'wrong', 'skipped', 'right', undefined, 'right'],
    ...['right', undefined, 'wrong', 'right', 'right'],
  ]);
  assert.deepEqual(read.results['long-texts.2'].mistakes, ['same']);
  assert.equal(Object.keys(read.results).length, 45);
  assert.deepEqual(read.tests, { [CORE_TEST]: { run: 1, best: 5 }, [TEST]: { run: 1, best: 2 } });
  // a class page reads the code that was made of it
  const sum = hashOf(BEFORE).toString(36).toUpperCase().padStart(7, '0');
  const code = readCode(`HW-${BEFORE}-${sum}`);
  assert.ok('record' in code);
  assert.deepEqual(code.record, read);
  assert.equal(readRecord(BEFORE, { ...builtIn, name: 'own' }), null);
  const held = { [`headwise-answers-${BEFORE.slice(0, 3)}`]: BEFORE };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  try {
    withStorage({
      value: {
        getItem: (/** @type {keyof typeof held} */ name) => held[name] ?? null,
        setItem: (/** @type {keyof typeof held} */ name, /** @type {string} */ text) => {
          held[name] = text;
        },
      },
    });
    const store = createAnswerStore({}, new Set());
    assert.equal(store.record().results['long-texts.2'].outcome, 'wrong');
    store.keep(noted(store.record(), 'long-texts.2', RIGHT));
    const again = createAnswerStore({}, new Set()).record();
    assert.equal(again.results['long-texts.2'].outcome, 'right');
    assert.equal(again.results['positions.3'].outcome, 'right');
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  }
});

test('earlier names of lessons lead to the scenes that they had', () => {
  const places = [
    'long',
    'long.2',
    'long.3',
    'cache.1',
    'cache.4',
    'rotary.4',
    'rotary.6',
    'masks.2',
  ];
  assert.deepEqual(
    places.map((text) => Object.values(placeIn(text)).join(' ')),
    [
      ...['long-texts 0', 'long-texts 0', 'long-texts 1', 'long-texts 2', 'long-texts 5'],
      ...['pairs 0', 'positions 3', 'masks 1'],
    ],
  );
  for (const { id, scene } of places.map(placeIn))
    assert.ok((lessons.find((one) => one.id === id)?.scenes.length ?? 0) > scene);
  const place = { id: 'cache', scene: 1, values: { count: 5 } };
  assert.deepEqual(presentPlace(place), { ...place, id: 'long-texts', scene: 3 });
  for (const id of ['constructor', '__proto__', 'own', 'test'])
    assert.deepEqual(presentPlace({ id, scene: 1 }), { id, scene: 1 });
});
