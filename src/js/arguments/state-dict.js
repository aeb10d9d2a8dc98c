// The names and shapes of a layer's parameters, those of torch.nn.MultiheadAttention, and the check of a state dict. Copies
// no numbers.

import { formatShape, shorten, wrongKind } from './errors.js';
import { suggestion } from './nearest.js';
import { isRecord } from './options.js';
import { expectShape, toTensor } from './tensor.js';

/** @import { FloatTensor, ResolvedConfig } from '../types/index.js' */
/** @import { Precision } from './tensor.js' */

/**
 * Which of the four linear maps have a bias.
 *
 * @param {Pick<ResolvedConfig, 'bias'>} config
 */
export function biasesOf({ bias }) {
  if (typeof bias === 'boolean') return { query: bias, key: bias, value: bias, output: bias };
  return /** @type {Record<'query' | 'key' | 'value' | 'output', boolean>} */ (bias);
}

/**
 * The rows of in_proj_weight and in_proj_bias are those of q (H E), k (Hkv E) and v (Hkv Ev), in this order. The
 * one matrix exists only where the three inputs have one width, the one bias only where all three have one.
 *
 * @param {ResolvedConfig} config
 * @returns {Record<string, number[]>} in torch's order
 */
export function parameterShapes(config) {
  const { embedDim, keyDim, valueDim, outputDim, numHeads, numKvHeads, headDim, valueHeadDim } =
    config;
  const [q, k, v] = [numHeads * headDim, numKvHeads * headDim, numKvHeads * valueHeadDim];
  /** @type {Record<string, number[]>} */
  const shapes = {};
  if (keyDim === embedDim && valueDim === embedDim) {
    shapes.in_proj_weight = [q + k + v, embedDim];
  } else {
    shapes.q_proj_weight = [q, embedDim];
    shapes.k_proj_weight = [k, keyDim];
    shapes.v_proj_weight = [v, valueDim];
  }
  const bias = biasesOf(config);
  if (bias.query && bias.key && bias.value) shapes.in_proj_bias = [q + k + v];
  else {
    if (bias.query) shapes['q_proj.bias'] = [q];
    if (bias.key) shapes['k_proj.bias'] = [k];
    if (bias.value) shapes['v_proj.bias'] = [v];
  }
  if (config.addBiasKv) {
    shapes.bias_k = [1, 1, k];
    shapes.bias_v = [1, 1, v];
  }
  if (config.queryKeyNorm) {
    const { type, over } = config.queryKeyNorm;
    const wide = over === 'width';
    shapes['q_norm.weight'] = [wide ? q : headDim];
    if (type === 'layer') shapes['q_norm.bias'] = [wide ? q : headDim];
    shapes['k_norm.weight'] = [wide ? k : headDim];
    if (type === 'layer') shapes['k_norm.bias'] = [wide ? k : headDim];
  }
  shapes['out_proj.weight'] = [outputDim, numHeads * valueHeadDim];
  if (bias.output) shapes['out_proj.bias'] = [outputDim];
  return shapes;
}

/** A layer with every kind of parameter, once with inputs of one width and once of several. */
const SAMPLE = /** @type {const} */ ({
  ...{ embedDim: 1, keyDim: 1, valueDim: 1, outputDim: 1, seed: 0 },
  ...{ numHeads: 1, numKvHeads: 1, headDim: 1, valueHeadDim: 1 },
  ...{ bias: true, addBiasKv: true, addZeroAttention: false },
  queryKeyNorm: { type: 'layer', over: 'head', epsilon: 1e-5, plusOne: false },
});

/** Every name that a layer's state dict can have. */
export const PARAMETER_NAMES = [
  ...new Set(
    [
      SAMPLE,
      { ...SAMPLE, keyDim: 2, bias: { query: true, key: false, value: true, output: true } },
      { ...SAMPLE, bias: { query: false, key: true, value: false, output: true } },
    ].flatMap((config) => Object.keys(parameterShapes(config))),
  ),
];

/**
 * Checks a state dict before anything is changed.
 *
 * @param {ResolvedConfig} config
 * @param {unknown} state
 * @param {Precision} [precision]
 * @returns {Record<string, FloatTensor>} every parameter, in torch's order
 */
export function checkStateDict(config, state, precision = 'float32') {
  return checkParameters(parameterShapes(config), state, 'layer', precision);
}

/**
 * @param {Record<string, number[]>} shapes of all parameters
 * @param {unknown} state
 * @param {string} owner owner of the parameters, in errors
 * @param {Precision} [precision]
 * @param {string} [title] name of the state in errors
 * @returns {Record<string, FloatTensor>} in the order of `shapes`
 */
export function checkParameters(shapes, state, owner, precision = 'float32', title = 'state') {
  if (!isRecord(state)) throw wrongKind(title, 'an object of tensors', state);
  const where = title === 'state' ? '' : `${title}.`;
  const names = Object.keys(shapes);
  for (const name of Object.keys(state)) {
    if (Object.hasOwn(shapes, name) || state[name] === undefined) continue;
    const near = suggestion(name, names) || `: this ${owner} has ${names.join(', ')}`;
    throw new TypeError(`unknown parameter ${where}${shorten(name)}${near}`);
  }
  /** @type {Record<string, FloatTensor>} */
  const parameters = {};
  for (const name of names) {
    const given = Object.hasOwn(state, name) ? state[name] : undefined;
    if (given === undefined)
      throw wrongKind(where + name, `a tensor of shape ${formatShape(shapes[name])}`, given);
    parameters[name] = toTensor(given, where + name, precision);
    expectShape(parameters[name].shape, where + name, shapes[name]);
  }
  return parameters;
}
