// The options of the optimiser in a training step: their schema.

import { wrongNumber } from '../arguments/errors.ts';
import {
  NUMBER,
  choice,
  integer,
  number,
  of,
  option,
  recordOf,
  toInteger,
  toList,
  toNumber,
  usualOf,
} from '../arguments/options.ts';
import { atCaller } from '../runtime/sides.ts';
import type { CheckedOf } from '../arguments/options.ts';

const SCHEDULES = ['constant', 'cosine'] as const;
const OPTIMIZERS = ['sgd', 'adam', 'adamw'] as const;

const SCHEDULE = atCaller({
  type: choice(SCHEDULES, 'constant'),
  warmUp: integer(0),
  steps: option({
    kind: 'number',
    usual: 0,
    derive: atCaller((earlier, name) =>
      earlier.type === 'constant' ? 0 : toSteps(undefined, name, earlier),
    ),
    read: atCaller(toSteps),
  }),
  finalShare: number(0, { most: 1 }),
});

const toSchedule = atCaller(recordOf(SCHEDULE));

/** Options of the optimiser, named like torch.optim's. */
export const OPTIMIZER = atCaller({
  /** default 0.001 */
  learningRate: number(1e-3, {}, NUMBER),
  /** default `adamw` */
  optimizer: choice(OPTIMIZERS, 'adamw', {
    kind: { type: 'OptimizerKind', words: OPTIMIZERS },
  }),
  /** for `sgd`; default 0 */
  momentum: number(0, { below: 1 }, NUMBER),
  /** for `adam` and `adamw`; default [0.9, 0.999] */
  betas: option({
    type: of<readonly [number, number]>(),
    usual: [0.9, 0.999],
    read: atCaller(toBetas),
    core: {
      beta1: { type: 'number', of: (betas) => betas[0] },
      beta2: { type: 'number', of: (betas) => betas[1] },
    },
  }),
  /** for `adam` and `adamw`; default 1e-8 */
  epsilon: number(1e-8, {}, NUMBER),
  /** for all parameters; default 0 */
  weightDecay: number(0, {}, NUMBER),
  /**
   * maximum norm of all gradients together; larger ones are scaled down to it. 0, the default: none
   */
  clipNorm: number(0, {}, NUMBER),
  /**
   * The learning rate rises over the first `warmUp` steps. With `cosine` it then falls to the fraction `finalShare` of itself,
   * default 0, at step `steps`. Steps are the model's own: they count from its creation or its last loadStateDict, or continue
   * from the step of loadOptimizerState.
   */
  schedule: option({
    type: of<typeof SCHEDULE>(),
    usual: usualOf(SCHEDULE),
    read: atCaller((value, name) => toSchedule(value, name, null, true)),
    record: SCHEDULE,
    core: {
      schedule: { type: 'Schedule', words: SCHEDULES, of: ({ type }) => type },
      warmUp: { type: 'integer', of: ({ warmUp }) => warmUp },
      steps: { type: 'integer', of: ({ steps }) => steps },
      finalShare: { type: 'number', of: ({ finalShare }) => finalShare },
    },
  }),
  /** of dropout; default the model's seed */
  seed: option({
    ...integer(0),
    derive: (_: unknown, __: string, { seed }: { seed: number }) => seed,
  }),
});

export type CheckedOptimizer = CheckedOf<typeof OPTIMIZER>;

function toBetas(value: unknown, name: string) {
  const pair = toList(value, name, 'two numbers');
  if (pair.length !== 2) throw wrongNumber(name, 'two numbers', value);
  return [0, 1].map((at) => toNumber(pair[at], `${name}[${at}]`, undefined, { below: 1 }));
}

function toSteps(value: unknown, name: string, { warmUp }: { warmUp: number }) {
  return toInteger(value, name, warmUp + 1);
}
