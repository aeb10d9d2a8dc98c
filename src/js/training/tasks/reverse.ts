// Task: say the sequence backwards. The symbols do not matter: the target of each position is at one other position.

import { letters, readSequenceOptions, sequenceTask } from './sequence.ts';
import type { Task } from './sequence.ts';

/**
 * @param options default 16 symbols, length 12, batches of 32
 *
 * @example
 * const task = reverse({ length: 10 });
 */
export function reverse(options?: { symbols?: number; length?: number; batchSize?: number }): Task {
  const sizes = readSequenceOptions(options, { symbols: 16, length: 12, batchSize: 32 });
  const description = 'Say the symbols backwards.';
  return sequenceTask(
    { name: 'reverse', description, vocab: letters(sizes.symbols), causal: false },
    sizes,
    (random) => {
      const tokens = Array.from({ length: sizes.length }, () => random.below(sizes.symbols));
      return { tokens, targets: [...tokens].reverse(), counts: tokens.map(() => true) };
    },
  );
}
