// Task: say the token before. One head that attends to the previous position solves it.

import { letters, readSequenceOptions, sequenceTask } from './sequence.ts';
import type { Task } from './sequence.ts';

/**
 * @param options default 16 symbols, length 16, batches of 32
 *
 * @example
 * const task = copyPrevious();
 * task.batch(0, 1).tokens.shape; // [32, 16]
 */
export function copyPrevious(options?: {
  symbols?: number;
  length?: number;
  batchSize?: number;
}): Task {
  const sizes = readSequenceOptions(options, { symbols: 16, length: 16, batchSize: 32 });
  const vocab = letters(sizes.symbols);
  const description = 'Say the symbol before this one.';
  return sequenceTask(
    { name: 'copy-previous', description, vocab, causal: true },
    sizes,
    (random) => {
      const tokens = Array.from({ length: sizes.length }, () => random.below(sizes.symbols));
      if (sizes.length === 1) return { tokens, targets: tokens, counts: [true] }; // a single symbol is its own target
      return {
        tokens,
        targets: tokens.map((_, i) => tokens[i - 1]),
        counts: tokens.map((_, i) => i > 0),
      };
    },
  );
}
