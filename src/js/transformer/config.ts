// Checks the config of a transformer, and derives the configs of its parts.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  MAX_SIZE,
  checkOf,
  flag,
  isRecord,
  namesOf,
  optionNames,
  readOptions,
  toBoolean,
  toChoice,
  toInteger,
  toNumber,
  usualOf,
} from '../arguments/options.ts';
import { expectHoldable } from '../arguments/tensor.ts';
import { SCORES, checkPositions, defaultScale } from '../attention/schema.ts';
import { BIAS, checkLayer, toBiases } from '../layer/config.ts';
import { biasesOf } from '../layer/parameters.ts';
import { ACTIVATIONS } from './activations.ts';
import type { CheckedOf } from '../arguments/options.ts';
import type { CheckedPositions, CheckedRotary } from '../attention/schema.ts';
import type { ResolvedConfig } from '../types/index.ts';
import type { ResolvedTransformerConfig } from '../types/training.ts';

const CONFIG = {
  ...namesOf<typeof SCORES>(SCORES),
  ...optionNames(
    'vocabSize',
    'contextLen',
    'embedDim',
    'numHeads',
    'numKvHeads',
    'headDim',
    'numLayers',
    'mlpDim',
    'causal',
    'queryKeyNorm',
    'positions',
    'norm',
    'normType',
    'finalNorm',
    'tied',
    'bias',
    'activation',
    'gated',
    'dropout',
    'normEpsilon',
    'rotaryTheta',
    'seed',
  ),
};

// In the order of the core's enums.
export const POSITIONS = [...['none', 'learned', 'sinusoidal', 'rotary', 'alibi']] as const;
export const NORMS = ['none', 'pre', 'post', 'inside', 'sandwich'] as const;
const NORM_TYPES = ['layer', 'rms'] as const;
const BIASES = { ...BIAS, mlp: flag(undefined, true), norm: flag(undefined, true) };

/** @returns frozen, every default filled in */
export function checkTransformer(config: unknown): ResolvedTransformerConfig {
  if (config === undefined) throw wrongKind('config', 'an object', config);
  const given = readOptions(config, 'config', CONFIG);
  const size = (name: 'vocabSize') => toInteger(given[name], name, 1, MAX_SIZE);
  const bias = given.bias === undefined ? true : toBiases(BIASES)(given.bias, 'bias');
  const { embedDim, numHeads, numKvHeads, headDim, queryKeyNorm } = checkLayer({
    embedDim: given.embedDim,
    numHeads: given.numHeads,
    numKvHeads: given.numKvHeads,
    headDim: given.headDim,
    queryKeyNorm: given.queryKeyNorm,
  });
  const rotaryTheta = toNumber(given.rotaryTheta, 'rotaryTheta', 10000, { above: 0 });
  const norm = toChoice(given.norm, 'norm', NORMS, 'pre');
  const checked = {
    vocabSize: size('vocabSize'),
    contextLen: toInteger(given.contextLen, 'contextLen', 1, MAX_SIZE),
    embedDim,
    numHeads,
    numKvHeads,
    headDim,
    numLayers: toInteger(given.numLayers, 'numLayers', 1, MAX_SIZE),
    mlpDim:
      given.mlpDim === undefined ? 4 * embedDim : toInteger(given.mlpDim, 'mlpDim', 0, MAX_SIZE),
    causal: toBoolean(given.causal, 'causal', true),
    queryKeyNorm,
    positions: isRecord(given.positions)
      ? plainPositions(checkPositions(given.positions, { numHeads, headDim }, rotaryTheta))
      : toChoice(given.positions, 'positions', POSITIONS, 'learned'),
    norm,
    normType: toChoice(given.normType, 'normType', NORM_TYPES, 'layer'),
    finalNorm: toBoolean(given.finalNorm, 'finalNorm', norm !== 'post' && norm !== 'none'),
    tied: toBoolean(given.tied, 'tied', false),
    bias,
    activation: toChoice(given.activation, 'activation', ACTIVATIONS, 'relu'),
    gated: toBoolean(given.gated, 'gated', false),
    dropout: toNumber(given.dropout, 'dropout', 0, { below: 1 }),
    normEpsilon: toNumber(given.normEpsilon, 'normEpsilon', 1e-5),
    rotaryTheta,
    seed: given.seed === undefined ? 0 : toInteger(given.seed, 'seed', 0),
    ...givenScores(given),
  };
  if (checked.positions === 'rotary' && headDim % 2 !== 0) {
    throw wrongNumber('headDim', 'an even number, as rotary positions turn pairs', headDim);
  }
  expectHoldable('mlpDim', [checked.gated ? 2 : 1, checked.mlpDim, embedDim]);
  expectHoldable('vocabSize', [checked.vocabSize, embedDim]);
  expectHoldable('contextLen', [checked.contextLen, embedDim]);
  return Object.freeze(checked);
}

const checkScores = checkOf(SCORES);

/** The options of attention that are given. */
function givenScores(given: object): Pick<ResolvedTransformerConfig, keyof typeof SCORES> {
  const scores: Partial<CheckedOf<typeof SCORES>> = {};
  checkScores(given, scores);
  if (scores.window === undefined) return scores;
  const sides = Object.entries(scores.window).filter(([, reach]) => reach >= 0);
  return { ...scores, window: Object.freeze(Object.fromEntries(sides)) };
}

/** The options of attention of every layer, with every default filled in. */
export function scoresOf(config: ResolvedTransformerConfig) {
  const given = Object.entries(config).filter(([name]) => Object.hasOwn(SCORES, name));
  const usual = usualOf(SCORES);
  return {
    causal: config.causal ? ('past' as const) : ('none' as const),
    ...usual,
    scale: defaultScale(config.headDim),
    ...Object.fromEntries(given),
    window: { ...usual.window, ...config.window },
  };
}

/** Position options as plain, frozen objects that JSON can hold. */
function plainPositions(
  checked: CheckedPositions | null,
): Exclude<ResolvedTransformerConfig['positions'], string> {
  if (checked?.type === 'alibi') {
    const { slopes } = checked;
    return Object.freeze({ type: 'alibi', ...(slopes && { slopes: Object.freeze([...slopes]) }) });
  }
  const { frequencies, theta, factor, interleaved, dims, offset } = checked as CheckedRotary;
  if (offset !== 0) {
    throw wrongNumber('positions.offset', '0, as every sequence begins at position 0', offset);
  }
  return Object.freeze({
    type: 'rotary',
    ...(frequencies ? { frequencies: Object.freeze([...frequencies]) } : { theta }),
    ...{ factor, interleaved, dims },
  });
}

/**
 * The type of positions, the options of the rotation, and the frequencies or slopes that replace the defaults.
 */
export function insidePositions({
  positions,
  rotaryTheta,
  headDim,
}: Pick<ResolvedTransformerConfig, 'positions' | 'rotaryTheta' | 'headDim'>) {
  const turns = { theta: rotaryTheta, dims: headDim, interleaved: false, factor: 1 };
  const none: number[] = [];
  if (typeof positions === 'string') return { type: positions, values: none, turns };
  if (positions.type === 'alibi') {
    return { type: positions.type, values: Array.from(positions.slopes ?? none), turns };
  }
  const { type, frequencies = none, ...given } = positions;
  return { type, values: Array.from(frequencies), turns: { ...turns, ...given } };
}

/** Positions of the norms around a sublayer: before it, on its output, after the residual sum. */
export function normPlaces({ norm }: Pick<ResolvedTransformerConfig, 'norm'>) {
  return {
    before: norm === 'pre' || norm === 'sandwich',
    inside: norm === 'inside' || norm === 'sandwich',
    after: norm === 'post',
  };
}

/** The config of each layer's attention, for the functions of a single attention layer. */
export function layerOf({
  embedDim,
  numHeads,
  numKvHeads,
  headDim,
  queryKeyNorm,
  bias: given,
}: ResolvedTransformerConfig): ResolvedConfig {
  const { query, key, value, output } = biasesOf({ bias: given });
  return {
    ...{ embedDim, numHeads, numKvHeads, headDim, valueHeadDim: headDim },
    ...{ keyDim: embedDim, valueDim: embedDim, outputDim: embedDim },
    ...{ bias: { query, key, value, output }, queryKeyNorm },
    ...{ addBiasKv: false, addZeroAttention: false, seed: 0 },
  };
}
