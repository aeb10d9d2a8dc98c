// Names and shapes of a layer's parameters, like torch.nn.MultiheadAttention's; the check of a state dict, and the core's
// buffers of each parameter.

import { formatShape, shorten, wrongKind } from '../arguments/errors.ts';
import { suggestion } from '../arguments/nearest.ts';
import { isRecord } from '../arguments/options.ts';
import { expectShape, numbers, toTensor, partOf } from '../arguments/tensor.ts';
import { joined } from '../runtime/results.ts';
import { BIAS, hasBias } from './config.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { LayerHandle } from '../runtime/core-module.ts';
import type { Core } from '../runtime/core.ts';
import type { ResultTensor } from '../runtime/results.ts';
import type { FloatTensor, ResolvedConfig } from '../types/index.ts';

/** Whether each of the four linear maps has a bias. */
export function biasesOf(config: Pick<ResolvedConfig, 'bias'>) {
  const places = Object.keys(BIAS) as (keyof typeof BIAS)[];
  return Object.fromEntries(places.map((place) => [place, hasBias(config, place)])) as Record<
    keyof typeof BIAS,
    boolean
  >;
}

/**
 * The shape of each parameter. in_proj_weight and in_proj_bias have the rows of q (H E), k (Hkv E) and v (Hkv Ev), in this
 * order. in_proj_weight exists only if the three inputs have the same width, in_proj_bias only if all three have a bias.
 *
 * @returns in torch's order
 */
export function parameterShapes(config: ResolvedConfig): Record<string, number[]> {
  const { embedDim, keyDim, valueDim, outputDim, numHeads, numKvHeads, headDim, valueHeadDim } =
    config;
  const [q, k, v] = [numHeads * headDim, numKvHeads * headDim, numKvHeads * valueHeadDim];
  const shapes: Record<string, number[]> = {};
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

/** A layer with every kind of parameter; the variants below cover separate matrices and separate biases. */
const SAMPLE = {
  ...{ embedDim: 1, keyDim: 1, valueDim: 1, outputDim: 1, seed: 0 },
  ...{ numHeads: 1, numKvHeads: 1, headDim: 1, valueHeadDim: 1 },
  ...{ bias: true, addBiasKv: true, addZeroAttention: false },
  queryKeyNorm: { type: 'layer', over: 'head', epsilon: 1e-5, plusOne: false },
} as const;

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
 * Checks a state dict before any parameter is changed.
 *
 * @returns every parameter, in torch's order
 */
export function checkStateDict(
  config: ResolvedConfig,
  state: unknown,
  precision: Precision = 'float32',
): Record<string, FloatTensor> {
  return checkParameters(parameterShapes(config), state, 'layer', precision);
}

/**
 * @param shapes of all parameters
 * @param owner owner of the parameters, in errors
 * @param title name of the state in errors
 * @returns in the order of `shapes`
 */
export function checkParameters(
  shapes: Record<string, number[]>,
  state: unknown,
  owner: string,
  precision: Precision,
  title: string = 'state',
): Record<string, FloatTensor> {
  if (!isRecord(state)) throw wrongKind(title, 'an object of tensors', state);
  const where = title === 'state' ? '' : `${title}.`;
  const names = Object.keys(shapes);
  for (const name of Object.keys(state)) {
    if (Object.hasOwn(shapes, name) || state[name] === undefined) continue;
    const near = suggestion(name, names) || `: this ${owner} has ${names.join(', ')}`;
    throw new TypeError(`unknown parameter ${where}${shorten(name)}${near}`);
  }
  const parameters: Record<string, FloatTensor> = {};
  for (const name of names) {
    const given = Object.hasOwn(state, name) ? state[name] : undefined;
    if (given === undefined)
      throw wrongKind(where + name, `a tensor of shape ${formatShape(shapes[name])}`, given);
    parameters[name] = toTensor(given, where + name, precision);
    expectShape(parameters[name].shape, where + name, shapes[name]);
  }
  return parameters;
}

/** The core's buffers of each parameter, in the order of its rows. */
const BUFFERS = {
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
} as Record<string, string[]>;

/** A parameter and the core's buffers of its rows, in order. */
export interface Entry {
  shape: number[];
  buffers: { name: string; length: number }[];
}

/** @returns every parameter, in torch's order */
export function entriesOf(config: ResolvedConfig): Record<string, Entry> {
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

/** @returns every parameter, in torch's order */
export function parametersOf(
  config: ResolvedConfig,
  addressOf: (core: Core, buffer: string) => number,
): Record<string, ResultTensor> {
  const entries = Object.entries(entriesOf(config));
  return Object.fromEntries(
    entries.map(([name, { shape, buffers }]) => [name, joined(name, shape, buffers, addressOf)]),
  );
}

/** Splits a parameter's numbers into the parts for its buffers. */
export function partsOf({ buffers }: Entry, data: Float32Array) {
  let end = 0;
  return buffers.map(({ name, length }) => ({ name, part: partOf(data, end, (end += length)) }));
}

/** @param state checked */
export function writeParameters(
  core: Core,
  layer: LayerHandle,
  config: ResolvedConfig,
  state: Record<string, FloatTensor>,
) {
  const parts = Object.entries(entriesOf(config)).flatMap(([name, entry]) =>
    partsOf(entry, numbers(state[name], name)).map((of) => ({
      address: core.addressIn(layer, of.name),
      part: of.part,
    })),
  );
  for (const { address, part } of parts) core.write(address, part); // all checks are done: all are written
  core.call(() => layer.pack());
}

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
}: ResolvedConfig): Record<string, number> {
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
