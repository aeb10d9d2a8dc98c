// Copies a transformer's parameters and its optimiser's moments between state dicts and the core's buffers. State dicts have
// the names of torch.nn.TransformerEncoder; the core has attention's three input matrices in separate buffers.

import { optionNames, readNested, toInteger } from '../arguments/options.js';
import { count, numbers } from '../arguments/tensor.js';
import { checkParameters, entriesOf as entriesOfLayer, partsOf } from '../layer/parameters.js';
import { joined } from '../runtime/results.js';
import { hasBias, layerOf } from './config.js';

/** @import { Entry } from '../layer/parameters.js' */
/** @import { TransformerHandle } from '../runtime/core-module.js' */
/** @import { Core } from '../runtime/core.js' */
/** @import { Expected } from '../runtime/results.js' */
/** @import { FloatTensor } from '../types/index.js' */
/** @import { ResolvedTransformerConfig } from '../types/training.js' */

/**
 * @typedef {object} CheckedState
 * @property {ResolvedTransformerConfig} config
 * @property {(Record<string, FloatTensor> | null)[]} states parameters, first and second moments; null: not given
 * @property {number} step
 */

/**
 * @param {ResolvedTransformerConfig} config
 * @returns {Record<string, Entry>} in torch's order, with the embeddings before the encoder and the unembedding after it
 */
function entriesOf(config) {
  const { vocabSize, contextLen, embedDim, numLayers, mlpDim, norm, normType } = config;
  const attention = Object.entries(entriesOfLayer(layerOf(config)));
  /** @type {Record<string, Entry>} */
  const entries = {};
  const add = (/** @type {string} */ name, /** @type {number[]} */ ...shape) => {
    entries[name] = { shape, buffers: [{ name, length: count(shape) }] };
  };
  const addNorm = (/** @type {string} */ name) => {
    add(`${name}.weight`, embedDim);
    if (hasBias(config, 'norm') && normType === 'layer') add(`${name}.bias`, embedDim);
  };
  const addNorms = (/** @type {string} */ name) => {
    if (norm !== 'none') addNorm(name);
    if (norm === 'sandwich') addNorm(`${name}_inside`);
  };
  const addLinear = (
    /** @type {string} */ name,
    /** @type {number} */ outputs,
    /** @type {number} */ inputs,
  ) => {
    add(`${name}.weight`, outputs, inputs);
    if (hasBias(config, 'mlp')) add(`${name}.bias`, outputs);
  };
  add('embedding.weight', vocabSize, embedDim);
  if (config.positions === 'learned') add('positions.weight', contextLen, embedDim);
  for (let n = 0; n < numLayers; n++) {
    for (const [name, { shape, buffers }] of attention) {
      entries[`layers.${n}.self_attn.${name}`] = {
        shape,
        buffers: buffers.map(({ name, length }) => ({
          name: `layers.${n}.self_attn.${name}`,
          length,
        })),
      };
    }
    if (mlpDim > 0) {
      addLinear(`layers.${n}.linear1`, config.gated ? 2 * mlpDim : mlpDim, embedDim);
      addLinear(`layers.${n}.linear2`, embedDim, mlpDim);
    }
    addNorms(`layers.${n}.norm1`);
    if (mlpDim > 0) addNorms(`layers.${n}.norm2`);
  }
  if (config.finalNorm) addNorm('norm');
  if (!config.tied) add('unembedding.weight', vocabSize, embedDim);
  return entries;
}

const OPTIMIZER = optionNames('step', 'first', 'second');

/**
 * @param {ResolvedTransformerConfig} config
 * @returns {Record<string, number[]>} the shape of every parameter
 */
export function shapesOf(config) {
  return Object.fromEntries(
    Object.entries(entriesOf(config)).map(([name, { shape }]) => [name, shape]),
  );
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {unknown} state
 * @param {string} [name] name of the state dict in errors
 * @returns {Record<string, FloatTensor>} a tensor for every parameter
 */
export function checkTransformerState(config, state, name) {
  return checkParameters(shapesOf(config), state, 'transformer', 'float32', name);
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
 * @param {string} name name of a buffer
 * @param {number} moment 0: the parameter itself; 1 and 2: the optimiser's first and second moment of it
 */
function addressOf(core, handle, name, moment) {
  return core.addressIn({ address: (length) => handle.address(length, moment) }, name);
}

/**
 * @param {ResolvedTransformerConfig} config
 * @param {Core} core
 * @param {TransformerHandle} handle
 * @param {number} moment see addressOf
 * @returns {Record<string, Expected>} every parameter
 */
export function stateOfTransformer(config, core, handle, moment) {
  /** @type {Record<string, Expected>} */
  const state = {};
  for (const [name, { shape, buffers }] of Object.entries(entriesOf(config))) {
    const find = (/** @type {Core} */ _, /** @type {string} */ buffer) =>
      addressOf(core, handle, buffer, moment);
    state[name] = joined(shape, buffers, find, moment > 0); // moments are zero until the first step allocates them
  }
  return state;
}

/**
 * Writes parameters or moments. New parameters reset the optimiser: its moments belong to the earlier values.
 *
 * @param {Core} core
 * @param {TransformerHandle} handle
 * @param {CheckedState} checked
 */
export function writeTransformerState(core, handle, { config, states, step }) {
  /** @type {{ address: number, part: Float32Array }[]} */
  const parts = [];
  for (const [name, entry] of Object.entries(entriesOf(config))) {
    for (const [moment, state] of states.entries()) {
      if (state === null) continue;
      for (const { name: buffer, part } of partsOf(entry, numbers(state[name], name)))
        parts.push({ address: addressOf(core, handle, buffer, moment), part });
    }
  }
  core.call(() => handle.resetOptimizer(step));
  for (const { address, part } of parts) core.write(address, part); // all checks are done: all are written
}
