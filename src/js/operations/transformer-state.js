// A transformer's parameters between its state dict, under the names of torch.nn.TransformerEncoder, and the core's
// buffers, which have attention's three input matrices apart.

import { count, numbers } from '../arguments/numbers.js';
import { checkParameters } from '../arguments/state-dict.js';
import { lengthOf, partOf } from '../arguments/typed-array.js';
import { joined } from './results.js';

/** @import { Core, TransformerHandle } from '../host/core.js' */
/** @import { ResolvedTransformerConfig } from '../types/training.js' */
/** @import { FloatTensor } from '../types/index.js' */
/** @import { Expected } from './results.js' */

/**
 * @typedef {object} Entry
 * @property {number[]} shape
 * @property {string[]} buffers of the core, equally long, in the order of the entry's rows
 */

/**
 * @param {ResolvedTransformerConfig} config
 * @returns {Record<string, Entry>} in torch's order, what stands before and after its encoder around it
 */
function entriesOf(config) {
  const { vocabSize, contextLen, embedDim, numHeads, headDim, numLayers, mlpDim } = config;
  const heads = numHeads * headDim;
  /** @type {Record<string, Entry>} */
  const entries = {};
  /** @param {string} name @param {number[]} shape @param {string[]} [buffers] */
  const add = (name, shape, buffers = [name]) => {
    entries[name] = { shape, buffers };
  };
  /** @param {string} name @param {number[]} shape @param {string[]} [weights] @param {string[]} [biases] */
  const addWithBias = (name, shape, weights, biases) => {
    add(`${name}weight`, shape, weights);
    if (config.bias) add(`${name}bias`, shape.slice(0, 1), biases);
  };
  add('embedding.weight', [vocabSize, embedDim]);
  if (config.positions === 'learned') add('positions.weight', [contextLen, embedDim]);
  for (let layer = 0; layer < numLayers; layer++) {
    const name = `layers.${layer}.`;
    const attention = `${name}self_attn.`;
    /** @param {...string} parts */
    const of = (...parts) => parts.map((part) => attention + part);
    addWithBias(
      `${attention}in_proj_`,
      [3 * heads, embedDim],
      of('w_q', 'w_k', 'w_v'),
      of('b_q', 'b_k', 'b_v'),
    );
    addWithBias(`${attention}out_proj.`, [embedDim, heads], of('w_o'), of('b_o'));
    if (mlpDim > 0) {
      addWithBias(`${name}linear1.`, [mlpDim, embedDim]);
      addWithBias(`${name}linear2.`, [embedDim, mlpDim]);
    }
    if (config.norm === 'none') continue;
    addWithBias(`${name}norm1.`, [embedDim]);
    if (mlpDim > 0) addWithBias(`${name}norm2.`, [embedDim]);
  }
  if (config.finalNorm) addWithBias('norm.', [embedDim]);
  if (!config.tied) add('unembedding.weight', [vocabSize, embedDim]);
  return entries;
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {unknown} state
 * @returns {Record<string, FloatTensor>} every parameter
 */
export function checkTransformerState(config, state) {
  const shapes = Object.fromEntries(
    Object.entries(entriesOf(config)).map(([name, { shape }]) => [name, shape]),
  );
  return checkParameters(shapes, state, 'transformer');
}

/**
 * @param {ResolvedTransformerConfig} config
 * @returns {Record<string, Expected>} every parameter
 */
export function stateOfTransformer(config) {
  /** @type {Record<string, Expected>} */
  const state = {};
  for (const [name, { shape, buffers }] of Object.entries(entriesOf(config))) {
    const length = count(shape) / buffers.length;
    const parts = buffers.map((buffer) => ({ name: buffer, length }));
    state[name] = joined(shape, parts, (core, buffer, handle) => core.addressIn(handle, buffer));
  }
  return state;
}

/**
 * The optimiser starts over: its moments belong to the earlier values.
 *
 * @param {Core} core
 * @param {TransformerHandle} handle
 * @param {ResolvedTransformerConfig} config
 * @param {Record<string, FloatTensor>} state checked
 */
export function writeTransformerState(core, handle, config, state) {
  /** @type {{ address: number, part: Float32Array }[]} */
  const parts = [];
  for (const [name, { buffers }] of Object.entries(entriesOf(config))) {
    const data = numbers(state[name], name);
    const length = lengthOf(data) / buffers.length;
    for (const [at, buffer] of buffers.entries()) {
      const part = partOf(data, at * length, (at + 1) * length);
      parts.push({ address: core.addressIn(handle, buffer), part });
    }
  }
  for (const { address, part } of parts) core.write(address, part); // all or none
  core.call(() => handle.forgetSteps());
}
