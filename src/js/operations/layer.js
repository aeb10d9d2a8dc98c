// The multi-head attention layer: its parameters, its forward, and the caches that it makes.

import { pastIsMissing } from '../arguments/errors.js';
import { extraKeys } from '../arguments/layer-config.js';
import { numbers } from '../arguments/numbers.js';
import {
  addMaps,
  comesInParts,
  describe,
  hasOwnPositions,
  keysOf,
  scoreResults,
  takeMaps,
  tensorOf,
  writeOptions,
} from './request.js';
import { describeLayer, parametersOf, writeParameters } from './parameters.js';

/** @import { CheckedForward } from '../arguments/layer.js' */
/** @import { CacheHandle } from '../host/core-module.js' */
/** @import { Core } from '../host/core.js' */
/** @import { ResolvedConfig } from '../types/index.js' */
/** @import { Row } from './operation.js' */
/** @import { Part } from './results.js' */

/** @typedef {CheckedForward & { config: ResolvedConfig }} LayerCall */

/** @type {Row} */
export const createLayer = {
  act(core, config) {
    return core.create(
      ({ Layer }, engine) => new Layer(engine, describeLayer(core, config), config.seed),
    );
  },
};

/** @type {Row} */
export const forward = {
  results(/** @type {LayerCall} */ checked) {
    const { config, batched, batch, numHeads, queryLen, headDim, valueHeadDim } = checked;
    const columns = checked.pastLen + checked.keyLen + extraKeys(config);
    const of = (/** @type {number[]} */ shape, /** @type {string} */ buffer) =>
      tensorOf(batched, shape, buffer);
    /** @type {Record<string, Part>} */
    const results = { output: of([batch, queryLen, config.outputDim], 'output') };
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
  },

  prepare({ core, checked, handle: layer, beside, results, resultBytes }) {
    const { config, keyIsQuery, valueIsKey, attention, replace } = /** @type {LayerCall} */ (
      checked
    );
    const cache = beside === null ? null : cacheAt(core, beside, checked.pastLen);
    const averageHeads = checked.averageHeads && attention;
    const inParts = comesInParts(checked, results);
    const { addBiasKv: extraBias, addZeroAttention: extraZero } = config;
    const layout = { extraBias, extraZero, inParts, cached: cache !== null };
    const request = describe(checked, layout, replace);
    const own = [hasOwnPositions(checked), keyIsQuery, valueIsKey, averageHeads, resultBytes];
    core.plan(
      ['forward', layer, cache, ...own, ...request.signature],
      (engine) =>
        engine.planForward(
          ...[layer, cache, request.tell(core), keyIsQuery, valueIsKey, averageHeads, resultBytes],
        ),
      checked.keep,
    );
    core.write(core.address('query_input'), numbers(checked.query, 'query'));
    if (!keyIsQuery) core.write(core.address('key_input'), numbers(checked.key, 'key'));
    if (!valueIsKey) core.write(core.address('value_input'), numbers(checked.value, 'value'));
    writeOptions(core, checked, replace);
    if (inParts) return takeMaps(core, checked, results.attention);
  },

  finish(result, { core, checked, beside: cache }) {
    if (checked.keep) result.kept = core.takeKept();
    if (cache !== null) core.call(() => cache.append(checked.keyLen));
    return result;
  },
};

/** @type {Row} */
export const stateDict = {
  results: ({ config }) =>
    parametersOf(config, (core, buffer, layer) => core.addressIn(layer, buffer)),
};

/** @type {Row} */
export const loadStateDict = {
  act: (core, { config, parameters }, layer) => writeParameters(core, layer, config, parameters),
};

/** @type {Row} */
export const createCache = {
  act: (core, fields) =>
    core.create(({ Cache }, engine) => new Cache(engine, core.describe('CacheConfig', fields))),
};

/**
 * A cache that holds as many keys as the call counts with. After a truncation, or a call that was stopped too late, it
 * holds more; after one that failed, fewer.
 *
 * @param {Core} core
 * @param {CacheHandle} cache
 * @param {number} length
 */
function cacheAt(core, cache, length) {
  if (cache.length < length) throw pastIsMissing(length);
  if (cache.length > length) core.call(() => cache.truncate(length));
  return cache;
}
