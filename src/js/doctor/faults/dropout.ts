// Faults of dropout that was left on. It removes numbers at random, so the submission shows which: they are 0 instead of another
// number, and all others are larger by one factor, 1 / (1 − p).

import { map } from '../arrays.ts';
import type { Numbers } from '../arrays.ts';
import type { Fault } from './index.ts';

/** The largest difference between two equal factors. */
const SPREAD = 1e-3;

export const DROPOUT_FAULTS: Fault[] = [
  {
    name: 'dropout left on',
    detail: 'of the attention',
    explanation:
      'Dropout {detail} is active: some numbers are 0, all others too large by the same factor. Switch it off to evaluate: model.eval(), or training=False.',
    about: 'dropout',
    isFitted: true,
    applies: ({ given }) => given.attention !== undefined,
    mixes: true,
    change: (steps, { given }) => ({
      dropout: (attention, allowed) => dropped(steps.dropout(attention, allowed), given.attention),
    }),
  },
  {
    name: 'dropout left on',
    detail: 'of the output',
    explanation:
      'Dropout {detail} is active: some numbers are 0, all others too large by the same factor. Switch it off to evaluate: model.eval(), or training=False.',
    about: 'dropout',
    isFitted: true,
    mixes: true,
    change: (steps) => ({
      deliver: (task, output) => dropped(steps.deliver(task, output), task.given.output),
    }),
  },
];

/** Whether a probability explains the number of zeros, within five standard deviations. */
function isChance(removed: number, count: number, probability: number) {
  const spread = Math.sqrt(count * probability * (1 - probability));
  return Math.abs(removed - count * probability) <= 5 * spread;
}

/**
 * The numbers after the submission's dropout; the numbers unchanged if the submission shows no dropout.
 */
function dropped(numbers: Numbers, given: Numbers | undefined): Numbers {
  if (given === undefined || given.data.length !== numbers.data.length) return numbers;
  const kept = [];
  let removed = 0;
  for (const [at, value] of numbers.data.entries()) {
    if (value === 0) continue;
    if (given.data[at] === 0) removed++;
    else kept.push(given.data[at] / value);
  }
  if (removed === 0 || kept.length === 0) return numbers;
  const factor = kept.sort((a, b) => a - b)[Math.floor(kept.length / 2)];
  if (!(factor > 1 + SPREAD) || !isChance(removed, removed + kept.length, 1 - 1 / factor)) {
    return numbers;
  }
  return map(numbers, (value, at) => (given.data[at] === 0 ? 0 : value * factor));
}
