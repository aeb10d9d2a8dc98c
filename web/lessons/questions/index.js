// The questions of the lessons as data.
// Each has its random draws and a query to the engine. No answer is written here. The words are in
// text/, by language.

import { closing, lessons } from '../lessons.js';
import { digits } from './digits.js';
import { dropout } from './dropout.js';
import { fiveWays } from './five-ways.js';
import { long } from './long.js';
import { masks } from './masks.js';
import { oneHead } from './one-head.js';
import { createRandom } from './random.js';
import { roles } from './roles.js';
import { scale } from './scale.js';
import { shapes } from './shapes.js';
import { rotary } from './rotary.js';
import { cache } from './cache.js';
import { matrices } from './matrices.js';
import { sinks } from './sinks.js';

/**
 * @typedef {import('../lessons.js').State} State
 * @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor
 * @typedef {'choose' | 'number' | 'shape' | 'point' | 'set' | 'order'} Kind
 *
 * @typedef {object} Answer of the engine, as the lab has it
 * @property {Float32Array} attention (heads, rows, columns)
 * @property {number} rows
 * @property {number} columns
 * @property {Record<string, any>} trace every intermediate
 *
 * @typedef {object} Moment
 * @property {import('./random.js').Random} random
 * @property {State} base the scene's whole state, with the learner's own sentence
 * @property {readonly string[]} words of that sentence
 *
 * @typedef {object} Drawn
 * @property {State} state in which the lab shows the answer
 * @property {State} [shown] in which the lab is while it is asked; without it the lab is covered
 * @property {readonly string[]} [shows] parts of the lab that it then has besides
 * @property {readonly string[]} [options] to choose from, or to put in order
 * @property {Readonly<Record<string, string | number>>} places of the texts
 * @property {any} [numbers] passed on to `solve`
 *
 * @typedef {object} Solved
 * @property {any} right
 * @property {number} [tolerance] of numbers
 * @property {number} [decimals] that a number is asked with; default as many as it has, three at most
 * @property {boolean} [clear] false: these numbers are too close to ask about
 * @property {{ head: number, query: number, key?: number }} [selection] where the map shows the answer
 * @property {Readonly<Record<string, unknown>>} mistakes answers that come of a known misunderstanding
 * @property {Readonly<Record<string, string | number>>} [places] of the texts, that the engine fills
 *
 * @typedef {object} Solving
 * @property {(state: State) => Promise<Answer>} compute
 * @property {() => Promise<any>} engine
 * @property {(config: any) => Promise<any>} transformer made in it
 * @property {Drawn} drawn
 *
 * @typedef {object} Question
 * @property {string} id
 * @property {Kind} kind
 * @property {readonly string[]} mistakes the names of known misunderstandings, or of all options; results are written down by their order
 * @property {readonly string[]} [needs] controls that the learner answers with, or a model: where one is locked, or not there, it is not asked, and never in a test
 * @property {boolean} [fixed] every attempt has the same answer: once that is shown, it is not asked again
 * @property {(moment: Moment) => Drawn} draw
 * @property {(solving: Solving) => Promise<Solved>} solve
 * @property {(answer: Answer, state: any, drawn: Drawn) => boolean} [reached] of `set`: whether the lab is where it should be
 *
 * @typedef {object} Slot where a question stands
 * @property {string} name `masks.2`, or `test.0`
 * @property {string} lesson
 * @property {number} scene
 * @property {string} asks the question's id; '' in the test, where the lot decides
 */

/** The closing test is a place like a lesson, with a question for each scene. */
export const TEST = closing.id;
export const TEST_LENGTH = closing.scenes.length;

/** @type {Readonly<Record<string, readonly Question[]>>} */
const OF_LESSONS = Object.freeze({
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

/** @param {string} id */
export function questionOf(id) {
  const found = questions.find((one) => one.id === id);
  if (!found) throw new RangeError(`question: none is called "${id}"`);
  return found;
}

/** Every place of a question, in an order that results are written down by. @type {readonly Slot[]} */
export const slots = [
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
 * @param {number} seed of the learner
 * @param {number} run how often the test was begun
 * @returns {string[]} their ids
 */
export function testOf(seed, run) {
  const random = createRandom('test', seed);
  const circle = random.shuffle(ALWAYS.map((list) => random.shuffle(list)));
  const drawn = Array.from({ length: TEST_LENGTH }, (_, i) => {
    const at = run * TEST_LENGTH + i;
    const list = circle[at % circle.length];
    return list[Math.floor(at / circle.length) % list.length].id;
  });
  return createRandom('test', seed, run).shuffle(drawn);
}

/** The lesson that a question belongs to, where it is explained. @param {string} id */
export function lessonOf(id) {
  return (
    Object.keys(OF_LESSONS).find((name) => OF_LESSONS[name].some((one) => one.id === id)) ?? ''
  );
}
