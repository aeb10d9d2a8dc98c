// Runs the cases of flax.linen.MultiHeadDotProductAttention, flax.nnx.MultiHeadAttention and
// flax.linen.dot_product_attention as calls of headwise, and translates their options. The data has
// Flax's own words; generate.py makes it.

import { attend, forward } from '../../conformance/suite.js';
import { splitHeads } from '../../conformance/tensors.js';
import { checkAll } from '../support/checks.js';
import { bringOver } from '../support/dense-heads.js';
import { openGolden, reshape } from '../support/golden.js';

/** @import { PlainMask, PlainTensor, Mask } from '../../../src/js/types/index.ts' */
/** @import { Read } from '../../conformance/pack.js' */
/** @import { AttentionCall, LayerCall, Suite } from '../../conformance/suite.js' */
/** @import { Golden, Stored } from '../support/golden.js' */

/**
 * @typedef {object} Options
 * @property {{ tensor: string }} [mask]
 * @property {{ tensor: string }} [bias] of the function
 * @property {boolean} [is_causal] of nnx
 * @property {boolean} [sow_weights]
 *
 * @typedef {Stored<unknown, Options> & { call: 'linen' | 'nnx' | 'dot_product_attention' }} FlaxCase
 */

/**
 * @param {Read} read
 * @returns {Promise<Suite>}
 */
export async function loadFlax(read) {
  /** @type {Golden<FlaxCase>} */
  const golden = await openGolden(read, 'golden/flax/cases.safetensors.gz');
  return {
    name: 'Flax, layers and function',
    version: golden.version,
    cases: golden.cases.map((one) => ({
      name: one.name,
      async run(engine, oracle) {
        if (one.call === 'dot_product_attention') {
          const call = toFunctionCall(golden, one);
          const found = await attend(engine, oracle, call);
          const scale = 1 / Math.sqrt(call.query.shape[3]);
          return checkAll(golden, one, found, scale, (_place, tensor) => byHead(tensor));
        }
        const call = toLayerCall(golden, one);
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
 * @param {FlaxCase} one
 * @returns {LayerCall}
 */
function toLayerCall(golden, one) {
  const { mask, is_causal, sow_weights } = one.options;
  const { inputs_q, inputs_k, inputs_v } = golden.all(one, one.inputs);
  return {
    ...bringOver(golden.all(one, one.parameters), 'out'),
    query: inputs_q,
    key: inputs_k,
    value: inputs_v,
    options: {
      mask: mask && { attend: bools(golden, mask) },
      causal: is_causal,
      attention: sow_weights,
    },
  };
}

/**
 * @param {Golden<any>} golden
 * @param {FlaxCase} one
 * @returns {AttentionCall}
 */
function toFunctionCall(golden, one) {
  const { query, key, value } = golden.all(one, one.inputs);
  /** @type {Mask[]} */
  const mask = [];
  if (one.options.bias)
    mask.push({ bias: /** @type {PlainTensor} */ (golden.stored(one.options.bias)) });
  if (one.options.mask) mask.push({ attend: bools(golden, one.options.mask) });
  return { query: byHead(query), key: byHead(key), value: byHead(value), options: { mask } };
}

/**
 * Their masks are boolean, true = may attend.
 *
 * @param {Golden<any>} golden
 * @param {{ tensor: string }} kept
 */
function bools(golden, kept) {
  return /** @type {PlainMask} */ (golden.stored(kept));
}

/**
 * (B, L, H, E) becomes (B, H, L, E).
 *
 * @param {PlainTensor} tensor
 * @returns {PlainTensor}
 */
function byHead(tensor) {
  const [batch, length, heads, width] = tensor.shape;
  return splitHeads(reshape(tensor, batch, length, heads * width), heads);
}
