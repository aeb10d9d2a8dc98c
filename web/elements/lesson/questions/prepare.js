// Prepares a question: random numbers and the engine's answer.
// Where the answer is not clear, it draws again. Nothing here knows the screen.

import { createRandom } from '../../../lessons/questions/random.js';
import { createTransformer } from '../../shared/transformer.js';
import { isSound } from './judge.js';

/**
 * @typedef {import('../../../lessons/questions/index.js').Question} Question
 *
 * @typedef {object} Prepared
 * @property {import('../../../lessons/questions/index.js').Drawn} drawn
 * @property {import('../../../lessons/questions/index.js').Solved} solved
 */

const MOST_LOTS = 40;

/** The numbers of a question have no one clear answer. */
export class UnclearError extends RangeError {}

/**
 * @param {Question} question
 * @param {object} given
 * @param {readonly (string | number)[]} given.seed the learner, the place and the attempt
 * @param {import('../../../lessons/lessons.js').State} given.base the scene's state
 * @param {readonly string[]} given.words of its sentence
 * @param {(state: any) => Promise<any>} given.compute
 * @param {() => Promise<any>} given.engine
 * @returns {Promise<Prepared>}
 * @throws {UnclearError}
 */
export async function prepare(question, { seed, base, words, compute, engine }) {
  const transformer = async (/** @type {any} */ config) =>
    createTransformer(await engine(), config);
  for (let lot = 0; lot < MOST_LOTS; lot++) {
    // a sentence that is never clear gives way to the lesson's own
    const own = lot < MOST_LOTS / 2 ? words : [];
    const random = createRandom(question.id, ...seed, lot);
    const drawn = question.draw({ random, base, words: own });
    const solved = await question.solve({ compute, engine, transformer, drawn });
    if (isSound(question.kind, solved, drawn.options)) return { drawn, solved };
  }
  throw new UnclearError(`question ${question.id}: none of ${MOST_LOTS} lots is clear`);
}
