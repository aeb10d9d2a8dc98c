// Checks the arguments of a transformer: its config once, tokens, targets and options on every call.

import { throwIfAborted, toSignal } from './attention-options.js';
import { formatShape, wrongKind, wrongNumber, wrongShape } from './errors.js';
import { flatten } from './nested.js';
import { suggestion } from './nearest.js';
import { count } from './numbers.js';
import {
  MAX_SIZE,
  isRecord,
  optionNames,
  readNested,
  readOptions,
  toBoolean,
  toFinite,
  toFunction,
  toInteger,
  toList,
} from './options.js';
import { expectHoldable, expectShape, looksLikeTensor, toBooleans } from './tensor.js';
import { kindOf, lengthOf } from './typed-array.js';

/** @import { ResolvedTransformerConfig } from '../types/training.js' */

/**
 * @typedef {object} CheckedTokens
 * @property {boolean} batched
 * @property {number} batch B
 * @property {number} length L
 * @property {Int32Array} tokens (B, L)
 *
 * @typedef {object} Watched
 * @property {AbortSignal | null} signal
 * @property {((done: number) => void) | null} onProgress
 *
 * @typedef {object} ForwardFields
 * @property {boolean} attention
 * @property {boolean} trace
 * @property {number[]} removed heads, each layer * numHeads + head
 *
 * @typedef {object} LossFields
 * @property {Int32Array} targets (B, L)
 * @property {Uint8Array} mask (B, L)
 *
 * @typedef {CheckedTokens & Watched & ForwardFields} CheckedTransformerForward
 * @typedef {CheckedTokens & Watched & LossFields & { removed: number[] }} CheckedEvaluation
 * @typedef {CheckedTokens & Watched & LossFields & { optimizer: CheckedOptimizer }} CheckedTrainStep
 *
 * @typedef {object} CheckedOptimizer the fields of bindings.cpp's OptimizerConfig, and the seed of dropout
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

const CONFIG = optionNames(
  'vocabSize',
  'contextLen',
  'embedDim',
  'numHeads',
  'headDim',
  'numLayers',
  'mlpDim',
  'causal',
  'positions',
  'norm',
  'finalNorm',
  'tied',
  'bias',
  'activation',
  'dropout',
  'normEpsilon',
  'rotaryTheta',
  'seed',
);

// In the order of the core's enums.
export const POSITIONS = /** @type {const} */ (['none', 'learned', 'sinusoidal', 'rotary']);
export const NORMS = /** @type {const} */ (['none', 'pre', 'post']);
export const ACTIVATIONS = /** @type {const} */ (['relu', 'gelu', 'gelu-tanh']);
const OPTIMIZERS = /** @type {const} */ (['sgd', 'adam', 'adamw']);
const SCHEDULES = /** @type {const} */ (['constant', 'cosine']);

const FORWARD = optionNames('attention', 'trace', 'removeHeads', 'signal', 'onProgress');
const EVALUATION = optionNames('removeHeads', 'signal', 'onProgress');
const BATCH = optionNames('tokens', 'targets', 'mask');
const TRAINING = optionNames(
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
 * @param {unknown} config
 * @returns {ResolvedTransformerConfig} frozen, every default filled in
 */
export function checkTransformer(config) {
  if (config === undefined) throw wrongKind('config', 'an object', config);
  const given = readOptions(config, 'config', CONFIG);
  const size = (/** @type {'vocabSize'} */ name) => toInteger(given[name], name, 1, MAX_SIZE);
  const embedDim = toInteger(given.embedDim, 'embedDim', 1, MAX_SIZE);
  const numHeads = toInteger(given.numHeads, 'numHeads', 1, MAX_SIZE);
  if (given.headDim === undefined && embedDim % numHeads !== 0) {
    const expected = `a divisor of embedDim ${embedDim}, as headDim is not given`;
    throw wrongNumber('numHeads', expected, numHeads);
  }
  const norm = toChoice(given.norm, 'norm', NORMS, 'pre');
  const checked = {
    vocabSize: size('vocabSize'),
    contextLen: toInteger(given.contextLen, 'contextLen', 1, MAX_SIZE),
    embedDim,
    numHeads,
    headDim:
      given.headDim === undefined
        ? embedDim / numHeads
        : toInteger(given.headDim, 'headDim', 1, MAX_SIZE),
    numLayers: toInteger(given.numLayers, 'numLayers', 1, MAX_SIZE),
    mlpDim:
      given.mlpDim === undefined ? 4 * embedDim : toInteger(given.mlpDim, 'mlpDim', 0, MAX_SIZE),
    causal: toBoolean(given.causal, 'causal', true),
    positions: toChoice(given.positions, 'positions', POSITIONS, 'learned'),
    norm,
    finalNorm: toBoolean(given.finalNorm, 'finalNorm', norm === 'pre'),
    tied: toBoolean(given.tied, 'tied', false),
    bias: toBoolean(given.bias, 'bias', true),
    activation: toChoice(given.activation, 'activation', ACTIVATIONS, 'relu'),
    dropout: toNumber(given.dropout, 'dropout', 0, { below: 1 }),
    normEpsilon: toNumber(given.normEpsilon, 'normEpsilon', 1e-5),
    rotaryTheta: toNumber(given.rotaryTheta, 'rotaryTheta', 10000, { above: 0 }),
    seed: given.seed === undefined ? 0 : toInteger(given.seed, 'seed', 0),
  };
  if (checked.positions === 'rotary' && checked.headDim % 2 !== 0) {
    throw wrongNumber('headDim', 'an even number, as rotary positions turn pairs', checked.headDim);
  }
  expectHoldable('embedDim', [numHeads, checked.headDim, embedDim]);
  expectHoldable('mlpDim', [checked.mlpDim, embedDim]);
  expectHoldable('vocabSize', [checked.vocabSize, embedDim]);
  expectHoldable('contextLen', [checked.contextLen, embedDim]);
  return Object.freeze(checked);
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {unknown} tokens
 * @param {unknown} options
 * @returns {CheckedTransformerForward}
 */
export function checkTransformerForward(config, tokens, options) {
  const given = readOptions(options, 'options', FORWARD);
  const checked = {
    ...checkTokens(config, tokens),
    ...checkWatching(given),
    attention: toBoolean(given.attention, 'attention', false),
    trace: toBoolean(given.trace, 'trace', false),
    removed: checkRemoved(config, given.removeHeads),
  };
  checked.attention ||= checked.trace;
  const { batch, length } = checked;
  expectHoldable('logits', [batch, length, config.vocabSize]);
  if (checked.attention) expectHoldable('attention', [batch, config.numHeads, length, length]);
  if (checked.trace) {
    expectHoldable('trace.contributions', [batch, config.numHeads, length, config.embedDim]);
    expectHoldable('trace.hidden', [batch, length, config.mlpDim]);
  }
  throwIfAborted(checked);
  return checked;
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {unknown} batch
 * @param {unknown} options
 * @returns {CheckedEvaluation}
 */
export function checkEvaluation(config, batch, options) {
  const given = readOptions(options, 'options', EVALUATION);
  const checked = {
    ...checkBatch(config, batch),
    ...checkWatching(given),
    removed: checkRemoved(config, given.removeHeads),
  };
  throwIfAborted(checked);
  return checked;
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {unknown} batch
 * @param {unknown} options
 * @returns {CheckedTrainStep}
 */
export function checkTrainStep(config, batch, options) {
  const given = readOptions(options, 'options', TRAINING);
  const checked = {
    ...checkBatch(config, batch),
    ...checkWatching(given),
    optimizer: checkOptimizer(config, given),
  };
  throwIfAborted(checked);
  return checked;
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {Readonly<Record<keyof typeof TRAINING, unknown>>} given
 * @returns {CheckedOptimizer}
 */
function checkOptimizer(config, given) {
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

/**
 * @param {ResolvedTransformerConfig} config
 * @param {unknown} batch
 * @returns {CheckedTokens & LossFields}
 */
function checkBatch(config, batch) {
  if (!isRecord(batch)) throw wrongKind('batch', 'an object with tokens and targets', batch);
  const given = readOptions(batch, 'batch', BATCH, 'batch: ');
  const checked = checkTokens(config, given.tokens);
  const { batched, batch: size, length } = checked;
  const mask = checkMask(given.mask, checked);
  const targets = toIntegers(given.targets, 'targets');
  expectShape(targets.shape, 'targets', [size, length], 'to match tokens', batched);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) targets.data[i] = 0;
  }
  expectBelow(targets.data, targets.shape, 'targets', config.vocabSize);
  if (!mask.includes(1)) {
    throw new RangeError('mask: expected at least one position that counts, got none');
  }
  return { ...checked, targets: targets.data, mask };
}

/**
 * @param {unknown} value
 * @param {CheckedTokens} checked
 * @returns {Uint8Array} a copy
 */
function checkMask(value, { batched, batch, length }) {
  if (value === undefined) return new Uint8Array(batch * length).fill(1);
  const mask = toBooleans(value, 'mask');
  expectShape(mask.shape, 'mask', [batch, length], 'to match tokens', batched);
  return new Uint8Array(mask.data);
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {unknown} value
 * @returns {CheckedTokens}
 */
function checkTokens({ vocabSize, contextLen }, value) {
  const { data, shape } = toIntegers(value, 'tokens');
  const batched = shape.length === 2;
  if (!batched && shape.length !== 1) throw wrongShape('tokens', 'shape (*, *) or (*)', shape);
  const length = shape[shape.length - 1];
  if (length > contextLen) {
    const expected = `at most ${contextLen} positions, the contextLen`;
    throw new RangeError(`tokens: expected ${expected}, got ${length}`);
  }
  expectBelow(data, shape, 'tokens', vocabSize);
  return { batched, batch: batched ? shape[0] : 1, length, tokens: data };
}

/**
 * A tensor whose data is a typed array of integers, a typed array, or a nested array of integers.
 *
 * @param {unknown} value
 * @param {string} name
 * @returns {{ data: Int32Array, shape: readonly number[] }} a copy
 */
function toIntegers(value, name) {
  if (!looksLikeTensor(value)) {
    const { data, shape } = flatten(value, name, 'number');
    return { data: toInt32(data, shape, name), shape };
  }
  const { data, shape } = value;
  const kind = kindOf(data);
  if (kind === undefined || kind.startsWith('Big')) {
    throw wrongKind(`${name}.data`, 'a typed array of integers', data);
  }
  if (!Array.isArray(shape) || !shape.every((size) => Number.isInteger(size) && size >= 0)) {
    throw wrongKind(`${name}.shape`, 'an array of integers', shape);
  }
  const numbers = /** @type {Float32Array} */ (data);
  const length = count(shape);
  if (lengthOf(numbers) !== length) {
    const expected = `${length} values for shape ${formatShape(shape)}`;
    throw new RangeError(`${name}.data: expected ${expected}, got ${lengthOf(numbers)}`);
  }
  return { data: toInt32(numbers, shape, name), shape: [...shape] };
}

/**
 * @param {ArrayLike<number>} values
 * @param {readonly number[]} shape
 * @param {string} name
 */
function toInt32(values, shape, name) {
  const integers = new Int32Array(values.length);
  for (let i = 0; i < integers.length; i++) {
    integers[i] = values[i];
    if (integers[i] !== values[i])
      throw wrongNumber(placeOf(i, shape, name), 'an integer', values[i]);
  }
  return integers;
}

/**
 * @param {Int32Array} integers
 * @param {readonly number[]} shape
 * @param {string} name
 * @param {number} limit
 */
function expectBelow(integers, shape, name, limit) {
  for (let i = 0; i < integers.length; i++) {
    if (integers[i] >= 0 && integers[i] < limit) continue;
    const expected = `an integer from 0 to ${limit - 1}, below vocabSize`;
    throw wrongNumber(placeOf(i, shape, name), expected, integers[i]);
  }
}

/**
 * @param {number} index in a flat array
 * @param {readonly number[]} shape
 * @param {string} name
 * @returns {string} `tokens[1][7]`
 */
function placeOf(index, shape, name) {
  let place = '';
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    place = `[${index % shape[axis]}]${place}`;
    index = Math.floor(index / shape[axis]);
  }
  return name + place;
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {unknown} value pairs of a layer and a head
 * @returns {number[]} each once, in ascending order
 */
function checkRemoved({ numLayers, numHeads }, value) {
  if (value === undefined) return [];
  const pairs = toList(value, 'removeHeads', 'an array of [layer, head] pairs');
  /** @type {Set<number>} */
  const removed = new Set();
  for (let i = 0; i < pairs.length; i++) {
    const name = `removeHeads[${i}]`;
    const pair = toList(pairs[i], name, 'a pair [layer, head]');
    if (pair.length !== 2) throw wrongNumber(name, 'a pair [layer, head]', pairs[i]);
    const layer = toInteger(pair[0], `${name}[0]`, 0, numLayers - 1);
    removed.add(layer * numHeads + toInteger(pair[1], `${name}[1]`, 0, numHeads - 1));
  }
  return [...removed].sort((a, b) => a - b);
}

/**
 * @param {Readonly<{ signal?: unknown, onProgress?: unknown }>} given
 * @returns {Watched}
 */
function checkWatching({ signal, onProgress }) {
  return {
    signal: toSignal(signal),
    onProgress: onProgress === undefined ? null : toFunction(onProgress, 'onProgress'),
  };
}

/**
 * @template {string} Choice
 * @param {unknown} value
 * @param {string} name
 * @param {readonly Choice[]} choices
 * @param {Choice} fallback
 * @returns {Choice}
 */
function toChoice(value, name, choices, fallback) {
  if (value === undefined) return fallback;
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  const expected = choices.map((one) => `'${one}'`).join(', ');
  if (typeof value !== 'string') throw wrongKind(name, `one of ${expected}`, value);
  const near = suggestion(value, choices);
  throw new RangeError(`${wrongNumber(name, `one of ${expected}`, value).message}${near}`);
}

/**
 * A number from 0 on.
 *
 * @param {unknown} value
 * @param {string} name
 * @param {number} [fallback]
 * @param {{ above?: number, below?: number, most?: number }} [bounds]
 */
function toNumber(value, name, fallback, { above, below, most } = {}) {
  if (value === undefined && fallback !== undefined) return fallback;
  const number = toFinite(value, name);
  const low = above === undefined ? number >= 0 : number > above;
  if (low && !(below !== undefined && number >= below) && !(most !== undefined && number > most)) {
    return number;
  }
  const from = above === undefined ? 'from 0' : `above ${above}`;
  const to =
    below !== undefined ? ` to below ${below}` : most !== undefined ? ` to ${most}` : ' on';
  throw wrongNumber(name, `a number ${from}${to}`, number);
}
