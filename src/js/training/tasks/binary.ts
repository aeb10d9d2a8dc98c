// Task: read the digits before each position as a binary number. Every digit has another weight, so the model must distinguish
// them: a head that attends to all of them at once sees only their weighted mean.

import { wrongNumber } from '../../arguments/errors.ts';
import { optionNames, readOptions, toInteger } from '../../arguments/options.ts';
import { sequenceTask } from './sequence.ts';
import type { Task } from './sequence.ts';

const OPTIONS = optionNames('digits', 'length', 'batchSize');
const DEFAULTS = { digits: 6, length: 24, batchSize: 32 };
/** The maximum number of digits: every number is a token, 2^digits of them. */
const MOST_DIGITS = 12;

/**
 * @param options digits: of each number; default 6 digits,
 *   length 24, batches of 32
 * @returns its vocabulary is the numbers from 0 to 2^digits - 1; inputs are 0 and 1
 *
 * @example
 * const { tokens, targets } = binary({ digits: 4 }).batch(0, 0); // after 0, 1, 1, 0 the target is 6, whatever the token
 */
export function binary(options?: { digits?: number; length?: number; batchSize?: number }): Task {
  const given = readOptions(options, 'options', OPTIONS);
  const read = (name: keyof typeof DEFAULTS, most?: number) =>
    given[name] === undefined ? DEFAULTS[name] : toInteger(given[name], name, 1, most);
  const [digits, length, batchSize] = [
    read('digits', MOST_DIGITS),
    read('length'),
    read('batchSize'),
  ];
  if (length <= digits) {
    throw wrongNumber('length', `more than ${digits}, the digits of a number`, length);
  }
  const vocab = Array.from({ length: 1 << digits }, (_, i) => String(i));
  const description = `Say which number the ${digits} binary digits before this place are.`;
  return sequenceTask(
    { name: 'binary', description, vocab, causal: true },
    { symbols: vocab.length, length, batchSize },
    (random) => {
      const tokens = Array.from({ length }, () => random.below(2));
      return {
        tokens,
        targets: tokens.map((_, i) =>
          tokens.slice(Math.max(0, i - digits), i).reduce((sum, digit) => 2 * sum + digit, 0),
        ),
        counts: tokens.map((_, i) => i >= digits),
      };
    },
  );
}
