// Checks the optimiser options of a training step.

import { wrongNumber } from '../arguments/errors.ts';
import {
  optionNames,
  readNested,
  toChoice,
  toInteger,
  toList,
  toNumber,
} from '../arguments/options.ts';
import type { ResolvedTransformerConfig } from '../types/training.ts';

/** the fields of OptimizerConfig in the bindings, and the dropout seed */
export interface CheckedOptimizer {
  kind: number;
  schedule: number;
  learningRate: number;
  momentum: number;
  beta1: number;
  beta2: number;
  epsilon: number;
  weightDecay: number;
  clipNorm: number;
  warmUp: number;
  steps: number;
  finalShare: number;
  dropoutSeed: number;
}

const OPTIMIZERS = ['sgd', 'adam', 'adamw'] as const;
const SCHEDULES = ['constant', 'cosine'] as const;

export const TRAINING = optionNames(
  'learningRate',
  'optimizer',
  'momentum',
  'betas',
  'epsilon',
  'weightDecay',
  'clipNorm',
  'schedule',
  'seed',
  'signal',
  'onProgress',
);
const SCHEDULE = optionNames('type', 'warmUp', 'steps', 'finalShare');

export function checkOptimizer(
  config: ResolvedTransformerConfig,
  given: Readonly<Record<keyof typeof TRAINING, unknown>>,
): CheckedOptimizer {
  const betas = given.betas === undefined ? [0.9, 0.999] : given.betas;
  const pair = toList(betas, 'betas', 'two numbers');
  if (pair.length !== 2) throw wrongNumber('betas', 'two numbers', betas);
  const schedule = readNested(given.schedule, 'schedule', SCHEDULE);
  const type = toChoice(schedule.type, 'schedule.type', SCHEDULES, 'constant');
  const warmUp =
    schedule.warmUp === undefined ? 0 : toInteger(schedule.warmUp, 'schedule.warmUp', 0);
  const steps =
    type === 'constant' && schedule.steps === undefined
      ? 0
      : toInteger(schedule.steps, 'schedule.steps', warmUp + 1);
  return {
    kind: OPTIMIZERS.indexOf(toChoice(given.optimizer, 'optimizer', OPTIMIZERS, 'adamw')),
    schedule: SCHEDULES.indexOf(type),
    learningRate: toNumber(given.learningRate, 'learningRate', 1e-3),
    momentum: toNumber(given.momentum, 'momentum', 0, { below: 1 }),
    beta1: toNumber(pair[0], 'betas[0]', undefined, { below: 1 }),
    beta2: toNumber(pair[1], 'betas[1]', undefined, { below: 1 }),
    epsilon: toNumber(given.epsilon, 'epsilon', 1e-8),
    weightDecay: toNumber(given.weightDecay, 'weightDecay', 0),
    clipNorm: toNumber(given.clipNorm, 'clipNorm', 0),
    warmUp,
    steps,
    finalShare: toNumber(schedule.finalShare, 'schedule.finalShare', 0, { most: 1 }),
    dropoutSeed: given.seed === undefined ? config.seed : toInteger(given.seed, 'seed', 0),
  };
}
