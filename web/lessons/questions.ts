// The questions of the lessons as data.
// Each has its random draws and a query to the engine, which gives the answer. The words are in
// web/words, by language.

import { lessons, tests } from './lessons.ts';
import { appears } from './appears/questions.ts';
import { digits } from './digits/questions.ts';
import { dropout } from './dropout/questions.ts';
import { fiveWays } from './five-ways/questions.ts';
import { headDid } from './head-did/questions.ts';
import { layer } from './layer/questions.ts';
import { why } from './why/questions.ts';
import { longTexts } from './long-texts/questions.ts';
import { masks } from './masks/questions.ts';
import { oneHead } from './one-head/questions.ts';
import { createRandom } from './random.ts';
import { roles } from './roles/questions.ts';
import { scale } from './scale/questions.ts';
import { shapes } from './shapes/questions.ts';
import { positions } from './positions/questions.ts';
import { pairs } from './pairs/questions.ts';
import { matrices } from './matrices/questions.ts';
import { sinks } from './sinks/questions.ts';
import type { State } from './lessons.ts';
import type { Random } from './random.ts';

export type Tensor = { data: Float32Array; shape: readonly number[] };

export type Kind = 'choose' | 'number' | 'shape' | 'point' | 'set' | 'order';

/** the engine's answer, as in the lab */
export interface Answer {
  /** (heads, rows, columns) */
  attention: Float32Array;
  rows: number;
  columns: number;
  /** every intermediate */
  trace: Record<string, any>;
}

interface Moment {
  random: Random;
  /** the scene's whole state, with the learner's own sentence */
  base: State;
  /** words of that sentence */
  words: readonly string[];
}

export interface Drawn {
  /** state in which the lab shows the answer */
  state: State;
  /** state of the lab during the question; without it the lab is covered */
  shown?: State;
  /** further visible parts of the lab */
  shows?: readonly string[];
  /** the lesson's drawing that shows the answer, with its settings, in place of the lab's views */
  drawing?: { exhibit: string; values?: Readonly<Record<string, number>> };
  /** the form of the question, where its texts have several */
  form?: string;
  /** keys of options, or of items to order */
  options?: readonly string[];
  /** values of the texts' placeholders */
  places: Readonly<Record<string, string | number>>;
  /** passed on to `solve` */
  numbers?: any;
}

export interface Solved {
  right: any;
  /** tolerance of a number */
  tolerance?: number;
  /** decimals of the answer; by default as many as it has, at most three */
  decimals?: number;
  /** false: these numbers are too close for a clear answer */
  clear?: boolean;
  /** selection that shows the answer in the map */
  selection?: { head: number; query: number; key?: number };
  /** answers that come from a known misunderstanding */
  mistakes: Readonly<Record<string, unknown>>;
  /** values of the texts' placeholders from the engine */
  places?: Readonly<Record<string, string | number>>;
  /** only for `set`: the right settings, as values of `said` */
  settings?: Readonly<Record<string, number>>;
}

interface Solving {
  compute: (state: State) => Promise<Answer>;
  engine: () => Promise<any>;
  /** creates one in the engine */
  transformer: (config: any) => Promise<any>;
  drawn: Drawn;
}

export interface Question {
  id: string;
  kind: Kind;
  /** the names of known misunderstandings, or of all options; results depend on their order */
  mistakes: readonly string[];
  /**
   * controls for the answer, or a model: where one is locked or missing, the question is not asked,
   * and never in a test
   */
  needs?: readonly string[];
  /** every attempt has the same answer: once that is shown, it is not asked again */
  fixed?: boolean;
  draw: (moment: Moment) => Drawn;
  solve: (solving: Solving) => Promise<Solved>;
  /** only for `set`: whether the lab is in the requested state */
  reached?: (answer: Answer, state: any, drawn: Drawn) => boolean;
  /** only for `set`: the lab's settings, as values of `said` */
  settings?: (answer: Answer) => Readonly<Record<string, number>>;
}

/** a slot for a question, before a scene or in the test */
export interface Slot {
  /** `masks.2`, `core-test.0`, or `test.0` */
  name: string;
  lesson: string;
  scene: number;
  /** the question's id; '' in the test, where it is random */
  asks: string;
}

/** The ids of the tests, each like a lesson with a question for each scene. */
export const TESTS: readonly string[] = tests.map(({ id }) => id);
export const [CORE_TEST, TEST] = TESTS;
export const TEST_LENGTH = tests[0].scenes.length;
export const isTest = (lesson: string) => TESTS.includes(lesson);

const OF_LESSONS: Readonly<Record<string, readonly Question[]>> = Object.freeze({
  why,
  'one-head': oneHead,
  matrices,
  scale,
  masks,
  shapes,
  'five-ways': fiveWays,
  layer,
  roles,
  positions,
  'long-texts': longTexts,
  pairs,
  sinks,
  dropout,
  digits,
  appears,
  'head-did': headDid,
});

export const questions = Object.values(OF_LESSONS).flat();

export function questionOf(id: string) {
  const found = questions.find((one) => one.id === id);
  if (!found) throw new RangeError(`question: none is called "${id}"`);
  return found;
}

/** Every slot, in the order of stored results. */
export const slots: readonly Slot[] = [
  ...lessons.flatMap(({ id, scenes }) =>
    scenes.flatMap(({ asks }, scene) =>
      asks ? [{ name: `${id}.${scene}`, lesson: id, scene, asks }] : [],
    ),
  ),
  ...tests.flatMap(({ id, scenes }) =>
    scenes.map((_, scene) => ({ name: `${id}.${scene}`, lesson: id, scene, asks: '' })),
  ),
];

/** In place of a lesson's id: the first lessons, without the further ones. */
export const CORE = 'core';
const FIRST = lessons.filter(({ further }) => !further).map(({ id }) => id);

/**
 * Whether a slot counts for a score.
 *
 * @param which a lesson, a test, or CORE; null: all lessons
 */
export function isOf({ lesson }: Slot, which: string | null) {
  if (which === null) return !isTest(lesson);
  return which === CORE ? FIRST.includes(lesson) : lesson === which;
}

/** Questions of each lesson that every copy can ask, in each test. */
const ALWAYS: Readonly<Record<string, readonly (readonly Question[])[]>> = Object.fromEntries(
  TESTS.map((test) => [
    test,
    Object.entries(OF_LESSONS)
      .filter(([id]) => test === TEST || FIRST.includes(id))
      .map(([, list]) => list.filter(({ needs }) => !needs)),
  ]),
);

/**
 * The questions of a test. A random number of the learner orders the lessons in a circle,
 * and the questions of each; each test continues where the previous one ended, so that two tests
 * contain all its lessons, and some more tests all questions. It leaves out questions that some
 * copies cannot ask.
 *
 * @param test id of the test
 * @param seed seed of the learner
 * @param run number of earlier tests of this kind
 * @returns ids of the questions
 */
export function testOf(test: string, seed: number, run: number): string[] {
  const ids = ALWAYS[test].map((list) => list.map(({ id }) => id));
  return drawTest(ids, test, seed, run);
}

/** @param lists ids of the questions of each lesson */
export function drawTest(
  lists: readonly (readonly string[])[],
  test: string,
  seed: number,
  run: number,
): string[] {
  const random = createRandom(test, seed);
  const circle = random.shuffle(lists.map((list) => random.shuffle(list)));
  const drawn = Array.from({ length: TEST_LENGTH }, (_, i) => {
    const at = run * TEST_LENGTH + i;
    const list = circle[at % circle.length];
    return list[Math.floor(at / circle.length) % list.length];
  });
  return createRandom(test, seed, run).shuffle(drawn);
}

/** The lesson of a question, which explains it. */
export function lessonOf(id: string) {
  return (
    Object.keys(OF_LESSONS).find((name) => OF_LESSONS[name].some((one) => one.id === id)) ?? ''
  );
}
