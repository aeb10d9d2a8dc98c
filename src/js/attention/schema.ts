// The options of attention, for the function and the layer: their schema, and their check. Inputs are checked elsewhere. The
// declarations (types/options.ts), the core's fields (src/core/attention/attention_fields.h) and the lists of tests come from
// the schema; `npm run make options` writes the first two.

import { ANY, wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  FLAG,
  GIVEN,
  checkOf,
  flag,
  namesOf,
  of,
  option,
  toFunction,
  toInteger,
  toList,
  toSignal,
  usualOf,
} from '../arguments/options.ts';
import { NOWHERE } from '../arguments/targets.ts';
import { expectShape, toTensor } from '../arguments/tensor.ts';
import { atCaller } from '../runtime/sides.ts';
import { checkMasks } from './masks.ts';
import { ALIBI_FIELDS, ROTARY_FIELDS, checkPositions } from './positions.ts';
import { SCORES, defaultScale } from './scores.ts';
import type { Out } from '../arguments/targets.ts';
import type { CheckedOf } from '../arguments/options.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { OpenCache } from '../layer/cache.ts';
import type { PlainTensor, Mask, Positions } from '../types/index.ts';
import type { CheckedMask } from './masks.ts';
import type { CheckedPositions } from './positions.ts';

/** The sizes that options must match. */
export interface Sizes {
  /** false: the caller left out B, and so do the results */
  batched: boolean;
  /** B; 1 if it was left out */
  batch: number;
  /** H */
  numHeads: number;
  /** Hkv */
  numKvHeads: number;
  /** L */
  queryLen: number;
  /** S: number of new keys */
  keyLen: number;
  /** P: number of past keys, which come first */
  pastLen: number;
  /** E */
  headDim: number;
  /** Ev */
  valueHeadDim: number;
}

const NO_MASKS: CheckedMask[] = [];

/**
 * Options of attention. Only own enumerable properties count; an unknown name is a TypeError that suggests the nearest.
 *
 * ```js
 * headwise.scaledDotProductAttention(query, key, value, { causal: true, window: { left: 128 }, softcap: 50 });
 * ```
 */
export const ATTENTION = {
  /** one mask, or several that all apply; biases are added in the order given */
  mask: option({
    type: of<Mask | readonly Mask[]>(),
    as: 'masks' as const,
    usual: NO_MASKS,
    read: atCaller((value, _, call: Sizes, precision: Precision) =>
      checkMasks(value, call, precision),
    ),
  }),
  ...SCORES,
  /** (B), from 0 to S: keys at and after `keyLengths[b]` are padding */
  keyLengths: option({
    kind: 'list',
    usual: null as Int32Array | null,
    read: atCaller(toKeyLengths),
    core: GIVEN,
  }),
  positions: option({
    type: of<Positions>(),
    usual: null as CheckedPositions | null,
    read: atCaller((value, _, call: Sizes) => checkPositions(value, call)),
    core: { ...ALIBI_FIELDS, ...ROTARY_FIELDS },
  }),
  /**
   * (H): one more score in the softmax of each row of a head, whose weight goes to no key (OpenAI 2025, gpt-oss), so
   * a row sums to less than 1. `logSumExp` includes it; `scale`, `softcap` and masks do not apply to it.
   */
  sinks: option({
    kind: 'tensor',
    usual: null as PlainTensor | null,
    read: atCaller(toSinks),
    core: GIVEN,
  }),
  /** (B, Hkv, P, E): the keys before the new ones; the result then has `presentKey` */
  pastKey: option({ kind: 'tensor', usual: null as PlainTensor | null }),
  /** (B, Hkv, P, Ev): required with `pastKey` */
  pastValue: option({ kind: 'tensor', usual: null as PlainTensor | null }),
  /** also return the maps */
  attention: flag(FLAG),
  /**
   * Your tensors for the results, of exactly their shapes. The result contains these objects. They are
   * written only if the call succeeds, and may not overlap.
   */
  out: option({
    type: of<{ output?: PlainTensor; attention?: PlainTensor }>(),
    usual: NOWHERE as Out,
  }),
  /**
   * With `loadInWorker` it stops long work; with `load` it is checked before the work. Either way the call
   * throws, or rejects with, `signal.reason`.
   */
  signal: option({
    type: of<AbortSignal>(),
    usual: null as AbortSignal | null,
    read: atCaller(toSignal),
  }),
  /** also return every intermediate; implies `attention` */
  trace: flag(FLAG),
  /** also return `kept`, a handle for gradients and windows of the maps; dispose of it after use */
  keep: flag(FLAG),
  /** called with the progress, 0 to 1, during long work */
  onProgress: option({
    type: of<(done: number) => void>(),
    usual: null as ((done: number) => void) | null,
    read: atCaller(toFunction),
  }),
};

/** An option that only the reference has: whether to return rounding bounds. */
export const BOUNDS = { bounds: flag() };

/** The sizes of a call, of which shapes are made. */
export const SIZES = [
  ...(['batch', 'numHeads', 'numKvHeads', 'queryLen', 'pastLen', 'keyLen', 'extraLen'] as const),
  ...(['headDim', 'valueHeadDim'] as const),
];

/** How a call lies in the core's memory. */
export const LAYOUT = ['extraBias', 'extraZero', 'inParts', 'present', 'cached'] as const;

/** Intermediates that a layer's call may replace. */
export const REPLACEABLE = [
  ...(['query', 'key', 'value', 'dotProducts', 'scores', 'attention', 'heads'] as const),
];

export type Replaced = Partial<Record<(typeof REPLACEABLE)[number], PlainTensor>>;

/** No intermediate replaced. It inherits nothing, whatever a page has added to Object.prototype. */
export const NOTHING_REPLACED: Replaced = Object.freeze(Object.create(null));

/** The checked options of attention, with every default filled in. */
export type CheckedOptions = CheckedOf<typeof ATTENTION & typeof BOUNDS>;

/** The inputs and their sizes. */
export type Inputs = Omit<Sizes, 'pastLen'> & {
  query: PlainTensor;
  key: PlainTensor;
  value: PlainTensor;
};

export type CheckedCall = Sizes & Inputs & CheckedOptions;

const NO_PAST: { pastKey: null; pastValue: null; pastLen: number } = {
  pastKey: null,
  pastValue: null,
  pastLen: 0,
};

const SCHEMAS = { float32: ATTENTION, float64: { ...ATTENTION, ...BOUNDS } };

/** The options that a call of attention may have, for readOptions. */
export const ATTENTION_OPTIONS = atCaller({
  float32: namesOf<typeof ATTENTION>(ATTENTION),
  float64: namesOf<typeof ATTENTION>(ATTENTION, BOUNDS),
});

const checkOptions = atCaller({
  float32: checkOf(SCHEMAS.float32),
  float64: checkOf(SCHEMAS.float64),
});

/** A call without options. A call is a copy of it: properties that are added to a copy take microseconds each. */
export const USUAL = {
  ...{ batched: true, batch: 0, numHeads: 0, numKvHeads: 0, queryLen: 0, keyLen: 0, pastLen: 0 },
  ...{ headDim: 0, valueHeadDim: 0, query: null as any, key: null as any, value: null as any },
  ...usualOf(SCHEMAS.float64),
} as CheckedCall;

type GivenOptions = Readonly<Record<keyof typeof ATTENTION, unknown>>;

/**
 * Checks the arguments and options of a call, except `out`.
 *
 * @param cache the cache with the past keys
 * @param checked a copy of USUAL, which is filled in
 */
export function checkCall(
  given: GivenOptions,
  inputs: Inputs,
  precision: Precision,
  cache: OpenCache | null = null,
  checked: CheckedCall = { ...USUAL },
): CheckedCall {
  const { pastKey, pastValue, pastLen } =
    cache === null ? checkPast(given, inputs, precision) : checkCachedPast(given, inputs, cache);
  checked.batched = inputs.batched;
  checked.batch = inputs.batch;
  checked.numHeads = inputs.numHeads;
  checked.numKvHeads = inputs.numKvHeads;
  checked.queryLen = inputs.queryLen;
  checked.keyLen = inputs.keyLen;
  checked.pastLen = pastLen;
  checked.headDim = inputs.headDim;
  checked.valueHeadDim = inputs.valueHeadDim;
  checked.query = inputs.query;
  checked.key = inputs.key;
  checked.value = inputs.value;
  checked.pastKey = pastKey;
  checked.pastValue = pastValue;
  if (given.scale === undefined) checked.scale = defaultScale(inputs.headDim);
  checkOptions[precision](given, checked, precision);
  if (checked.trace) checked.attention = true;
  if (checked.causal === 'by-length' && checked.keyLengths === null) {
    throw wrongKind('keyLengths', "an array of integers beside causal: 'by-length'", undefined);
  }
  return checked;
}

/** Checks the keys and values that come before the new ones. */
function checkPast(
  { pastKey, pastValue }: GivenOptions,
  inputs: Inputs,
  precision: Precision,
): { pastKey: PlainTensor | null; pastValue: PlainTensor | null; pastLen: number } {
  if (pastKey === undefined && pastValue === undefined) return NO_PAST;
  const key = toTensor(pastKey, 'pastKey', precision);
  const value = toTensor(pastValue, 'pastValue', precision);
  const { batched, batch, numKvHeads, headDim, valueHeadDim } = inputs;
  expectShape(key.shape, 'pastKey', [batch, numKvHeads, ANY, headDim], 'to match key', batched);
  const pastLen = key.shape[key.shape.length - 2];
  const valueShape = [batch, numKvHeads, pastLen, valueHeadDim];
  expectShape(value.shape, 'pastValue', valueShape, 'to match pastKey and value', batched);
  return { pastKey: key, pastValue: value, pastLen };
}

function checkCachedPast(
  { pastKey, pastValue }: GivenOptions,
  { batch, keyLen }: Inputs,
  { batch: entries, capacity, length }: OpenCache,
): { pastKey: null; pastValue: null; pastLen: number } {
  if (pastKey !== undefined) throw wrongKind('pastKey', 'none beside cache', pastKey);
  if (pastValue !== undefined) throw wrongKind('pastValue', 'none beside cache', pastValue);
  if (entries !== batch) {
    throw new RangeError(`cache: expected a batch of ${batch} to match query, got ${entries}`);
  }
  if (keyLen > capacity - length) {
    throw new RangeError(
      `cache: expected room for ${keyLen} more keys, got ${length} of ${capacity} taken`,
    );
  }
  return { pastKey: null, pastValue: null, pastLen: length };
}

function toKeyLengths(value: unknown, _: string, { batch, pastLen, keyLen }: Sizes) {
  const keys = pastLen + keyLen;
  const lengths = toList(value, 'keyLengths', 'an array of integers');
  if (lengths.length !== batch) {
    throw wrongNumber('keyLengths', `${batch} integers, one per batch entry`, value);
  }
  const checked = new Int32Array(batch);
  for (let b = 0; b < batch; b++) {
    checked[b] = toInteger(lengths[b], `keyLengths[${b}]`, 0, keys);
  }
  return checked;
}

function toSinks(value: unknown, _: string, { numHeads }: Sizes, precision: Precision) {
  const sinks = toTensor(value, 'sinks', precision);
  expectShape(sinks.shape, 'sinks', [numHeads], 'with one number per head');
  return sinks;
}
