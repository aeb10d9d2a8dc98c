// Prepares a question: random numbers and the engine's answer.
// Where the answer is not clear, it draws again. Independent of the screen.

import { createRandom } from '../../../lessons/random.ts';
import { createTransformer } from '../../shared/transformer.ts';
import { isSound } from './judge.ts';
import type { State } from '../../../lessons/lessons.ts';
import type { Drawn, Question, Solved } from '../../../lessons/questions.ts';

export interface Prepared {
  drawn: Drawn;
  solved: Solved;
}

const MOST_LOTS = 40;

/** The numbers of a question have no single clear answer. */
export class UnclearError extends RangeError {}

/**
 * @param given.seed the learner, the slot and the attempt
 * @param given.base the scene's state
 * @param given.words words of its sentence
 * @throws {UnclearError}
 */
export async function prepare(
  question: Question,
  {
    seed,
    base,
    words,
    compute,
    engine,
  }: {
    seed: readonly (string | number)[];
    base: State;
    words: readonly string[];
    compute: (state: any) => Promise<any>;
    engine: () => Promise<any>;
  },
): Promise<Prepared> {
  const transformer = async (config: any) => createTransformer(await engine(), config);
  for (let lot = 0; lot < MOST_LOTS; lot++) {
    // the lesson's own sentence replaces one that is never clear
    const own = lot < MOST_LOTS / 2 ? words : [];
    const random = createRandom(question.id, ...seed, lot);
    const drawn = question.draw({ random, base, words: own });
    const solved = await question.solve({ compute, engine, transformer, drawn });
    if (isSound(question.kind, solved, drawn.options)) return { drawn, solved };
  }
  throw new UnclearError(`question ${question.id}: none of ${MOST_LOTS} lots is clear`);
}
