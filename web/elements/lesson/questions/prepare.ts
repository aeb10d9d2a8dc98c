// Prepares a question: random numbers and the engine's answer.
// Where the answer is not clear, or that of the attempt before, it draws again. Independent of the
// screen.

import { createRandom } from '../../../lessons/random.ts';
import { createTransformer } from '../../shared/transformer.ts';
import { isRepeated, isSound } from './judge.ts';
import type { State } from '../../../lessons/lessons.ts';
import type { Drawn, Question, Solved } from '../../../lessons/questions.ts';

export interface Prepared {
  drawn: Drawn;
  solved: Solved;
}

const MOST_LOTS = 120;
/** Lots with the learner's own sentence; the lesson's replaces one that is never clear. */
const OWN_LOTS = 20;

/** The numbers of a question have no single clear answer. */
export class UnclearError extends RangeError {}

/**
 * @param given.seed the learner, the slot and the attempt
 * @param given.base the scene's state
 * @param given.words words of its sentence
 * @param given.before the attempt before: its answer is not right once more, if there is another
 * @throws {UnclearError}
 */
export async function prepare(
  question: Question,
  {
    seed,
    base,
    words,
    before = null,
    compute,
    engine,
  }: {
    seed: readonly (string | number)[];
    base: State;
    words: readonly string[];
    before?: Prepared | null;
    compute: (state: any) => Promise<any>;
    engine: () => Promise<any>;
  },
): Promise<Prepared> {
  const transformer = async (config: any) => createTransformer(await engine(), config);
  let repeated: Prepared | null = null;
  for (let lot = 0; lot < MOST_LOTS; lot++) {
    const own = lot < OWN_LOTS ? words : [];
    const random = createRandom(question.id, ...seed, lot);
    const drawn = question.draw({ random, base, words: own });
    const solved = await question.solve({ compute, engine, transformer, drawn });
    if (!isSound(question.kind, solved, drawn.options)) continue;
    const prepared = { drawn, solved };
    if (!before || !isRepeated(question.kind, before, prepared)) return prepared;
    repeated = prepared;
  }
  if (repeated) return repeated;
  throw new UnclearError(`question ${question.id}: none of ${MOST_LOTS} lots is clear`);
}
