// Checks the optimiser options of a training step.

import { wrongNumber } from '../arguments/errors.js';
import {
  optionNames,
  readNested,
  toChoice,
  toInteger,
  toList,
  toNumber,
} from '../arguments/options.js';

/** @import { ResolvedTransformerConfig } from '../types/training.js' */

/**
 * @typedef {object} CheckedOptimizer the fields of OptimizerConfig in the bindings, and the dropout seed
 * @property {number} kind
 * @property {number} schedule
 * @property {number} learningRate
 * @property {number} momentum
 * @property {number} beta1
 * @property {number} beta2
 * @property {number} epsilon
 * @property {number} weightDecay
 * @property {number} clipNorm
 * @property {number} warmUp
 * @property {number} steps
 * @property {number} finalShare
 * @property {number} dropoutSeed
 */

const OPTIMIZERS = /** @type {const} */ (['sgd', 'adam', 'adamw']);
const SCHEDULES = /** @type {const} */ (['constant', 'cosine']);

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

/**
 * @param {ResolvedTransformerConfig} config
 * @param {Readonly<Record<keyof typeof TRAINING, unknown>>} given
 * @returns {CheckedOptimizer}
 */
export function checkOptimizer(config, given) {
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
