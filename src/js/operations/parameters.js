// A layer's config as the core describes it, and its parameters between torch's state dict and the core's buffers, which are
// one per matrix.

import { numbers } from '../arguments/numbers.js';
import { biasesOf, parameterShapes } from '../arguments/state-dict.js';
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
 * @param {Core} core
 * @param {ResolvedConfig} config
 */
export function describeLayer(core, config) {
  const { seed: _, bias: given, queryKeyNorm: norm, ...fields } = config;
  const bias = biasesOf({ bias: given });
  return core.describe('LayerConfig', {
    ...fields,
    queryKeyNorm: norm !== false,
    normCentered: norm && norm.type === 'layer',
    normPerHead: norm && norm.over === 'head',
    normPlusOne: norm && norm.plusOne,
    normEpsilon: norm ? norm.epsilon : 0,
    queryBias: bias.query,
    keyBias: bias.key,
    valueBias: bias.value,
    outputBias: bias.output,
  });
}

/**
 * A parameter and the core's buffers that hold it, in the order of its rows.
 *
 * @typedef {object} Entry
 * @property {number[]} shape
 * @property {{ name: string, length: number }[]} buffers
 */

/**
 * @param {ResolvedConfig} config
 * @returns {Record<string, Entry>} every parameter, in torch's order
 */
export function entriesOf(config) {
  const lengths = bufferLengths(config);
  const shapes = Object.entries(parameterShapes(config));
  return Object.fromEntries(
    shapes.map(([name, shape]) => [
      name,
      {
        shape,
        buffers: BUFFERS[name].map((buffer) => ({ name: buffer, length: lengths[buffer] })),
      },
    ]),
  );
}

/**
 * @param {ResolvedConfig} config
 * @param {(core: Core, buffer: string, layer: any) => number} addressOf
 * @returns {Record<string, Expected>} every parameter, in torch's order
 */
export function parametersOf(config, addressOf) {
  const entries = Object.entries(entriesOf(config));
  return Object.fromEntries(
    entries.map(([name, { shape, buffers }]) => [name, joined(shape, buffers, addressOf)]),
  );
}

/**
 * The part of a parameter's numbers that each of its buffers holds.
 *
 * @param {Entry} entry
 * @param {Float32Array} data
 */
export function partsOf({ buffers }, data) {
  let end = 0;
  return buffers.map(({ name, length }) => ({ name, part: partOf(data, end, (end += length)) }));
}

/**
 * @param {Core} core
 * @param {LayerHandle} layer
 * @param {ResolvedConfig} config
 * @param {Record<string, FloatTensor>} state checked
 */
export function writeParameters(core, layer, config, state) {
  const parts = Object.entries(entriesOf(config)).flatMap(([name, entry]) =>
    partsOf(entry, numbers(state[name], name)).map((of) => ({
      address: core.addressIn(layer, of.name),
      part: of.part,
    })),
  );
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
