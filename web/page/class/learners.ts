// Merges codes into one line per learner, and counts the class's answers.
// Independent of the screen.

import { askedAt, OTHER, runOf, scoreOf } from '../../elements/lesson/questions/record.ts';
import * as builtIn from '../../lessons/questions.ts';
import type { CourseRecord, Entry } from './read.ts';
import type { Catalogue } from '../../elements/lesson/questions/record.ts';

const { isOf, TESTS } = builtIn;

/** '': there is no class key */
type Seal = 'signed' | 'unsigned' | 'other-class' | '';

export type Checked = Entry & { seal: Seal };

/**
 * codes: number of codes handed in; twin: another name for the same answers; '' for none; namesake:
 * another record has the same name
 */
export type Learner = Checked & { codes: number; twin: string; namesake: boolean };

export interface Score {
  percent: number;
  right: number;
  asked: number;
  settled: number;
  attempts: number;
  /** whether the learner has answered or skipped a question of it; without, there is no score */
  begun: boolean;
}

/** answers to one question, in all its slots */
export interface Tally {
  id: string;
  /** lesson that explains it */
  lesson: string;
  /** right in the first attempt */
  first: number;
  /** right in a later attempt */
  later: number;
  wrong: number;
  skipped: number;
  /** attempts of all learners */
  attempts: number;
  answered: number;
  /** the most frequent first */
  mistakes: { mistake: string; count: number }[];
}

/**
 * The codes of each learner as one: the one with most answers. A seed is drawn once on each device,
 * so the same seed under two names is the same record handed in twice, or two learners at one
 * computer. One name with two seeds may be one learner who started over or changed the device, or
 * two of one name: the table says so, and the teacher decides.
 */
export function learnersOf(entries: readonly Checked[]): Learner[] {
  const bySeed: Map<number, Learner[]> = new Map();
  for (const entry of entries) {
    const same = bySeed.get(entry.record.seed) ?? [];
    bySeed.set(entry.record.seed, same);
    const at = same.findIndex(
      ({ name }) => keyOf(name) === keyOf(entry.name) || name === '' || entry.name === '',
    );
    if (at < 0) {
      same.push({ ...entry, codes: 1, twin: '', namesake: false });
      continue;
    }
    const before = same[at];
    const newer = progressOf(entry) >= progressOf(before) ? entry : before;
    same[at] = { ...before, ...newer, name: before.name || entry.name, codes: before.codes + 1 };
  }
  const learners = [...bySeed.values()].flatMap((same) =>
    same.map((learner, i) => ({ ...learner, twin: same[i === 0 ? 1 : 0]?.name ?? '' })),
  );
  const seen = new Set();
  const twice = new Set();
  for (const { name } of learners) (seen.has(keyOf(name)) ? twice : seen).add(keyOf(name));
  return learners.map((one) => ({
    ...one,
    namesake: one.name !== '' && twice.has(keyOf(one.name)),
  }));
}

/** A name independent of case and spelling variants. */
const keyOf = (name: string) => name.normalize('NFKC').toLowerCase();

/** The progress of a record. */
function progressOf({ record }: Entry) {
  const attempts = Object.values(record.results).reduce((sum, one) => sum + 1 + one.attempts, 0);
  const runs = TESTS.reduce((sum, test) => sum + runOf(record, test), 0);
  return runs * 1000 + attempts;
}

/** The number of learners in several lists, each with its own codes: one name is one learner. */
export function countOf(lists: readonly (readonly Learner[])[]) {
  const known = new Set();
  let count = 0;
  for (const list of lists) {
    count += list.filter(({ name }) => name === '' || !known.has(keyOf(name))).length;
    for (const { name } of list) known.add(keyOf(name));
  }
  return count;
}

/** @param lesson a lesson, a test, or CORE; null: all lessons */
export function scoreIn(
  record: CourseRecord,
  lesson: string | null,
  all: Catalogue = builtIn,
): Score {
  const { percent, right, asked, settled } = scoreOf(record, lesson, all);
  const attempts = placesOf(lesson, all).reduce(
    (sum, { name }) => sum + (record.results[name]?.attempts ?? 0),
    0,
  );
  const begun = settled > 0 || runOf(record, lesson ?? '') > 0;
  return { percent, right, asked, settled, attempts, begun };
}

/** The number of tests with at least one answer. */
export function testsOf(record: CourseRecord) {
  const isBegun = (test: string) =>
    placesOf(test, builtIn).some(({ name }) => record.results[name]);
  return TESTS.reduce((sum, test) => sum + runOf(record, test) + Number(isBegun(test)), 0);
}

const placesOf = (lesson: string | null, all: Catalogue) =>
  all.slots.filter((slot) => isOf(slot, lesson));

/**
 * The class's answers to each question: the questions that were asked, with most wrong answers
 * first.
 */
export function talliesOf(
  learners: readonly Learner[],
  lesson: string | null,
  all: Catalogue = builtIn,
): Tally[] {
  const tallies: Map<string, Tally & { counts: Map<string, number> }> = new Map();
  for (const { record } of learners) {
    for (const slot of placesOf(lesson, all)) {
      const result = record.results[slot.name];
      if (!result || result.outcome === 'unasked') continue;
      const { id } = askedAt(record, slot, all);
      const tally = tallies.get(id) ?? newTally(id, all.lessonOf(id));
      tallies.set(id, tally);
      if (result.outcome === 'skipped') tally.skipped++;
      else if (result.outcome === 'wrong') tally.wrong++;
      else if (result.mistakes.length === 0) tally.first++;
      else tally.later++;
      if (result.attempts > 0) tally.answered++;
      tally.attempts += result.attempts;
      for (const one of result.mistakes) tally.counts.set(one, (tally.counts.get(one) ?? 0) + 1);
    }
  }
  const order = all.questions.map(({ id }) => id);
  return [...tallies.values()]
    .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
    .map(({ counts, ...tally }) => ({ ...tally, mistakes: ranked(counts) }));
}

function newTally(id: string, lesson: string) {
  return {
    id,
    lesson,
    first: 0,
    later: 0,
    wrong: 0,
    skipped: 0,
    attempts: 0,
    answered: 0,
    mistakes: [],
    counts: new Map(),
  };
}

/** The most frequent first; unknown mistakes after known ones. */
function ranked(counts: Map<string, number>) {
  return [...counts]
    .map(([mistake, count]) => ({ mistake, count }))
    .sort((a, b) => b.count - a.count || Number(a.mistake === OTHER) - Number(b.mistake === OTHER));
}

/** The number of learners with each score: 0 to 9, 10 to 19 ... 90 to 100. */
export function histogramOf(percents: readonly number[]) {
  const bins = new Array(10).fill(0);
  for (const percent of percents) bins[Math.min(9, Math.floor(percent / 10))]++;
  return bins;
}
