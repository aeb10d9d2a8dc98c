// Converts weights of Keras and Flax to torch's state dict. Their kernels are (in features, heads,
// width of a head), with y = x W; torch's are (out features, in features), with the heads in order
// of rows and y = x W^T.

import { transpose } from '../../conformance/tensors.js';
import { reshape } from './golden.js';

/** @import { PlainTensor, MultiHeadAttentionConfig } from '../../../src/js/types/index.ts' */

/**
 * Reads the whole config from the shapes of the kernels.
 *
 * @param {Record<string, PlainTensor>} parameters query, key and value, each /kernel (D, H, width) and perhaps /bias
 *   (H, width); the output has /kernel (H, Ev, O) and /bias (O)
 * @param {string} out the framework's name for the output's
 * @returns {{ config: MultiHeadAttentionConfig, state: Record<string, PlainTensor> }}
 */
export function bringOver(parameters, out) {
  const [q, k, v, o] = ['query', 'key', 'value', out].map((name) => parameters[`${name}/kernel`]);
  const [embedDim, numHeads, headDim] = q.shape;
  const [keyDim, numKvHeads] = k.shape;
  const [valueDim, , valueHeadDim] = v.shape;
  const [, , outputDim] = o.shape;
  const bias = `${out}/bias` in parameters;

  const [W_Q, W_K, W_V] = [q, k, v].map(({ data, shape: [width, heads, each] }) =>
    transpose({ data, shape: [width, heads * each] }),
  );
  const W_O = transpose(reshape(o, numHeads * valueHeadDim, outputDim));
  /** @type {Record<string, PlainTensor>} */
  const state = { 'out_proj.weight': W_O };
  if (keyDim === embedDim && valueDim === embedDim) state.in_proj_weight = below(W_Q, W_K, W_V);
  else Object.assign(state, { q_proj_weight: W_Q, k_proj_weight: W_K, v_proj_weight: W_V });
  if (bias) {
    const flat = ['query', 'key', 'value'].map((name) => {
      const { data } = parameters[`${name}/bias`];
      return { data, shape: [data.length] };
    });
    state.in_proj_bias = below(...flat);
    state['out_proj.bias'] = parameters[`${out}/bias`];
  }
  const config = {
    embedDim,
    numHeads,
    numKvHeads,
    headDim,
    valueHeadDim,
    keyDim,
    valueDim,
    outputDim,
    bias,
  };
  return { config, state };
}

/**
 * One below the other.
 *
 * @param {...PlainTensor} parts (rows, ...) of one width
 * @returns {PlainTensor}
 */
function below(...parts) {
  const data = Float32Array.from(parts.flatMap((part) => Array.from(part.data)));
  const rows = parts.reduce((sum, { shape }) => sum + shape[0], 0);
  return { data, shape: [rows, ...parts[0].shape.slice(1)] };
}
