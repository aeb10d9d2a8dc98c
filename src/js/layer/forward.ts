// A layer's forward pass: the check of its arguments, for the engine and the reference, and its work on a core.

import { ANY, wrongKind, wrongShape } from '../arguments/errors.ts';
import {
  flag,
  isRecord,
  namesOf,
  of,
  option,
  optionNames,
  readNested,
  readOptions,
  throwIfAborted,
  toBoolean,
} from '../arguments/options.ts';
import { checkTargets } from '../arguments/targets.ts';
import {
  expectHoldable,
  expectShape,
  looksLikeTensor,
  inputsOf,
  toTensor,
} from '../arguments/tensor.ts';
import { checkKeyPadding } from '../attention/masks.ts';
import {
  ATTENTION,
  BOUNDS,
  NOTHING_REPLACED,
  REPLACEABLE,
  USUAL,
  checkCall,
} from '../attention/schema.ts';
import {
  addMaps,
  comesInParts,
  hasOwnPositions,
  keysOf,
  requestOf,
  scoreResults,
  takeMaps,
  writeOptions,
} from '../attention/core-call.ts';
import { bytesOf, readResults, tensorOf } from '../runtime/results.ts';
import { cacheAt, openCache } from './cache.ts';
import { extraKeys, withDefaults } from './config.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { CheckedCall, Inputs, Replaced, Sizes } from '../attention/schema.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AsyncCache, Cache, Mask, Replace, ResolvedConfig } from '../types/index.ts';

interface ForwardFields {
  /** the same tensor, so it is copied once */
  keyIsQuery: boolean;
  /** the same tensor, so it is copied once */
  valueIsKey: boolean;
  /** whether the caller gave a key, even if it is the query's tensor */
  keyGiven: boolean;
  valueGiven: boolean;
  replace: Replaced;
  averageHeads: boolean;
  /** an OpenCache with its state, or null */
  cache: any;
}

/**
 * Here query is (B, L, embedDim), key (B, S, keyDim) and value (B, S, valueDim); all may leave out B.
 */
export type CheckedForward = CheckedCall & ForwardFields;

const REPLACE = optionNames(...REPLACEABLE);

const NUMBERS = 'a tensor or nested array of numbers';

/** Options of a layer's forward, in addition to the options of attention. */
export const FORWARD = {
  /** one more mask: (B, S), or (S) for every entry of the batch */
  keyPaddingMask: option({ type: of<Mask>(), usual: null }),
  replace: option({ type: of<Replace>(), usual: NOTHING_REPLACED }),
  /** `attention` is the mean over heads, (B, L, S); default false: one map per head */
  averageHeads: flag(),
  /**
   * A cache of this layer, instead of `pastKey` and `pastValue`: its keys and values are the past, and the new ones are
   * appended.
   */
  cache: option({ type: of<Cache | AsyncCache>(), usual: null }),
};

const NAMES = {
  float32: namesOf<typeof ATTENTION & typeof FORWARD>(ATTENTION, FORWARD),
  float64: namesOf<typeof ATTENTION & typeof FORWARD>(ATTENTION, BOUNDS, FORWARD),
};

const USUAL_FORWARD = {
  ...USUAL,
  ...{ cache: null, keyIsQuery: false, valueIsKey: false, keyGiven: false, valueGiven: false },
  ...{ averageHeads: false, replace: NOTHING_REPLACED, config: null, changes: 0 },
};

/**
 * @param given forward's arguments: query, key, value and options; key and value may be left out
 * @param openCache returns an OpenCache and the caller's own fields; throws for any other value
 */
export function checkForward(
  config: ResolvedConfig,
  given: readonly unknown[],
  openCache: (value: unknown) => any = noCache,
  precision: Precision = 'float32',
): CheckedForward {
  const { query, key, value, rest } = sortArguments(given[0], given[1], given[2], given[3]);
  const options = withDefaults(readOptions(rest, 'options', NAMES[precision]), config);
  const cache = options.cache === undefined ? null : openCache(options.cache);
  const inputs = checkInputs(config, query, key, value, precision);
  const checked = checkCall(options, inputs, precision, cache, {
    ...USUAL_FORWARD,
  }) as CheckedForward;
  checked.cache = cache;
  const { batched, batch, numHeads, queryLen } = checked;
  const columns = checked.pastLen + checked.keyLen + extraKeys(config);
  checked.keyIsQuery = checked.key === checked.query;
  checked.valueIsKey = checked.value === checked.key;
  checked.keyGiven = key !== undefined;
  checked.valueGiven = value !== undefined;
  const { averageHeads } = options;
  checked.averageHeads = averageHeads !== undefined && toBoolean(averageHeads, 'averageHeads');
  checked.replace =
    options.replace === undefined
      ? NOTHING_REPLACED
      : checkReplace(options.replace, checked, columns, precision);
  if (cache !== null) {
    for (const name of ['key', 'value'] as const) {
      const tensor = checked.replace[name];
      if (tensor) throw wrongKind(`replace.${name}`, 'none beside cache', tensor);
    }
  }
  if (options.keyPaddingMask !== undefined) {
    checked.masks = [...checked.masks, checkKeyPadding(options.keyPaddingMask, checked, precision)];
  }

  const outputShape = [batch, queryLen, config.outputDim];
  const mapShape = checked.averageHeads
    ? [batch, queryLen, columns]
    : [batch, numHeads, queryLen, columns];
  expectHoldable('output', outputShape);
  if (checked.attention) expectHoldable('attention', [batch, numHeads, queryLen, columns]);
  if (checked.trace) {
    expectHoldable('trace.contributions', [batch, numHeads, queryLen, config.outputDim]);
  }
  if (options.out !== undefined) {
    checked.out = checkTargets(
      options.out,
      batched,
      outputShape,
      checked.attention ? mapShape : null,
      precision,
    );
  }
  if (checked.signal !== null) throwIfAborted(checked);
  return checked;
}

function noCache(value: unknown): never {
  throw wrongKind('cache', 'a cache from createCache', value);
}

/** Finds the options among the arguments: they come last, after one, two or three inputs. */
function sortArguments(query: unknown, key: unknown, value: unknown, rest: unknown) {
  if (isOptions(key)) {
    if (value === undefined && rest === undefined) {
      return { query, key: undefined, value: undefined, rest: key };
    }
    throw new TypeError(`key: expected ${NUMBERS}, got options that are not the last argument`);
  }
  if (isOptions(value)) {
    if (rest === undefined) return { query, key, value: undefined, rest: value };
    throw new TypeError(`value: expected ${NUMBERS}, got options that are not the last argument`);
  }
  return { query, key, value, rest };
}

function isOptions(value: unknown) {
  return value !== undefined && isRecord(value) && !looksLikeTensor(value);
}

function checkInputs(
  config: ResolvedConfig,
  query: unknown,
  key: unknown,
  value: unknown,
  precision: Precision,
): Inputs {
  const { embedDim, keyDim, valueDim } = config;
  const q = toTensor(query, 'query', precision);
  const axes = q.shape.length;
  const batched = axes === 3;
  if ((!batched && axes !== 2) || q.shape[axes - 1] !== embedDim) {
    throw wrongShape('query', `shape (*, *, ${embedDim}) or (*, ${embedDim})`, q.shape);
  }
  const batch = batched ? q.shape[0] : 1;

  const k = key === undefined || key === query ? q : toTensor(key, 'key', precision);
  const asKey = key === undefined ? 'where query is the key' : 'to match query and keyDim';
  expectShape(k.shape, 'key', [batch, ANY, keyDim], asKey, batched);
  const keyLen = k.shape[axes - 2];

  const v = value === undefined || value === key ? k : toTensor(value, 'value', precision);
  const asValue = value === undefined ? 'where key is the value' : 'to match key and valueDim';
  expectShape(v.shape, 'value', [batch, keyLen, valueDim], asValue, batched);

  return {
    batched,
    batch,
    numHeads: config.numHeads,
    numKvHeads: config.numKvHeads,
    queryLen: q.shape[axes - 2],
    keyLen,
    headDim: config.headDim,
    valueHeadDim: config.valueHeadDim,
    query: q,
    key: k,
    value: v,
  };
}

function checkReplace(
  value: unknown,
  sizes: Sizes,
  columns: number,
  precision: Precision,
): Replaced {
  const given = readNested(value, 'replace', REPLACE);
  const { batched, batch, numHeads, numKvHeads, queryLen, pastLen, keyLen, headDim, valueHeadDim } =
    sizes;
  const keys = pastLen + keyLen;
  const map = [batch, numHeads, queryLen, columns];
  const shapes = {
    query: [batch, numHeads, queryLen, headDim],
    key: [batch, numKvHeads, keys, headDim],
    value: [batch, numKvHeads, keys, valueHeadDim],
    dotProducts: map,
    scores: map,
    attention: map,
    heads: [batch, numHeads, queryLen, valueHeadDim],
  };
  const replace: Replaced = Object.create(null);
  for (const name of REPLACEABLE) {
    if (given[name] === undefined) continue;
    const tensor = toTensor(given[name], `replace.${name}`, precision);
    expectShape(tensor.shape, `replace.${name}`, shapes[name], 'as in the trace', batched);
    replace[name] = tensor;
  }
  return replace;
}

export type LayerCall = CheckedForward & { config: ResolvedConfig };

export const forward: Operation = {
  name: 'forward',
  check: atCaller((layer, given) => {
    const { config } = layer.about;
    const { precision } = layer.runtime;
    const checked = checkForward(config, given, (cache) => openCache(cache, layer), precision);
    return Object.assign(checked, { config, changes: layer.changes });
  }),
  beside: (_, { cache }) => (cache === null ? null : cache.state),
  results: atHost(resultsOf),

  work: atCore(function* (core, checked: LayerCall, layer, cacheGiven) {
    const { config, keyIsQuery, valueIsKey, replace } = checked;
    const results = resultsOf(checked);
    const resultBytes = bytesOf(results, checked.out);
    const cache = cacheGiven === null ? null : cacheAt(core, cacheGiven, checked.pastLen);
    const averageHeads = checked.averageHeads && checked.attention;
    const inParts = comesInParts(checked, results.attention);
    const { addBiasKv: extraBias, addZeroAttention: extraZero } = config;
    const layout = { extraBias, extraZero, inParts, cached: cache !== null };
    const request = requestOf(checked, layout, replace);
    const own = [hasOwnPositions(checked), keyIsQuery, valueIsKey, averageHeads, resultBytes];
    core.plan(
      ['forward', layer, cache, ...own, ...request.signature],
      (engine) =>
        engine.planForward(
          ...[
            layer,
            cache,
            request.describeIn(core),
            keyIsQuery,
            valueIsKey,
            averageHeads,
            resultBytes,
          ],
        ),
      checked.keep,
    );
    const [query, key, value] = inputsOf(checked);
    core.writeFloats(core.address('query_input'), query);
    if (!keyIsQuery) core.writeFloats(core.address('key_input'), key);
    if (!valueIsKey) core.writeFloats(core.address('value_input'), value);
    writeOptions(core, checked, replace);
    const takePart = inParts ? takeMaps(core, checked, results.attention) : undefined;
    return yield* core.compute(() => {
      const result = readResults(core, results, checked.out);
      if (checked.keep) result.kept = core.takeKept();
      if (cache !== null) core.call(() => cache.append(checked.keyLen));
      return result;
    }, takePart);
  }),
};

function resultsOf(checked: LayerCall) {
  const { config, batched, batch, numHeads, queryLen, headDim, valueHeadDim } = checked;
  const columns = checked.pastLen + checked.keyLen + extraKeys(config);
  const of = (shape: number[], buffer: string) => tensorOf(batched, shape, buffer);
  const results: Record<string, any> = {
    output: of([batch, queryLen, config.outputDim], 'output'),
  };
  addMaps(results, checked, columns);
  if (checked.trace) {
    results.trace = {
      query: of([batch, numHeads, queryLen, headDim], 'query'),
      key: keysOf(checked, 'key', headDim, columns),
      value: keysOf(checked, 'value', valueHeadDim, columns),
      ...scoreResults(checked, columns),
      heads: of([batch, numHeads, queryLen, valueHeadDim], 'heads'),
      concatenated: of([batch, queryLen, numHeads * valueHeadDim], 'concatenated'),
      contributions: of([batch, numHeads, queryLen, config.outputDim], 'contributions'),
    };
  }
  return results;
}
