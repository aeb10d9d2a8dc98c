// The questions of the lessons as data.
// Each has its random draws and a query to the engine. No answer is written here. The words are in
// text/, by language.

import { closing, lessons } from '../lessons.ts';
import { digits } from './digits.ts';
import { dropout } from './dropout.ts';
import { fiveWays } from './five-ways.ts';
import { long } from './long.ts';
import { masks } from './masks.ts';
import { oneHead } from './one-head.ts';
import { createRandom } from './random.ts';
import { roles } from './roles.ts';
import { scale } from './scale.ts';
import { shapes } from './shapes.ts';
import { rotary } from './rotary.ts';
import { cache } from './cache.ts';
import { matrices } from './matrices.ts';
import { sinks } from './sinks.ts';
import type { State } from '../lessons.ts';
import type { Random } from './random.ts';

export type Tensor = { data: Float32Array; shape: readonly number[] };

export type Kind = 'choose' | 'number' | 'shape' | 'point' | 'set' | 'order';

/** of the engine, as the lab has it */
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
  /** of that sentence */
  words: readonly string[];
}

export interface Drawn {
  /** in which the lab shows the answer */
  state: State;
  /** in which the lab is while it is asked; without it the lab is covered */
  shown?: State;
  /** parts of the lab that it then has besides */
  shows?: readonly string[];
  /** to choose from, or to put in order */
  options?: readonly string[];
  /** of the texts */
  places: Readonly<Record<string, string | number>>;
  /** passed on to `solve` */
  numbers?: any;
}

export interface Solved {
  right: any;
  /** of numbers */
  tolerance?: number;
  /** that a number is asked with; default as many as it has, three at most */
  decimals?: number;
  /** false: these numbers are too close to ask about */
  clear?: boolean;
  /** where the map shows the answer */
  selection?: { head: number; query: number; key?: number };
  /** answers that come of a known misunderstanding */
  mistakes: Readonly<Record<string, unknown>>;
  /** of the texts, that the engine fills */
  places?: Readonly<Record<string, string | number>>;
}

interface Solving {
  compute: (state: State) => Promise<Answer>;
  engine: () => Promise<any>;
  /** made in it */
  transformer: (config: any) => Promise<any>;
  drawn: Drawn;
}

export interface Question {
  id: string;
  kind: Kind;
  /**
   * the names of known misunderstandings, or of all options; results are written down by their order
   */
  mistakes: readonly string[];
  /**
   * controls that the learner answers with, or a model: where one is locked, or not there, it is not asked, and never in a test
   */
  needs?: readonly string[];
  /** every attempt has the same answer: once that is shown, it is not asked again */
  fixed?: boolean;
  draw: (moment: Moment) => Drawn;
  solve: (solving: Solving) => Promise<Solved>;
  /** of `set`: whether the lab is where it should be */
  reached?: (answer: Answer, state: any, drawn: Drawn) => boolean;
}

/** where a question stands */
export interface Slot {
  /** `masks.2`, or `test.0` */
  name: string;
  lesson: string;
  scene: number;
  /** the question's id; '' in the test, where the lot decides */
  asks: string;
}

/** The closing test is a place like a lesson, with a question for each scene. */
export const TEST = closing.id;
export const TEST_LENGTH = closing.scenes.length;

const OF_LESSONS: Readonly<Record<string, readonly Question[]>> = Object.freeze({
  'one-head': oneHead,
  'five-ways': fiveWays,
  shapes,
  scale,
  masks,
  roles,
  long,
  rotary,
  cache,
  matrices,
  sinks,
  dropout,
  digits,
});

export const questions = Object.values(OF_LESSONS).flat();

export function questionOf(id: string) {
  const found = questions.find((one) => one.id === id);
  if (!found) throw new RangeError(`question: none is called "${id}"`);
  return found;
}

/** Every place of a question, in an order that results are written down by. */
export const slots: readonly Slot[] = [
  ...lessons.flatMap(({ id, scenes }) =>
    scenes.flatMap(({ asks }, scene) =>
      asks ? [{ name: `${id}.${scene}`, lesson: id, scene, asks }] : [],
    ),
  ),
  ...Array.from({ length: TEST_LENGTH }, (_, scene) => ({
    ...{ name: `${TEST}.${scene}`, lesson: TEST, scene, asks: '' },
  })),
];

/** Those of each lesson that every copy can ask. */
const ALWAYS = Object.values(OF_LESSONS).map((list) => list.filter(({ needs }) => !needs));

/**
 * The questions of the closing test. A lot of the learner's own puts the lessons into a circle, and the questions of each in turn;
 * each test goes on where the one before ended, so that two tests have all lessons, and some more all questions. A question that
 * not every copy can ask is not among them.
 *
 * @param seed of the learner
 * @param run how often the test was begun
 * @returns their ids
 */
export function testOf(seed: number, run: number): string[] {
  const random = createRandom('test', seed);
  const circle = random.shuffle(ALWAYS.map((list) => random.shuffle(list)));
  const drawn = Array.from({ length: TEST_LENGTH }, (_, i) => {
    const at = run * TEST_LENGTH + i;
    const list = circle[at % circle.length];
    return list[Math.floor(at / circle.length) % list.length].id;
  });
  return createRandom('test', seed, run).shuffle(drawn);
}

/** The lesson that a question belongs to, where it is explained. */
export function lessonOf(id: string) {
  return (
    Object.keys(OF_LESSONS).find((name) => OF_LESSONS[name].some((one) => one.id === id)) ?? ''
  );
}
