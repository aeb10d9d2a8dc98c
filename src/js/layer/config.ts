// The config of a layer, for the engine and the reference: its schema, and its check.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  FLAG,
  NUMBER,
  flag,
  integer,
  isRecord,
  of,
  option,
  optionNames,
  readNested,
  recordOf,
  size,
  word,
} from '../arguments/options.ts';
import { expectHoldable } from '../arguments/tensor.ts';
import { checkPositions } from '../attention/positions.ts';
import { SCORES } from '../attention/scores.ts';
import { atCaller } from '../runtime/sides.ts';
import type { CheckedOf, Schema } from '../arguments/options.ts';
import type { AttentionOptions, QueryKeyNorm, ResolvedConfig } from '../types/index.ts';

/** The projections that have a bias. */
export const BIAS = {
  query: flag(FLAG, true),
  key: flag(FLAG, true),
  value: flag(FLAG, true),
  output: flag(FLAG, true),
};

/** Defaults: torch.nn.LayerNorm's epsilon, and that of models with RMSNorm on queries and keys. */
const EPSILON = { layer: 1e-5, rms: 1e-6 };

/**
 * The normalisation of queries and keys (Henry et al. 2020; Dehghani et al. 2023).
 *
 * ```js
 * const queryKeyNorm = { type: 'rms', over: 'head' }; // like Qwen3
 * const layer = headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4, queryKeyNorm });
 * ```
 */
export const QUERY_KEY_NORM = atCaller({
  /**
   * `rms`: x / √(mean(x²) + epsilon) · weight. `layer`: (x - mean) / √(variance + epsilon) · weight + bias; `stateDict` names
   * its biases q_norm.bias and k_norm.bias
   */
  type: word(['rms', 'layer'], undefined, {
    on: { type: 'flag', of: (type) => type !== false, initial: false },
    centered: { type: 'flag', of: (type) => type === 'layer' },
  }),
  /**
   * `head`: the E numbers of each head, with one gain of shape (E) for all heads (Qwen3, Gemma 3). `width`: all heads of a
   * token together, with gains (H E) and (Hkv E) (OLMo 2)
   */
  over: word(['head', 'width'], undefined, {
    perHead: { type: 'flag', of: (over) => over === 'head' },
  }),
  /** the gain is 1 + weight (Gemma); default false */
  plusOne: flag(FLAG),
  /** default 1e-6 for `rms`, 1e-5 for `layer` */
  epsilon: option({
    kind: 'number',
    usual: EPSILON.rms,
    derive: ({ type }: { type: keyof typeof EPSILON }) => EPSILON[type],
    read: atCaller(toEpsilon),
    core: NUMBER,
  }),
});

/** The options of calls that a layer may fix. */
type CallDefaults = Readonly<Pick<AttentionOptions, keyof typeof SCORES | 'positions'>>;

const NO_DEFAULTS: CallDefaults = Object.freeze({});
const DEFAULTS = atCaller(optionNames(...Object.keys(SCORES), 'positions'));

/** Checks the options, and copies them: the caller may change them later. */
function toDefaults(value: unknown, name: string, sizes: Omit<ResolvedConfig, 'defaults'>) {
  const given = readNested(value, name, DEFAULTS);
  for (const [one, { read }] of Object.entries(SCORES)) {
    if (given[one] !== undefined) read?.(given[one], `${name}.${one}`, sizes, undefined);
  }
  if (given.positions !== undefined) checkPositions(given.positions, sizes);
  const own = Object.entries(given).filter(([, option]) => option !== undefined);
  return Object.freeze(structuredClone(Object.fromEntries(own))) as CallDefaults;
}

/** A call's options with the layer's defaults. */
export function withDefaults<Options extends object>(
  options: Options,
  { defaults }: ResolvedConfig,
): Options {
  if (defaults === NO_DEFAULTS) return options;
  const all: any = { ...options };
  for (const [name, option] of Object.entries(defaults)) all[name] ??= option;
  return all;
}

const toQueryKeyNorm = atCaller(recordOf(QUERY_KEY_NORM));

type CheckedNorm = Readonly<CheckedOf<typeof QUERY_KEY_NORM>> | false;

/**
 * The sizes and options of a multi-head layer (Vaswani et al. 2017, section 3.2.2). All but the first two have a default.
 *
 * ```js
 * const layer = headwise.createMultiHeadAttention({ embedDim: 512, numHeads: 8, numKvHeads: 2 });
 * ```
 */
export const LAYER = atCaller({
  /** width of the query input */
  embedDim: size(),
  /** H */
  numHeads: size(),
  /** Hkv, a divisor of numHeads; default numHeads. 1 is multi-query attention (Shazeer 2019). */
  numKvHeads: size('numHeads'),
  /** E; default embedDim / numHeads, which must then be an integer */
  headDim: size(atCaller(defaultHeadDim)),
  /** Ev; default headDim */
  valueHeadDim: size('headDim'),
  /** width of the key input; default embedDim (torch: kdim) */
  keyDim: size('embedDim'),
  /** width of the value input; default embedDim (torch: vdim) */
  valueDim: size('embedDim'),
  /** width of the output; default embedDim */
  outputDim: size('embedDim'),
  /**
   * Whether the four projections have a bias, or each of them separately (absent: true); default true. If query, key and
   * value do not all have a bias, `stateDict` names the existing ones q_proj.bias, k_proj.bias and v_proj.bias.
   */
  bias: option({
    type: of<boolean | typeof BIAS>(),
    record: BIAS,
    usual: true as Biases<typeof BIAS>,
    read: atCaller(toBiases(BIAS)),
  }),
  /**
   * One more key and value at the end, learned (torch: add_bias_kv). No mask, causal, window or length applies to its
   * column of the maps, and S does not count it.
   */
  addBiasKv: flag(FLAG),
  /** one more key and value after it, of zeros (torch: add_zero_attn) */
  addZeroAttention: flag(FLAG),
  /**
   * Normalises queries and keys after their projection, before the rotary rotation; default false. The layer's extra keys are
   * not normalised. `stateDict` names the gains q_norm.weight and k_norm.weight.
   */
  queryKeyNorm: option({
    type: of<QueryKeyNorm | false>(),
    usual: false as CheckedNorm,
    read: atCaller((value, name) => {
      if (value === false) return false;
      if (!isRecord(value)) throw wrongKind(name, 'an object with type and over', value);
      return Object.freeze(toQueryKeyNorm(value, name, null, true));
    }),
    record: QUERY_KEY_NORM,
  }),
  /**
   * Options of every call that does not give them itself: the layer's own causal mask, window, scale, softcap and positions.
   * `{ causal: false }` of a call wins over `defaults: { causal: true }`.
   */
  defaults: option({
    type: of<Pick<AttentionOptions, 'causal' | 'window' | 'scale' | 'softcap' | 'positions'>>(),
    usual: NO_DEFAULTS as CallDefaults,
    read: atCaller(toDefaults),
  }),
  /**
   * The seed of the initial values, an integer from 0 to 2^53 - 1, default 0: Xavier uniform (Glorot and Bengio 2010,
   * equation 16) for W_Q, W_K, W_V, W_O, bias_k and bias_v, 0 for the biases. The same bits for the same
   * seed everywhere.
   */
  seed: integer(0),
});

const readLayer = atCaller(recordOf(LAYER));

/** @returns frozen, every default filled in */
export function checkLayer(config: unknown): ResolvedConfig {
  if (config === undefined) throw wrongKind('config', 'an object', config);
  const checked = readLayer(config, 'config');
  const { embedDim, numHeads, numKvHeads, headDim, valueHeadDim } = checked;
  if (numHeads % numKvHeads !== 0) {
    throw wrongNumber('numKvHeads', `a divisor of numHeads ${numHeads}`, numKvHeads);
  }
  expectHoldable('embedDim', [numHeads, headDim, embedDim]);
  expectHoldable('keyDim', [numKvHeads, headDim, checked.keyDim]);
  expectHoldable('valueDim', [numKvHeads, valueHeadDim, checked.valueDim]);
  expectHoldable('outputDim', [checked.outputDim, numHeads, valueHeadDim]);
  return Object.freeze(checked);
}

function defaultHeadDim({ embedDim, numHeads }: { embedDim: number; numHeads: number }) {
  if (embedDim % numHeads === 0) return embedDim / numHeads;
  const expected = `a divisor of embedDim ${embedDim}, as headDim is not given`;
  throw wrongNumber('numHeads', expected, numHeads);
}

export type Biases<S extends Schema> = boolean | Readonly<CheckedOf<S>>;

/** The check of a bias option: true or false for all places, or a record, which is frozen. */
export function toBiases<S extends Schema>(places: S) {
  const toPlaces = recordOf(places);
  return (value: unknown, name: string): Biases<S> => {
    if (typeof value === 'boolean') return value;
    if (!isRecord(value)) throw wrongKind(name, 'true, false or an object of them', value);
    return Object.freeze(toPlaces(value, name, null, true));
  };
}

/** Whether a place has a bias. */
export function hasBias<Place extends string>(
  { bias }: { bias: boolean | Readonly<Partial<Record<Place, boolean>>> },
  place: Place,
) {
  return typeof bias === 'boolean' ? bias : (bias[place] as boolean);
}

function toEpsilon(value: unknown, name: string) {
  if (typeof value !== 'number') throw wrongKind(name, 'a number', value);
  if (value > 0 && value < 1) return value;
  throw wrongNumber(name, 'a number between 0 and 1', value);
}

/** The number of keys that the layer itself appends. No mask, range or length applies to them. */
export function extraKeys(config: ResolvedConfig) {
  return (config.addBiasKv ? 1 : 0) + (config.addZeroAttention ? 1 : 0);
}
