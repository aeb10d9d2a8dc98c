// Runs the cases of keras.layers.MultiHeadAttention and GroupQueryAttention as calls of headwise,
// and translates their options. The data has Keras's own words; generate.py makes it.

import { forward } from '../../conformance/suite.js';
import { checkAll } from '../support/checks.js';
import { bringOver } from '../support/dense-heads.js';
import { openGolden, reshape } from '../support/golden.js';

/** @import { PlainMask, ForwardOptions, Mask } from '../../../src/js/types/index.ts' */
/** @import { Read } from '../../conformance/pack.js' */
/** @import { LayerCall, Suite } from '../../conformance/suite.js' */
/** @import { Golden, Stored } from '../support/golden.js' */

/**
 * The configuration that the kernels' shapes do not tell.
 *
 * @typedef {{ sliding_window?: number }} Config
 *
 * @typedef {object} Options
 * @property {{ tensor: string }} [attention_mask] (B, T, S), or with heads
 * @property {{ tensor: string }} [query_mask] (B, T)
 * @property {{ tensor: string }} [value_mask] (B, S)
 * @property {{ tensor: string }} [key_mask] (B, S)
 * @property {boolean} [use_causal_mask]
 * @property {boolean} return_attention_scores
 *
 * @typedef {Stored<Config, Options>} KerasCase
 */

/**
 * @param {Read} read
 * @returns {Promise<Suite>}
 */
export async function loadKeras(read) {
  /** @type {Golden<KerasCase>} */
  const golden = await openGolden(read, 'golden/keras/cases.safetensors.gz');
  return {
    name: 'Keras, both layers',
    version: golden.version,
    cases: golden.cases.map((one) => ({
      name: one.name,
      async run(engine, oracle) {
        const call = toCall(golden, one);
        const found = await forward(engine, oracle, call);
        const scale = 1 / Math.sqrt(/** @type {number} */ (call.config.headDim));
        return checkAll(golden, one, found, scale);
      },
    })),
    leftOut: [],
  };
}

/**
 * @param {Golden<any>} golden
 * @param {KerasCase} one
 * @returns {LayerCall}
 */
function toCall(golden, one) {
  const { query, value = query, key = value } = golden.all(one, one.inputs);
  const parameters = golden.all(one, one.parameters);
  const options = toOptions(golden, one.config, one.options);
  return { ...bringOver(parameters, 'attention_output'), query, key, value, options };
}

/**
 * True = may attend, in each of their masks. A window of n is of n - 1 keys on either side.
 *
 * @param {Golden<any>} golden
 * @param {Config} config
 * @param {Options} given
 * @returns {ForwardOptions}
 */
function toOptions(golden, { sliding_window: size }, given) {
  /** @type {Mask[]} */
  const mask = [];
  const bools = (/** @type {{ tensor: string }} */ kept) =>
    /** @type {PlainMask} */ (golden.stored(kept));
  if (given.attention_mask) {
    const attend = bools(given.attention_mask);
    const [batch, ...rest] = attend.shape;
    mask.push({ attend: rest.length === 2 ? reshape(attend, batch, 1, ...rest) : attend });
  }
  if (given.query_mask) {
    const attend = bools(given.query_mask);
    mask.push({ attend: reshape(attend, attend.shape[0], 1, attend.shape[1], 1) });
  }
  if (given.key_mask) {
    const attend = bools(given.key_mask);
    mask.push({ attend: reshape(attend, attend.shape[0], 1, 1, attend.shape[1]) });
  }
  return {
    mask,
    keyPaddingMask: given.value_mask && { attend: bools(given.value_mask) },
    causal: given.use_causal_mask,
    window: size === undefined ? undefined : { left: size - 1, right: size - 1 },
    attention: given.return_attention_scores,
  };
}
