// Dropout that was left on. What it removed is random, so its pattern is read from the submission: zeros where something
// should stand, and everything else larger by one factor, 1 / (1 − p).

import { map } from '../arrays.ts';
import type { Numbers } from '../arrays.ts';
import type { Fault } from './index.ts';

/** How far factors may be apart that are the same. */
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

/** Whether as many zeros may come from a probability: within five standard deviations. */
function isChance(removed: number, count: number, probability: number) {
  const spread = Math.sqrt(count * probability * (1 - probability));
  return Math.abs(removed - count * probability) <= 5 * spread;
}

/**
 * What dropout would have left of these numbers, if a submission looks like that; else the numbers as they are.
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
