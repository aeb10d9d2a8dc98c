// Task: find an earlier occurrence of this symbol, and say the symbol after it (Olsson et al. 2022, "In-context learning and
// induction heads"). It needs two heads in sequence: one that adds the previous symbol to each position, and one that attends
// to the position whose previous symbol is this one.

import { wrongNumber } from '../../arguments/errors.ts';
import { letters, readSequenceOptions, sequenceTask } from './sequence.ts';
import type { Task } from './sequence.ts';

/**
 * A random run of distinct symbols, repeated. Its length, the period, is drawn for each sequence from a quarter to half of the
 * length, so that no fixed distance solves the task. The positions count whose symbol occurred before.
 *
 * @param options default 24 symbols, length 32, batches of 32
 *
 * @example
 * const task = induction({ symbols: 24, length: 32 });
 * const { tokens, targets, mask } = task.batch(0, 0); // (32, 32) each
 */
export function induction(options?: {
  symbols?: number;
  length?: number;
  batchSize?: number;
}): Task {
  const sizes = readSequenceOptions(options, { symbols: 24, length: 32, batchSize: 32 });
  const { symbols, length } = sizes;
  const [shortest, longest] = [Math.ceil(length / 4), Math.floor(length / 2) || 1];
  if (symbols < longest) {
    throw wrongNumber('symbols', `at least ${longest}, half of length, for distinct ones`, symbols);
  }
  const description = 'Find this symbol earlier on, and say what followed it there.';
  return sequenceTask(
    { name: 'induction', description, vocab: letters(symbols), causal: true },
    sizes,
    (random) => {
      const period = random.between(shortest, longest);
      const run = random.shuffled(symbols, period);
      const positions = Array.from({ length }, (_, i) => i);
      return {
        tokens: positions.map((i) => run[i % period]),
        targets: positions.map((i) => run[(i + 1) % period]),
        counts: positions.map((i) => i >= period || length === 1),
      };
    },
  );
}
