// Checks the config of a transformer, once.

import { toChoice, toNumber } from './choices.js';
import { wrongKind, wrongNumber } from './errors.js';
import { MAX_SIZE, optionNames, readOptions, toBoolean, toInteger } from './options.js';
import { expectHoldable } from './tensor.js';

/** @import { ResolvedTransformerConfig } from '../types/training.js' */

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
