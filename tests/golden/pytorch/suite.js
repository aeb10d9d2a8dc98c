// Runs the cases of torch.nn.MultiheadAttention and scaled_dot_product_attention as calls of
// headwise, and translates their options. The data uses torch's names; generate.py makes it.

import { attend, forward } from '../../conformance/suite.js';
import { checkAll } from '../support/checks.js';
import { openGolden, reshape } from '../support/golden.js';

/** @import { PlainMask, PlainTensor, ForwardOptions, Mask, MultiHeadAttentionConfig } from '../../../src/js/types/index.ts' */
/** @import { Read } from '../../conformance/pack.js' */
/** @import { AttentionCall, LayerCall, Suite } from '../../conformance/suite.js' */
/** @import { Golden, Stored } from '../support/golden.js' */

/**
 * @typedef {object} LayerConfig
 * @property {number} embed_dim
 * @property {number} num_heads
 * @property {boolean} [bias]
 * @property {boolean} [add_bias_kv]
 * @property {boolean} [add_zero_attn]
 * @property {number} [kdim]
 * @property {number} [vdim]
 * @property {boolean} [batch_first]
 *
 * @typedef {object} LayerOptions
 * @property {{ tensor: string }} [attn_mask]
 * @property {{ tensor: string }} [key_padding_mask]
 * @property {boolean} need_weights
 * @property {boolean} average_attn_weights
 * @property {boolean} is_causal
 *
 * @typedef {object} FunctionOptions
 * @property {{ tensor: string }} [attn_mask]
 * @property {boolean} [is_causal]
 * @property {number} [scale]
 * @property {boolean} [enable_gqa] headwise needs no option: it reads the shapes
 *
 * @typedef {Stored<LayerConfig, LayerOptions> & { call: 'MultiheadAttention' }} LayerCase
 * @typedef {Stored<undefined, FunctionOptions> & { call: 'scaled_dot_product_attention' }}
 * FunctionCase
 */

/**
 * @param {Read} read
 */
export async function openPyTorch(read) {
  /** @type {Golden<LayerCase | FunctionCase>} */
  const golden = await openGolden(read, 'golden/pytorch/cases.safetensors.gz');
  return golden;
}

/**
 * @param {Read} read
 * @returns {Promise<Suite>}
 */
export async function loadPyTorch(read) {
  const golden = await openPyTorch(read);
  return {
    name: 'PyTorch, layer and function',
    version: golden.version,
    cases: golden.cases.map((one) => ({
      name: one.name,
      async run(engine, oracle) {
        const arrange = (/** @type {string} */ place, /** @type {PlainTensor} */ tensor) =>
          toOurs(one, place, tensor);
        if (one.call === 'MultiheadAttention') {
          const found = await forward(engine, oracle, toLayerCall(golden, one));
          const scale = 1 / Math.sqrt(one.config.embed_dim / one.config.num_heads);
          return checkAll(golden, one, found, scale, arrange);
        }
        const call = toFunctionCall(golden, one);
        const found = await attend(engine, oracle, call);
        const { scale = 1 / Math.sqrt(/** @type {number} */ (call.query.shape.at(-1))) } =
          one.options;
        return checkAll(golden, one, found, scale, arrange);
      },
    })),
    leftOut: [],
  };
}

/**
 * The gradient of the output, and the gradients of inputs and parameters, by torch's names; null
 * for a case without gradients.
 *
 * @param {Golden<any>} golden
 * @param {LayerCase | FunctionCase} one
 * @returns {{ gradOutput: PlainTensor, gradients: Record<string, PlainTensor> } | null}
 */
export function gradientsOf(golden, one) {
  if (one.gradOutput === undefined || one.gradients === undefined) return null;
  /** @type {Record<string, PlainTensor>} */
  const gradients = {};
  for (const [name, kept] of Object.entries(one.gradients)) {
    gradients[name] = toOurs(one, name, golden.floats(one, kept));
  }
  const gradOutput = toOurs(one, 'output', golden.floats(one, one.gradOutput));
  return { gradOutput, gradients };
}

// ---- the layer -------------------------------------------------------------------------------------------------

/**
 * @param {Golden<any>} golden
 * @param {LayerCase} one
 * @returns {LayerCall}
 */
export function toLayerCall(golden, one) {
  const { config, options } = one;
  const { query, key, value } = inputsOf(golden, one);
  return {
    config: toConfig(config),
    state: golden.all(one, one.parameters),
    query,
    key,
    value,
    options: toLayerOptions(golden, options, config.num_heads, query.shape.length === 3),
  };
}

/**
 * @param {LayerConfig} config
 * @returns {MultiHeadAttentionConfig}
 */
function toConfig({ embed_dim, num_heads, bias, add_bias_kv, add_zero_attn, kdim, vdim }) {
  return {
    embedDim: embed_dim,
    numHeads: num_heads,
    bias,
    addBiasKv: add_bias_kv,
    addZeroAttention: add_zero_attn,
    keyDim: kdim,
    valueDim: vdim,
  };
}

/**
 * A boolean mask of the layer marks the ignored keys; a float mask is added.
 *
 * @param {Golden<any>} golden
 * @param {LayerOptions} options
 * @param {number} heads
 * @param {boolean} batched
 * @returns {ForwardOptions}
 */
function toLayerOptions(golden, options, heads, batched) {
  /** @type {Mask[]} */
  const masks = [];
  /** @type {ForwardOptions} */
  const given = {
    mask: masks,
    causal: options.is_causal,
    attention: options.need_weights,
    averageHeads: options.average_attn_weights,
  };
  if (options.attn_mask) {
    const mask = golden.stored(options.attn_mask);
    const [first, ...rest] = mask.shape; // (L, S), or (B * H, L, S)
    const perHead = rest.length === 2 && batched;
    masks.push(toMask(perHead ? reshape(mask, first / heads, heads, ...rest) : mask, 'ignore'));
  }
  if (options.key_padding_mask) {
    const mask = golden.stored(options.key_padding_mask); // (B, S) or (S)
    const { data, shape } = mask;
    if (data instanceof Uint8Array) given.keyPaddingMask = { ignore: { data, shape } };
    else masks.push(toMask(batched ? reshape(mask, shape[0], 1, 1, shape[1]) : mask, 'ignore'));
  }
  return given;
}

// ---- the function ----------------------------------------------------------------------------------------------

/**
 * @param {Golden<any>} golden
 * @param {FunctionCase} one
 * @returns {AttentionCall}
 */
export function toFunctionCall(golden, one) {
  const { attn_mask, is_causal, scale } = one.options;
  const { query, key, value } = inputsOf(golden, one);
  return {
    query,
    key,
    value,
    options: {
      mask: attn_mask && toMask(golden.stored(attn_mask), 'attend'),
      causal: is_causal,
      scale,
    },
  };
}

// ---- both ------------------------------------------------------------------------------------------------------

/**
 * @param {PlainTensor | PlainMask} mask
 * @param {'attend' | 'ignore'} meaning of true, in a boolean one; a float one is added
 * @returns {Mask}
 */
function toMask({ data, shape }, meaning) {
  if (data instanceof Float32Array) return { bias: { data, shape } };
  return meaning === 'attend' ? { attend: { data, shape } } : { ignore: { data, shape } };
}

/**
 * @param {Golden<any>} golden
 * @param {LayerCase | FunctionCase} one
 */
function inputsOf(golden, one) {
  const inputs = golden.all(one, one.inputs);
  for (const name of Object.keys(inputs)) inputs[name] = toOurs(one, name, inputs[name]);
  return inputs;
}

/**
 * The layer has the sequence first by default, (L, B, width), and the function works without heads,
 * (L, E).
 *
 * @param {LayerCase | FunctionCase} one
 * @param {string} place inputs and output; maps and parameters stay as they are
 * @param {PlainTensor} tensor
 * @returns {PlainTensor}
 */
function toOurs(one, place, tensor) {
  const { shape } = tensor;
  if (!['query', 'key', 'value', 'output'].includes(place)) return tensor;
  if (one.call !== 'MultiheadAttention')
    return shape.length === 2 ? reshape(tensor, 1, ...shape) : tensor;
  return shape.length === 3 && !one.config.batch_first ? swapFirst(tensor) : tensor;
}

/**
 * (L, B, width) becomes (B, L, width).
 *
 * @param {PlainTensor} tensor
 * @returns {PlainTensor}
 */
function swapFirst({ data, shape }) {
  const [first, second, width] = shape;
  const swapped = new Float32Array(data.length);
  for (let a = 0; a < first; a++) {
    for (let b = 0; b < second; b++) {
      const row = data.subarray((a * second + b) * width, (a * second + b + 1) * width);
      swapped.set(row, (b * first + a) * width);
    }
  }
  return { data: swapped, shape: [second, first, width] };
}
