// A transformer's parameters, and its optimiser's moments, between state dicts under the names of
// torch.nn.TransformerEncoder and the core's buffers, which have attention's three input matrices apart.

import { count, numbers } from '../arguments/numbers.js';
import { optionNames, readNested, toInteger } from '../arguments/options.js';
import { checkParameters } from '../arguments/state-dict.js';
import { lengthOf, partOf } from '../arguments/typed-array.js';
import { joined } from './results.js';

/** @import { TransformerHandle } from '../host/core-module.js' */
/** @import { Core } from '../host/core.js' */
/** @import { ResolvedTransformerConfig } from '../types/training.js' */
/** @import { FloatTensor } from '../types/index.js' */
/** @import { Expected } from './results.js' */

/**
 * @typedef {object} CheckedState
 * @property {ResolvedTransformerConfig} config
 * @property {(Record<string, FloatTensor> | null)[]} states of the parameters, the first moments and the second; null: not given
 * @property {number} step
 */

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

const OPTIMIZER = optionNames('step', 'first', 'second');

/**
 * @param {ResolvedTransformerConfig} config
 * @param {unknown} state
 * @param {string} [name] what it is called in errors
 * @returns {Record<string, FloatTensor>} a tensor for every parameter
 */
export function checkTransformerState(config, state, name) {
  const shapes = Object.fromEntries(
    Object.entries(entriesOf(config)).map(([name, { shape }]) => [name, shape]),
  );
  return checkParameters(shapes, state, 'transformer', 'float32', name);
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {unknown} state
 * @returns {CheckedState}
 */
export function checkOptimizerState(config, state) {
  const { step, first, second } = readNested(state, 'state', OPTIMIZER);
  return {
    config,
    step: toInteger(step, 'step', 0),
    states: [
      null,
      checkTransformerState(config, first, 'first'),
      second === undefined ? null : checkTransformerState(config, second, 'second'),
    ],
  };
}

/**
 * @param {Core} core
 * @param {TransformerHandle} handle
 * @param {string} name of a buffer
 * @param {number} moment 0: its values; 1 and 2: the optimiser's first and second moment of it
 */
function addressOf(core, handle, name, moment) {
  return core.addressIn({ address: (length) => handle.address(length, moment) }, name);
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {number} moment see addressOf
 * @returns {Record<string, Expected>} every parameter
 */
export function stateOfTransformer(config, moment) {
  /** @type {Record<string, Expected>} */
  const state = {};
  for (const [name, { shape, buffers }] of Object.entries(entriesOf(config))) {
    const length = count(shape) / buffers.length;
    const parts = buffers.map((buffer) => ({ name: buffer, length }));
    const find = (
      /** @type {Core} */ core,
      /** @type {string} */ buffer,
      /** @type {any} */ handle,
    ) => addressOf(core, handle, buffer, moment);
    state[name] = joined(shape, parts, find, moment > 0); // the first step makes the moments
  }
  return state;
}

/**
 * Parameters that are replaced reset the optimiser: its moments belong to the earlier values.
 *
 * @param {Core} core
 * @param {TransformerHandle} handle
 * @param {CheckedState} checked
 */
export function writeTransformerState(core, handle, { config, states, step }) {
  /** @type {{ address: number, part: Float32Array }[]} */
  const parts = [];
  for (const [name, { buffers }] of Object.entries(entriesOf(config))) {
    for (const [moment, state] of states.entries()) {
      if (state === null) continue;
      const data = numbers(state[name], name);
      const length = lengthOf(data) / buffers.length;
      for (const [at, buffer] of buffers.entries()) {
        const part = partOf(data, at * length, (at + 1) * length);
        parts.push({ address: addressOf(core, handle, buffer, moment), part });
      }
    }
  }
  core.call(() => handle.resetOptimizer(step));
  for (const { address, part } of parts) core.write(address, part); // all or none
}
