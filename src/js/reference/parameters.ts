// The layer's parameters by the paper's names, their initial values, and the conversion from and to torch's names.

import { biasesOf, parameterShapes } from '../layer/parameters.ts';
import { STREAMS, xavier } from './random.ts';
import type { ResolvedConfig } from '../types/index.ts';

type Numbers = ArrayLike<number>;

/**
 * Matrices are (out features, in features), so that y = x W^T + b; the rows of each head are consecutive.
 */
export interface Parameters {
  /** (H E, embedDim) */
  W_Q: Numbers;
  /** (Hkv E, keyDim) */
  W_K: Numbers;
  /** (Hkv Ev, valueDim) */
  W_V: Numbers;
  /** (outputDim, H Ev) */
  W_O: Numbers;
  /** (H E); null where the linear map has no bias */
  b_Q: Numbers | null;
  /** (Hkv E) */
  b_K: Numbers | null;
  /** (Hkv Ev) */
  b_V: Numbers | null;
  /** (outputDim) */
  b_O: Numbers | null;
  /** (Hkv E); empty without addBiasKv */
  bias_k: Numbers;
  /** (Hkv Ev) */
  bias_v: Numbers;
  /** (E), or (H E) over the width; empty without queryKeyNorm */
  q_norm: Numbers;
  /** (E), or (Hkv E) */
  k_norm: Numbers;
  /** null unless the norm is a LayerNorm */
  q_norm_bias: Numbers | null;
  k_norm_bias: Numbers | null;
}

/** A linear map: weight (out, in), bias (out) */
export type Projection = { weight: Numbers; bias: Numbers | null };

/** The four linear maps. */
export function projectionsOf({
  W_Q,
  W_K,
  W_V,
  W_O,
  b_Q,
  b_K,
  b_V,
  b_O,
}: Parameters): Record<'query' | 'key' | 'value' | 'output', Projection> {
  return {
    query: { weight: W_Q, bias: b_Q },
    key: { weight: W_K, bias: b_K },
    value: { weight: W_V, bias: b_V },
    output: { weight: W_O, bias: b_O },
  };
}

export function initialParameters(config: ResolvedConfig): Parameters {
  const { embedDim, keyDim, valueDim, outputDim, addBiasKv, seed } = config;
  const bias = biasesOf(config);
  const [q, k, v] = projectedWidths(config);
  const z = config.numHeads * config.valueHeadDim;
  const zeros = (wanted: boolean, count: number) => (wanted ? new Float64Array(count) : null);
  return {
    W_Q: xavier(q, embedDim, seed, STREAMS.W_Q),
    W_K: xavier(k, keyDim, seed, STREAMS.W_K),
    W_V: xavier(v, valueDim, seed, STREAMS.W_V),
    W_O: xavier(outputDim, z, seed, STREAMS.W_O),
    b_Q: zeros(bias.query, q),
    b_K: zeros(bias.key, k),
    b_V: zeros(bias.value, v),
    b_O: zeros(bias.output, outputDim),
    bias_k: addBiasKv ? xavier(1, k, seed, STREAMS.bias_k) : [],
    bias_v: addBiasKv ? xavier(1, v, seed, STREAMS.bias_v) : [],
    ...initialNorms(config),
  };
}

function initialNorms(config: ResolvedConfig) {
  const { queryKeyNorm, headDim } = config;
  if (!queryKeyNorm) return { q_norm: [], k_norm: [], q_norm_bias: null, k_norm_bias: null };
  const { type, over, plusOne } = queryKeyNorm;
  const [q, k] = over === 'head' ? [headDim, headDim] : projectedWidths(config);
  const gain = (width: number) => new Float64Array(width).fill(plusOne ? 0 : 1);
  const shift = (width: number) => (type === 'layer' ? new Float64Array(width) : null);
  return { q_norm: gain(q), k_norm: gain(k), q_norm_bias: shift(q), k_norm_bias: shift(k) };
}

/** @returns a copy of the numbers, by torch's names and in torch's layouts */
export function numbersByName(
  config: ResolvedConfig,
  parameters: Parameters,
): Record<string, Float64Array> {
  const { W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O, bias_k, bias_v } = parameters;
  const parts: Record<string, (Numbers | null)[]> = {
    in_proj_weight: [W_Q, W_K, W_V],
    q_proj_weight: [W_Q],
    k_proj_weight: [W_K],
    v_proj_weight: [W_V],
    in_proj_bias: [b_Q, b_K, b_V],
    'q_proj.bias': [b_Q],
    'k_proj.bias': [b_K],
    'v_proj.bias': [b_V],
    bias_k: [bias_k],
    bias_v: [bias_v],
    'q_norm.weight': [parameters.q_norm],
    'q_norm.bias': [parameters.q_norm_bias],
    'k_norm.weight': [parameters.k_norm],
    'k_norm.bias': [parameters.k_norm_bias],
    'out_proj.weight': [W_O],
    'out_proj.bias': [b_O],
  };
  const entries = Object.keys(parameterShapes(config)).map((name) => [
    name,
    Float64Array.from(parts[name].flatMap((part) => Array.from(part ?? []))),
  ]);
  return Object.fromEntries(entries);
}

/** @param state torch's names and layouts, already checked */
export function fromStateDict(
  config: ResolvedConfig,
  state: Record<string, { data: Numbers }>,
): Parameters {
  const widths = projectedWidths(config);
  const numbers = (name: string) => new Float64Array(state[name]?.data ?? []);
  const [W_Q, W_K, W_V] = state.in_proj_weight
    ? cut(
        numbers('in_proj_weight'),
        widths.map((width) => width * config.embedDim),
      )
    : [numbers('q_proj_weight'), numbers('k_proj_weight'), numbers('v_proj_weight')];
  const bias = (name: string) => (state[name] ? numbers(name) : null);
  const [b_Q, b_K, b_V] = state.in_proj_bias
    ? cut(numbers('in_proj_bias'), widths)
    : [bias('q_proj.bias'), bias('k_proj.bias'), bias('v_proj.bias')];
  return {
    W_Q,
    W_K,
    W_V,
    W_O: numbers('out_proj.weight'),
    b_Q,
    b_K,
    b_V,
    b_O: bias('out_proj.bias'),
    bias_k: numbers('bias_k'),
    bias_v: numbers('bias_v'),
    q_norm: numbers('q_norm.weight'),
    k_norm: numbers('k_norm.weight'),
    q_norm_bias: bias('q_norm.bias'),
    k_norm_bias: bias('k_norm.bias'),
  };
}

/** @returns the widths of queries, keys and values, each with all heads */
function projectedWidths({
  numHeads,
  numKvHeads,
  headDim,
  valueHeadDim,
}: ResolvedConfig): [number, number, number] {
  return [numHeads * headDim, numKvHeads * headDim, numKvHeads * valueHeadDim];
}

function cut(numbers: Float64Array, lengths: readonly number[]) {
  let end = 0;
  return lengths.map((length) => numbers.subarray(end, (end += length)));
}
