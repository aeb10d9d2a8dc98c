// What a learner has answered: for each place of a question how it went. As a text it fits into a learning platform and into a
// code of at most 200 characters. Nothing here knows the screen.

import { hashOf } from '../../../lessons/questions/random.js';
import { questionOf, slots, TEST, testOf } from '../../../lessons/questions/index.js';

/**
 * @typedef {'right' | 'wrong' | 'skipped'} Outcome
 *
 * @typedef {object} Result
 * @property {Outcome} outcome the best so far
 * @property {number} attempts skips are none
 * @property {string} mistake of the newest wrong answer; OTHER: none that is known; '': there was none
 *
 * @typedef {object} CourseRecord
 * @property {number} seed of the learner's numbers
 * @property {number} run how often the closing test was begun, from 0
 * @property {Readonly<Record<string, Result>>} results by the names of slots
 */

/** A mistake that no misunderstanding is known for. */
export const OTHER = 'other';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';
const VERSION = '1';
const SEED_DIGITS = 7;
const MOST_ATTEMPTS = 7;
/** @type {readonly Outcome[]} */
const OUTCOMES = ['right', 'wrong', 'skipped'];
/** The digit of a wrong answer that comes of no known mistake. */
const UNKNOWN = DIGITS.length - 1;

/**
 * @param {number} [seed]
 * @returns {CourseRecord}
 */
export function newRecord(seed = crypto.getRandomValues(new Uint32Array(1))[0]) {
  return { seed, run: 0, results: {} };
}

/**
 * The record after an answer or a skip.
 *
 * @param {CourseRecord} record
 * @param {string} slot
 * @param {import('./judge.js').Verdict | null} verdict null: skipped
 * @returns {CourseRecord}
 */
export function noted(record, slot, verdict) {
  const before = record.results[slot];
  const attempts = (before?.attempts ?? 0) + (verdict ? 1 : 0);
  const was = before?.outcome;
  /** @type {Outcome} */
  const now = !verdict ? 'skipped' : verdict.right ? 'right' : 'wrong';
  const outcome = was === 'right' || (was === 'wrong' && now === 'skipped') ? was : now;
  const mistake = verdict && !verdict.right ? verdict.mistake || OTHER : (before?.mistake ?? '');
  return { ...record, results: { ...record.results, [slot]: { outcome, attempts, mistake } } };
}

/** The closing test from its beginning, with other questions. @param {CourseRecord} record @returns {CourseRecord} */
export function withNewTest(record) {
  const kept = Object.entries(record.results).filter(([name]) => !name.startsWith(`${TEST}.`));
  return { ...record, run: (record.run + 1) % DIGITS.length, results: Object.fromEntries(kept) };
}

/**
 * The question at a place: the test's are drawn by lot.
 *
 * @param {CourseRecord} record
 * @param {import('../../../lessons/questions/index.js').Slot} slot
 */
export function askedAt({ seed, run }, { lesson, scene, asks }) {
  return questionOf(lesson === TEST ? testOf(seed, run)[scene] : asks);
}

/**
 * @param {CourseRecord} record
 * @param {string | null} lesson one lesson or the test; null: all lessons
 * @returns {{ right: number, asked: number, settled: number, percent: number }} asked: how many questions there are
 */
export function scoreOf({ results }, lesson) {
  const counted = slots.filter((slot) => (lesson ? slot.lesson === lesson : slot.lesson !== TEST));
  const found = counted.map(({ name }) => results[name]).filter(Boolean);
  const right = found.filter(({ outcome }) => outcome === 'right').length;
  const percent = counted.length === 0 ? 0 : Math.round((100 * right) / counted.length);
  return { right, asked: counted.length, settled: found.length, percent };
}

/**
 * Three digits for each result: its place, how it went, and the newest mistake.
 *
 * @param {CourseRecord} record
 */
export function writeRecord(record) {
  const written = slots.flatMap((slot, at) => {
    const result = record.results[slot.name];
    if (!result) return [];
    const { outcome, attempts, mistake } = result;
    const known = askedAt(record, slot).mistakes.indexOf(mistake);
    const last = mistake === '' ? 0 : known < 0 ? UNKNOWN : known + 1;
    const course = Math.min(attempts, MOST_ATTEMPTS) * OUTCOMES.length + OUTCOMES.indexOf(outcome);
    return [at, course, last].map((digit) => DIGITS[digit]);
  });
  const seed = record.seed.toString(36).padStart(SEED_DIGITS, '0');
  return [VERSION, DIGITS[record.run], seed, ...written].join('');
}

/**
 * @param {unknown} text
 * @returns {CourseRecord | null} null: it is no record
 */
export function readRecord(text) {
  const parts = typeof text === 'string' && /^1([\w-])([0-9a-z]{7})((?:[\w-]{3})*)$/.exec(text);
  if (!parts) return null;
  const seed = parseInt(parts[2], 36);
  if (seed >= 2 ** 32 || parts[3].length > 3 * slots.length) return null;
  /** @type {CourseRecord} */
  const record = { seed, run: DIGITS.indexOf(parts[1]), results: {} };
  /** @type {Record<string, Result>} */
  const results = {};
  for (const [three] of parts[3].matchAll(/.../g)) {
    const [at, course, last] = [...three].map((digit) => DIGITS.indexOf(digit));
    const slot = slots[at];
    const attempts = Math.floor(course / OUTCOMES.length);
    if (!slot || results[slot.name] || attempts > MOST_ATTEMPTS) return null;
    const { mistakes } = askedAt(record, slot);
    if (last > mistakes.length && last !== UNKNOWN) return null;
    const mistake = last === 0 ? '' : last === UNKNOWN ? OTHER : mistakes[last - 1];
    results[slot.name] = { outcome: OUTCOMES[course % OUTCOMES.length], attempts, mistake };
  }
  return { ...record, results };
}

/** What stands before a code, so that it is known for one. */
const PREFIX = 'HW';
const CHECK_DIGITS = 7;

/** A result as a text to copy: the record, and a sum that tells a letter that was lost. @param {CourseRecord} record */
export function writeCode(record) {
  const text = writeRecord(record);
  return `${PREFIX}-${text}-${checkOf(text)}`;
}

/**
 * @param {string} code
 * @returns {CourseRecord | null} null: it is no code, or was damaged on the way
 */
export function readCode(code) {
  const parts = /^HW-([\w-]{9,191})-([0-9a-z]{7})$/.exec(code.trim());
  return parts && checkOf(parts[1]) === parts[2] ? readRecord(parts[1]) : null;
}

/** @param {string} text */
function checkOf(text) {
  return hashOf(text).toString(36).padStart(CHECK_DIGITS, '0');
}
