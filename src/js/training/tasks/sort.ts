// Task: say the symbols in alphabetical order. Every position has to count the smaller symbols of the whole sequence.

import { letters, readSequenceOptions, sequenceTask } from './sequence.ts';
import type { Task } from './sequence.ts';

/**
 * @param options default 16 symbols, length 12, batches of 32
 *
 * @example
 * const task = sort({ symbols: 16, length: 12 });
 */
export function sort(options?: { symbols?: number; length?: number; batchSize?: number }): Task {
  const sizes = readSequenceOptions(options, { symbols: 16, length: 12, batchSize: 32 });
  const description = 'Say the symbols in alphabetical order.';
  return sequenceTask(
    { name: 'sort', description, vocab: letters(sizes.symbols), causal: false },
    sizes,
    (random) => {
      const tokens = Array.from({ length: sizes.length }, () => random.below(sizes.symbols));
      return {
        tokens,
        targets: [...tokens].sort((a, b) => a - b),
        counts: tokens.map(() => true),
      };
    },
  );
}
