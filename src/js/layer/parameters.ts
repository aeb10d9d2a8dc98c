// Names and shapes of a layer's parameters, like torch.nn.MultiheadAttention's; the check of a state dict, and the core's
// buffers of each parameter.

import { formatShape, shorten, wrongKind } from '../arguments/errors.ts';
import { suggestion } from '../arguments/nearest.ts';
import { isRecord } from '../arguments/options.ts';
import { expectShape, numbers, toTensor } from '../arguments/tensor.ts';
import { partOf } from '../arguments/typed-arrays.ts';
import { joined } from '../runtime/results.ts';
import { BIAS, hasBias } from './config.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { LayerHandle } from '../runtime/core-module.ts';
import type { Core } from '../runtime/core.ts';
import type { ResultTensor } from '../runtime/results.ts';
import type { PlainTensor, ResolvedConfig } from '../types/index.ts';

/** Whether each of the four linear maps has a bias. */
export function biasesOf(config: Pick<ResolvedConfig, 'bias'>) {
  const places = Object.keys(BIAS) as (keyof typeof BIAS)[];
  return Object.fromEntries(places.map((place) => [place, hasBias(config, place)])) as Record<
    keyof typeof BIAS,
    boolean
  >;
}

/** A parameter and the core's buffers of its rows, in order. */
export interface Entry {
  shape: number[];
  buffers: { name: string; length: number }[];
}

/**
 * The table of a layer's parameters: their names and shapes, and the core's buffers of their rows. in_proj_weight and in_proj_bias
 * have the rows of q (H E), k (Hkv E) and v (Hkv Ev), in this order. in_proj_weight exists only if the three inputs have the
 * same width, in_proj_bias only if all three have a bias.
 *
 * @returns in torch's order
 */
export function entriesOf(config: ResolvedConfig): Record<string, Entry> {
  const { embedDim, keyDim, valueDim, outputDim, numHeads, numKvHeads, headDim, valueHeadDim } =
    config;
  const [q, k, v] = [numHeads * headDim, numKvHeads * headDim, numKvHeads * valueHeadDim];
  const entries: Record<string, Entry> = {};
  /** @param rows of each buffer */
  const addMatrix = (name: string, columns: number, rows: Record<string, number>) => {
    const buffers = Object.entries(rows).map(([name, rows]) => ({ name, length: rows * columns }));
    const count = Object.values(rows).reduce((sum, rows) => sum + rows, 0);
    entries[name] = { shape: [count, columns], buffers };
  };
  const addVector = (name: string, lengths: Record<string, number>) => {
    addMatrix(name, 1, lengths);
    entries[name].shape.pop();
  };
  if (keyDim === embedDim && valueDim === embedDim) {
    addMatrix('in_proj_weight', embedDim, { w_q: q, w_k: k, w_v: v });
  } else {
    addMatrix('q_proj_weight', embedDim, { w_q: q });
    addMatrix('k_proj_weight', keyDim, { w_k: k });
    addMatrix('v_proj_weight', valueDim, { w_v: v });
  }
  const bias = biasesOf(config);
  if (bias.query && bias.key && bias.value) {
    addVector('in_proj_bias', { b_q: q, b_k: k, b_v: v });
  } else {
    if (bias.query) addVector('q_proj.bias', { b_q: q });
    if (bias.key) addVector('k_proj.bias', { b_k: k });
    if (bias.value) addVector('v_proj.bias', { b_v: v });
  }
  if (config.addBiasKv) {
    entries.bias_k = { shape: [1, 1, k], buffers: [{ name: 'bias_k', length: k }] };
    entries.bias_v = { shape: [1, 1, v], buffers: [{ name: 'bias_v', length: v }] };
  }
  if (config.queryKeyNorm) {
    const { type, over } = config.queryKeyNorm;
    for (const [name, width] of [
      ['q_norm', over === 'width' ? q : headDim],
      ['k_norm', over === 'width' ? k : headDim],
    ] as const) {
      addVector(`${name}.weight`, { [name]: width });
      if (type === 'layer') addVector(`${name}.bias`, { [`${name}_bias`]: width });
    }
  }
  addMatrix('out_proj.weight', numHeads * valueHeadDim, { w_o: outputDim });
  if (bias.output) addVector('out_proj.bias', { b_o: outputDim });
  return entries;
}

/** @returns the shape of every parameter, in torch's order */
export function parameterShapes(config: ResolvedConfig): Record<string, number[]> {
  const entries = Object.entries(entriesOf(config));
  return Object.fromEntries(entries.map(([name, { shape }]) => [name, shape]));
}

/** A layer with every kind of parameter; the variants below cover separate matrices and separate biases. */
const SAMPLE = {
  ...{ embedDim: 1, keyDim: 1, valueDim: 1, outputDim: 1, seed: 0 },
  ...{ numHeads: 1, numKvHeads: 1, headDim: 1, valueHeadDim: 1 },
  ...{ bias: true, addBiasKv: true, addZeroAttention: false, defaults: {} },
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
): Record<string, PlainTensor> {
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
): Record<string, PlainTensor> {
  if (!isRecord(state)) throw wrongKind(title, 'an object of tensors', state);
  const where = title === 'state' ? '' : `${title}.`;
  const names = Object.keys(shapes);
  for (const name of Object.keys(state)) {
    if (Object.hasOwn(shapes, name) || state[name] === undefined) continue;
    const near = suggestion(name, names) || `: this ${owner} has ${names.join(', ')}`;
    throw new TypeError(`unknown parameter ${where}${shorten(name)}${near}`);
  }
  const parameters: Record<string, PlainTensor> = {};
  for (const name of names) {
    const given = Object.hasOwn(state, name) ? state[name] : undefined;
    if (given === undefined)
      throw wrongKind(where + name, `a tensor of shape ${formatShape(shapes[name])}`, given);
    parameters[name] = toTensor(given, where + name, precision);
    expectShape(parameters[name].shape, where + name, shapes[name]);
  }
  return parameters;
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
  state: Record<string, PlainTensor>,
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
