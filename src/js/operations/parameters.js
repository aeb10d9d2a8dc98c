// The layer's parameters between torch's state dict and the core's buffers, which are one per matrix.

import { numbers } from '../arguments/numbers.js';
import { parameterShapes } from '../arguments/state-dict.js';
import { partOf } from '../arguments/typed-array.js';
import { joined } from './results.js';

/** @import { LayerHandle } from '../host/core-module.js' */
/** @import { Core } from '../host/core.js' */
/** @import { Expected } from './results.js' */
/** @import { FloatTensor, ResolvedConfig } from '../types/index.js' */

/** The buffers that each parameter of the state dict is made of, in the order of its rows. */
const BUFFERS = /** @type {Record<string, string[]>} */ ({
  in_proj_weight: ['w_q', 'w_k', 'w_v'],
  q_proj_weight: ['w_q'],
  k_proj_weight: ['w_k'],
  v_proj_weight: ['w_v'],
  in_proj_bias: ['b_q', 'b_k', 'b_v'],
  'q_proj.bias': ['b_q'],
  'k_proj.bias': ['b_k'],
  'v_proj.bias': ['b_v'],
  bias_k: ['bias_k'],
  bias_v: ['bias_v'],
  'q_norm.weight': ['q_norm'],
  'q_norm.bias': ['q_norm_bias'],
  'k_norm.weight': ['k_norm'],
  'k_norm.bias': ['k_norm_bias'],
  'out_proj.weight': ['w_o'],
  'out_proj.bias': ['b_o'],
});

/**
 * @param {ResolvedConfig} config
 * @param {(core: Core, buffer: string, layer: any) => number} addressOf
 * @returns {Record<string, Expected>} every parameter, in torch's order
 */
export function parametersOf(config, addressOf) {
  const lengths = bufferLengths(config);
  /** @type {Record<string, Expected>} */
  const parameters = {};
  for (const [name, shape] of Object.entries(parameterShapes(config))) {
    const buffers = BUFFERS[name].map((buffer) => ({ name: buffer, length: lengths[buffer] }));
    parameters[name] = joined(shape, buffers, addressOf);
  }
  return parameters;
}

/**
 * @param {Core} core
 * @param {LayerHandle} layer
 * @param {ResolvedConfig} config
 * @param {Record<string, FloatTensor>} state checked
 */
export function writeParameters(core, layer, config, state) {
  const lengths = bufferLengths(config);
  const parts = Object.entries(state).flatMap(([name, tensor]) => {
    const data = numbers(tensor, name);
    let end = 0;
    return BUFFERS[name].map((buffer) => {
      const part = partOf(data, end, (end += lengths[buffer]));
      return { address: core.addressIn(layer, buffer), part };
    });
  });
  for (const { address, part } of parts) core.write(address, part); // all or none
  core.call(() => layer.pack());
}

/**
 * @param {ResolvedConfig} config
 * @returns {Record<string, number>}
 */
function bufferLengths({
  embedDim,
  keyDim,
  valueDim,
  outputDim,
  numHeads,
  numKvHeads,
  headDim,
  valueHeadDim,
  queryKeyNorm,
}) {
  const wide = queryKeyNorm && queryKeyNorm.over === 'width';
  const [q, k, v] = [numHeads * headDim, numKvHeads * headDim, numKvHeads * valueHeadDim];
  return {
    w_q: q * embedDim,
    w_k: k * keyDim,
    w_v: v * valueDim,
    w_o: outputDim * numHeads * valueHeadDim,
    b_q: q,
    b_k: k,
    b_v: v,
    b_o: outputDim,
    bias_k: k,
    bias_v: v,
    q_norm: wide ? q : headDim,
    q_norm_bias: wide ? q : headDim,
    k_norm: wide ? k : headDim,
    k_norm_bias: wide ? k : headDim,
  };
}
