// Record of a learner's answers: the outcome of each question.
// Its text fits into a learning platform, and with the additions of code.ts into a code of at most
// 200 characters. Independent of the screen.

import { hashOf } from '../../../lessons/random.ts';
import * as builtIn from '../../../lessons/questions.ts';
import { earlier } from './earlier.ts';
import type { Question, Slot } from '../../../lessons/questions.ts';
import type { Verdict } from './judge.ts';

/** unasked: its control is locked, or its model is missing */
type Outcome = 'right' | 'wrong' | 'skipped' | 'unasked';

export interface Result {
  /** the best so far */
  outcome: Outcome;
  /** number of answers, without skips */
  attempts: number;
  /** each mistake made; OTHER: an unknown one */
  mistakes: readonly string[];
}

export interface CourseRecord {
  /** seed of the learner's random numbers */
  seed: number;
  /** by the ids of tests: the number of earlier ones, and right answers in the best of them */
  tests: Readonly<Record<string, { run: number; best: number }>>;
  /** by the names of slots */
  results: Readonly<Record<string, Result>>;
}

/**
 * the questions; by default of the lessons that come with headwise. name: the fingerprint of a
 * teacher's lesson
 */
export type Catalogue = Pick<
  typeof builtIn,
  'slots' | 'questions' | 'questionOf' | 'lessonOf' | 'testOf'
> & { name?: string };

/** The part of a catalogue that gives a record its meaning. */
type Meaning = Pick<Catalogue, 'slots' | 'testOf' | 'name'> & {
  questionOf: (id: string) => Pick<Question, 'mistakes'>;
};

/** A mistake without a known misunderstanding. */
export const OTHER = 'other';
export const MOST_ATTEMPTS = 7;

const DIGITS = 36;
const MARK_LENGTH = 3;
const NAME_LENGTH = 7;
const { TESTS, TEST_LENGTH, isOf, isTest } = builtIn;
const SEEDS = 2 ** 32;
const RUNS = 64;
/** Most characters of a record. */
const LONGEST = 600;
/** Outcomes without an answer come before the others. */
const WITHOUT: readonly Outcome[] = ['skipped', 'unasked'];
const ANSWERED: readonly Outcome[] = ['right', 'wrong'];

/** The name of a teacher's lesson: seven digits, different for a different text. */
export const fingerprintOf = (text: string) => digitsOf(hashOf(text), NAME_LENGTH);

/**
 * Three digits before a record: its meaning depends on the order of slots and of mistakes, so a
 * page with other questions rejects it.
 */
export function catalogueMark({ slots, questionOf, name: lesson }: Meaning = builtIn) {
  const asked = slots.map(({ name, asks }) => [name, asks && questionOf(asks).mistakes]);
  const hash = hashOf(JSON.stringify(lesson === undefined ? asked : [lesson, asked]));
  return digitsOf(hash % DIGITS ** MARK_LENGTH, MARK_LENGTH);
}

export function newRecord(
  seed: number = crypto.getRandomValues(new Uint32Array(1))[0],
): CourseRecord {
  const tests = Object.fromEntries(TESTS.map((test) => [test, { run: 0, best: 0 }]));
  return { seed, tests, results: {} };
}

/**
 * Whether the first answer settles a question: the engine's is shown with it, and stays the same.
 */
export function isKnown({ kind, fixed = false }: Question) {
  return fixed && kind !== 'set';
}

/**
 * The record after an answer or a skip.
 *
 * @param verdict null: skipped
 */
export function noted(record: CourseRecord, slot: string, verdict: Verdict | null): CourseRecord {
  const before = record.results[slot];
  const attempts = (before?.attempts ?? 0) + (verdict ? 1 : 0);
  const was = before?.outcome;
  const now: Outcome = !verdict ? 'skipped' : verdict.right ? 'right' : 'wrong';
  const outcome = was === 'right' || (was === 'wrong' && now === 'skipped') ? was : now;
  const mistakes = new Set(before?.mistakes);
  if (verdict && !verdict.right) mistakes.add(verdict.mistake || OTHER);
  const result = { outcome, attempts, mistakes: [...mistakes].sort() };
  return { ...record, results: { ...record.results, [slot]: result } };
}

/**
 * The record for this lab. Where a control is locked, or a model missing, a question that needs it
 * is not asked. A question returns in a later lesson for learners who met it in its own; a lesson
 * that is embedded alone asks only its own.
 *
 * @param alone the lesson that is embedded alone
 */
export function fitted(
  record: CourseRecord,
  locked: ReadonlySet<string>,
  all: Catalogue = builtIn,
  alone: string = '',
): CourseRecord {
  const results = { ...record.results };
  const met = all.slots.filter(
    ({ name, lesson, asks }) =>
      asks && lesson === all.lessonOf(asks) && (results[name]?.outcome ?? 'unasked') !== 'unasked',
  );
  for (const { name, lesson, asks } of all.slots) {
    if (!asks) continue;
    const isLocked = (all.questionOf(asks).needs ?? []).some((one) => locked.has(one));
    const returns = all.lessonOf(asks) !== lesson;
    const isStrange = returns && (lesson === alone || met.every((slot) => slot.asks !== asks));
    if (isLocked || isStrange) results[name] ??= { outcome: 'unasked', attempts: 0, mistakes: [] };
    else if (results[name]?.outcome === 'unasked') delete results[name];
  }
  return { ...record, results };
}

/** A test from its beginning, with different questions. */
export function withNewTest(record: CourseRecord, test: string): CourseRecord {
  const kept = Object.entries(record.results).filter(([name]) => !name.startsWith(`${test}.`));
  const next = { run: (runOf(record, test) + 1) % RUNS, best: scoreOf(record, test).right };
  return {
    ...record,
    tests: { ...record.tests, [test]: next },
    results: Object.fromEntries(kept),
  };
}

/** The number of earlier tests of a kind; 0 for a lesson. */
export const runOf = ({ tests }: Pick<CourseRecord, 'tests'>, test: string) =>
  tests[test]?.run ?? 0;

/** The question of a slot; a test's questions are random. */
export function askedAt(
  record: Pick<CourseRecord, 'seed' | 'tests'>,
  { lesson, scene, asks }: Slot,
  all?: Catalogue,
): Question;
export function askedAt(
  record: Pick<CourseRecord, 'seed' | 'tests'>,
  slot: Slot,
  all: Meaning,
): Pick<Question, 'mistakes'>;
export function askedAt(
  record: Pick<CourseRecord, 'seed' | 'tests'>,
  { lesson, scene, asks }: Slot,
  all: Meaning = builtIn,
) {
  if (!isTest(lesson)) return all.questionOf(asks);
  return all.questionOf(all.testOf(lesson, record.seed, runOf(record, lesson))[scene]);
}

/**
 * The best of several tests counts.
 *
 * @param which one lesson, a test, or CORE; null: all lessons
 * @returns asked: number of questions; now: right answers since the present test began
 */
export function scoreOf(
  { results, tests }: CourseRecord,
  which: string | null,
  all: Catalogue = builtIn,
): { right: number; asked: number; settled: number; percent: number; now: number } {
  const counted = all.slots
    .filter((slot) => isOf(slot, which))
    .filter(({ name }) => results[name]?.outcome !== 'unasked');
  const found = counted.map(({ name }) => results[name]).filter(Boolean);
  const now = found.filter(({ outcome }) => outcome === 'right').length;
  const right = Math.max(now, tests[which ?? '']?.best ?? 0);
  const percent = counted.length === 0 ? 0 : Math.round((100 * right) / counted.length);
  return { right, asked: counted.length, settled: found.length, percent, now };
}

/** The record as one whole number, in the digits 0 to 9 and A to Z. */
export function writeRecord(record: CourseRecord, all: Catalogue = builtIn) {
  let value = 0n;
  const fields = [...fieldsOf(record, all)].reverse();
  for (const { size, at } of fields) value = value * BigInt(size) + BigInt(at);
  return catalogueMark(all) + value.toString(DIGITS).toUpperCase();
}

/** The mark of records from before three lessons were joined and divided. */
export const earlierMark = () => catalogueMark(earlier);

/** @returns null: it is no record, or one from a page with other questions */
export function readRecord(text: unknown, all: Catalogue = builtIn): CourseRecord | null {
  if (typeof text !== 'string' || text.length > LONGEST || !/^[0-9A-Z]{4,}$/.test(text))
    return null;
  if (isOfThisPage(text, all)) return decoded(text, all);
  const before = all === builtIn && isOfThisPage(text, earlier) ? decoded(text, earlier) : null;
  return before && brought(before);
}

/** An earlier record by the present slots: the n-th slot of a question is still its n-th. */
function brought({ seed, tests, results }: CourseRecord): CourseRecord {
  const slotsOf = (asks: string, { slots }: Meaning) => slots.filter((slot) => slot.asks === asks);
  const now = earlier.slots.flatMap((slot) => {
    const { asks, name } = slot;
    const place = asks && slotsOf(asks, builtIn)[slotsOf(asks, earlier).indexOf(slot)];
    return place && results[name] ? [[place.name, results[name]] as const] : [];
  });
  // a test has different questions now; its score stays
  const scores = TESTS.map((test) => {
    const outcomes = earlier.slots.flatMap(({ name, lesson }) =>
      lesson === test && results[name] ? [results[name].outcome] : [],
    );
    const right = outcomes.filter((one) => one === 'right').length;
    const { run, best } = tests[test];
    const next = outcomes.length > 0 ? (run + 1) % RUNS : run;
    return [test, { run: next, best: Math.max(best, right) }] as const;
  });
  return { seed, tests: Object.fromEntries(scores), results: Object.fromEntries(now) };
}

function decoded(text: string, all: Meaning): CourseRecord | null {
  let value = 0n;
  for (const digit of text.slice(MARK_LENGTH))
    value = value * BigInt(DIGITS) + BigInt(parseInt(digit, DIGITS));

  function take(size: number) {
    const at = Number(value % BigInt(size));
    value /= BigInt(size);
    return at;
  }
  const seed = take(SEEDS);
  const tests = Object.fromEntries(
    TESTS.map((test) => [test, { run: take(RUNS), best: take(TEST_LENGTH + 1) }]),
  );
  const results: Record<string, Result> = {};
  for (const slot of all.slots) {
    const { mistakes } = askedAt({ seed, tests }, slot, all);
    const result = resultAt(take(sizeOf(mistakes)), mistakes);
    if (result) results[slot.name] = result;
  }
  return value === 0n ? { seed, tests, results } : null;
}

/** Whether a record is from a page with the same questions. */
export function isOfThisPage(text: string, all: Meaning = builtIn) {
  return text.startsWith(catalogueMark(all));
}

/** The parts of a record: each is number `at` of its `size` possible values. */
function* fieldsOf(record: CourseRecord, all: Catalogue): Generator<{ size: number; at: number }> {
  yield { size: SEEDS, at: record.seed };
  for (const test of TESTS) {
    const { run, best } = record.tests[test];
    yield { size: RUNS, at: run };
    yield { size: TEST_LENGTH + 1, at: best };
  }
  for (const slot of all.slots) {
    const { mistakes } = askedAt(record, slot, all);
    yield { size: sizeOf(mistakes), at: placeOf(record.results[slot.name], mistakes) };
  }
}

/** The number of results that a question can have; the last mistake is OTHER. */
function sizeOf(mistakes: readonly string[]) {
  return 1 + WITHOUT.length + MOST_ATTEMPTS * ANSWERED.length * 2 ** (mistakes.length + 1);
}

function placeOf(result: Result | undefined, known: readonly string[]) {
  if (!result) return 0;
  const { outcome, attempts, mistakes } = result;
  if (WITHOUT.includes(outcome)) return 1 + WITHOUT.indexOf(outcome);
  const places = mistakes.map((one) => (known.includes(one) ? known.indexOf(one) : known.length));
  const made = [...new Set(places)].reduce((sum, place) => sum + 2 ** place, 0);
  const tries = Math.min(Math.max(attempts, 1), MOST_ATTEMPTS) - 1;
  const course = made * ANSWERED.length + ANSWERED.indexOf(outcome);
  return 1 + WITHOUT.length + course * MOST_ATTEMPTS + tries;
}

function resultAt(at: number, known: readonly string[]): Result | null {
  if (at === 0) return null;
  if (at <= WITHOUT.length) return { outcome: WITHOUT[at - 1], attempts: 0, mistakes: [] };
  const rest = at - 1 - WITHOUT.length;
  const attempts = (rest % MOST_ATTEMPTS) + 1;
  const course = Math.floor(rest / MOST_ATTEMPTS);
  const made = Math.floor(course / ANSWERED.length);
  const mistakes = [...known, OTHER].filter((_, place) => (made >> place) & 1).sort();
  return { outcome: ANSWERED[course % ANSWERED.length], attempts, mistakes };
}

function digitsOf(value: number, length: number) {
  return value.toString(DIGITS).toUpperCase().padStart(length, '0');
}
