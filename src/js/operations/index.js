// The table of operations: the name of each, and the check of its arguments. The classes of src/js/api name an operation, a
// host runs it: what it does on the core is in rows.js under the same name, in this thread or in a worker. Those of
// transformers are in transformers.js.

import { stateOf } from '../api/handle.js';
import { checkAttention } from '../arguments/attention.js';
import { checkBackward, parametersChanged } from '../arguments/backward.js';
import { disposed, wrongKind } from '../arguments/errors.js';
import { checkCache, checkForward, checkTruncation } from '../arguments/layer.js';
import { checkLayer, extraKeys } from '../arguments/layer-config.js';
import {
  checkAddAndNorm,
  checkEmbed,
  checkLinear,
  checkSoftmax,
  checkSoftmaxSteps,
} from '../arguments/small.js';
import { checkStateDict } from '../arguments/state-dict.js';
import { checkWindow } from '../arguments/window.js';
import { expectReady } from '../host/state.js';
import { tableOf } from './operation.js';

/** @import { State } from '../host/state.js' */
/** @import { Asked } from './operation.js' */

/** @satisfies {Record<string, Asked>} */
const asked = {
  attention: {
    check: (_, [query, key, value, options]) => checkAttention(query, key, value, options),
  },
  linear: { check: (_, [x, weight, bias]) => checkLinear(x, weight, bias) },
  softmax: { check: (_, [x]) => checkSoftmax(x) },
  softmaxSteps: { check: (_, [x]) => checkSoftmaxSteps(x) },
  addAndNorm: { check: (_, [x, sublayer, options]) => checkAddAndNorm(x, sublayer, options) },
  embed: { check: (_, [ids, options]) => checkEmbed(ids, options) },

  createLayer: { check: (_, [config]) => checkLayer(config) },
  forward: {
    check(layer, given) {
      const { config } = layer.about;
      const checked = checkForward(config, given, (cache) => openCache(cache, layer));
      return Object.assign(checked, { config, changes: layer.changes });
    },
    beside: (_, { cache }) => (cache === null ? null : cache.state),
  },
  stateDict: { check: ({ about: { config } }) => ({ config }) },
  loadStateDict: {
    check: ({ about: { config } }, [state]) => ({
      config,
      parameters: checkStateDict(config, state),
    }),
    changes: true,
  },

  createCache: {
    check({ about: { config } }, [options]) {
      const { numKvHeads, headDim, valueHeadDim } = config;
      const extraLen = extraKeys(config);
      return { ...checkCache(options), numKvHeads, headDim, valueHeadDim, extraLen };
    },
  },
  /** Shortens the cache by counting: the next call that needs its keys has the core forget the others. */
  truncate: {
    check({ about: { lengthToBe } }, [length]) {
      return { pastLen: lengthToBe, keyLen: checkTruncation(length, lengthToBe) - lengthToBe };
    },
    beside: (cache) => cache,
    counts: true,
  },

  attentionWindow: { check: ({ about: { maps } }, [window]) => checkWindow(maps, window) },
  backward: {
    check({ about: { of, layer, changes } }, [gradOutput, options]) {
      const checked = checkBackward(of, gradOutput, options);
      if (layer?.disposed) throw disposed('layer');
      if (layer !== null && layer.changes !== changes) throw parametersChanged();
      return Object.assign(checked, { of });
    },
    beside: ({ about: { layer } }) => layer,
  },
};

export const operations = tableOf(asked);

/**
 * The facts about a cache that a call needs.
 *
 * @param {unknown} value
 * @param {State} layer
 */
function openCache(value, layer) {
  const cache = stateOf(value);
  if (cache?.kind !== 'cache') throw wrongKind('cache', 'a cache from createCache', value);
  if (cache.about.layer !== layer) throw wrongKind('cache', "a cache of this layer's", value);
  expectReady(cache);
  const { batch, capacity, lengthToBe } = cache.about;
  return { batch, capacity, length: lengthToBe, state: cache };
}
