// Checks the config of a layer, for the engine and the reference.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  MAX_SIZE,
  isRecord,
  optionNames,
  readNested,
  readOptions,
  toBoolean,
  toInteger,
} from '../arguments/options.ts';
import { expectHoldable } from '../arguments/tensor.ts';
import type { ResolvedConfig } from '../types/index.ts';

const CONFIG = optionNames(
  'embedDim',
  'numHeads',
  'numKvHeads',
  'headDim',
  'valueHeadDim',
  'keyDim',
  'valueDim',
  'outputDim',
  'bias',
  'addBiasKv',
  'addZeroAttention',
  'queryKeyNorm',
  'seed',
);

const LINEAR_MAPS = ['query', 'key', 'value', 'output'] as const;

const QUERY_KEY_NORM = optionNames('type', 'over', 'epsilon', 'plusOne');

/** @returns frozen, every default filled in */
export function checkLayer(config: unknown): ResolvedConfig {
  if (config === undefined) throw wrongKind('config', 'an object', config);
  const given = readOptions(config, 'config', CONFIG);
  const embedDim = toInteger(given.embedDim, 'embedDim', 1, MAX_SIZE);
  const numHeads = toInteger(given.numHeads, 'numHeads', 1, MAX_SIZE);
  if (given.headDim === undefined && embedDim % numHeads !== 0) {
    throw wrongNumber(
      'numHeads',
      `a divisor of embedDim ${embedDim}, as headDim is not given`,
      numHeads,
    );
  }
  const headDim = toSize(given.headDim, 'headDim', embedDim / numHeads);
  const checked = {
    embedDim,
    numHeads,
    numKvHeads: toSize(given.numKvHeads, 'numKvHeads', numHeads),
    headDim,
    valueHeadDim: toSize(given.valueHeadDim, 'valueHeadDim', headDim),
    keyDim: toSize(given.keyDim, 'keyDim', embedDim),
    valueDim: toSize(given.valueDim, 'valueDim', embedDim),
    outputDim: toSize(given.outputDim, 'outputDim', embedDim),
    bias: toBiases(given.bias, LINEAR_MAPS),
    addBiasKv: toBoolean(given.addBiasKv, 'addBiasKv', false),
    addZeroAttention: toBoolean(given.addZeroAttention, 'addZeroAttention', false),
    queryKeyNorm: toQueryKeyNorm(given.queryKeyNorm),
    seed: given.seed === undefined ? 0 : toInteger(given.seed, 'seed', 0),
  };
  if (numHeads % checked.numKvHeads !== 0) {
    throw wrongNumber('numKvHeads', `a divisor of numHeads ${numHeads}`, checked.numKvHeads);
  }
  expectHoldable('embedDim', [numHeads, headDim, embedDim]);
  expectHoldable('keyDim', [checked.numKvHeads, headDim, checked.keyDim]);
  expectHoldable('valueDim', [checked.numKvHeads, checked.valueHeadDim, checked.valueDim]);
  expectHoldable('outputDim', [checked.outputDim, numHeads, checked.valueHeadDim]);
  return Object.freeze(checked);
}

/** @returns frozen, if it is an object */
export function toBiases<Place extends string>(
  value: unknown,
  places: readonly Place[],
): boolean | Readonly<Record<Place, boolean>> {
  if (value === undefined) return true;
  if (typeof value === 'boolean') return value;
  if (!isRecord(value)) throw wrongKind('bias', 'true, false or an object of them', value);
  const given = readNested(value, 'bias', optionNames(...places));
  const biases = places.map((place) => [place, toBoolean(given[place], `bias.${place}`, true)]);
  return Object.freeze(Object.fromEntries(biases));
}

/** Defaults: torch.nn.LayerNorm's epsilon, and that of models with RMSNorm on queries and keys. */
const EPSILON = { layer: 1e-5, rms: 1e-6 };

/** @returns frozen, every default filled in; false: no norm */
function toQueryKeyNorm(value: unknown): ResolvedConfig['queryKeyNorm'] {
  if (value === undefined || value === false) return false;
  if (!isRecord(value)) throw wrongKind('queryKeyNorm', 'an object with type and over', value);
  const given = readNested(value, 'queryKeyNorm', QUERY_KEY_NORM);
  const type = toOneOf(given.type, 'queryKeyNorm.type', 'rms', 'layer');
  const over = toOneOf(given.over, 'queryKeyNorm.over', 'head', 'width');
  const { epsilon = EPSILON[type] } = given;
  if (typeof epsilon !== 'number') throw wrongKind('queryKeyNorm.epsilon', 'a number', epsilon);
  if (!(epsilon > 0 && epsilon < 1)) {
    throw wrongNumber('queryKeyNorm.epsilon', 'a number between 0 and 1', epsilon);
  }
  const plusOne = toBoolean(given.plusOne, 'queryKeyNorm.plusOne', false);
  return Object.freeze({ type, over, epsilon, plusOne });
}

function toOneOf<Word extends string>(value: unknown, name: string, one: Word, other: Word): Word {
  if (value === one || value === other) return value as Word;
  throw wrongKind(name, `'${one}' or '${other}'`, value);
}

/** The number of keys that the layer itself appends. No mask, range or length applies to them. */
export function extraKeys(config: ResolvedConfig) {
  return (config.addBiasKv ? 1 : 0) + (config.addZeroAttention ? 1 : 0);
}

function toSize(value: unknown, name: string, fallback: number) {
  return value === undefined ? fallback : toInteger(value, name, 1, MAX_SIZE);
}
