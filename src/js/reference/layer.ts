// The multi-head layer (Vaswani et al. 2017, section 3.2.2), one step after the other:
//
//   head_i = Attention(x W_Q^i, x W_K^i, x W_V^i)        output = Concat(head_1 ... head_H) W_O + b_O
//
// Only one linear map is between x and a head's queries, keys or values.

import { extraKeys } from '../layer/config.ts';
import { attend, inputOf, addPositionsAndPast } from './attention.ts';
import { appendExtraKeys } from './keys.ts';
import { linear } from './linear.ts';
import { normsOf } from './norm.ts';
import { projectionsOf } from './parameters.ts';
import { SEAMS } from './seams.ts';
import type { CheckedForward } from '../layer/forward.ts';
import type { ResolvedConfig } from '../types/index.ts';
import type { Activations } from './attention.ts';
import type { Norm } from './norm.ts';
import type { Parameters, Projection } from './parameters.ts';
import type { Part, Seams } from './seams.ts';
import type { DoubleTensor } from './types.ts';

type Numbers = ArrayLike<number>;

export interface LayerActivations {
  /** (B, L, H E) */
  projectedQuery: Float64Array;
  /** (B, S, Hkv E) */
  projectedKey: Float64Array;
  /** (B, H, L, E) */
  query: Float64Array;
  /** (B, Hkv, P + S, E) */
  key: Float64Array;
  /** (B, Hkv, P + S, Ev) */
  value: Float64Array;
  /** the intermediates of attention, with the extra keys */
  attended: Activations;
  /** (B, L, T) */
  meanAttention: Float64Array;
  /** (B, L, H Ev) */
  concatenated: Float64Array;
  /** (B, H, L, outputDim) */
  contributions: Float64Array;
  /** (B, L, outputDim) */
  output: Float64Array;
}

export function forward(
  config: ResolvedConfig,
  parameters: Parameters,
  call: CheckedForward,
): LayerActivations {
  const { numHeads, queryLen, valueHeadDim, replace } = call;
  const layer = {
    config,
    projections: projectionsOf(parameters),
    norms: normsOf(config, parameters),
  };
  const { W_O } = parameters;

  // 1. and 2. Three linear maps, for all heads at once:    Q = x W_Q^T + b_Q, and so on
  //           Then the norm, if the layer has one, the split into heads, positions and the past: q_i, k_j, v_j of every head
  const prepare = (part: Part) => {
    const rows = SEAMS.project(inputOf(call, part), layer.projections[part], part); // (B, L, H E)
    return { rows, heads: addPositionsAndPast(SEAMS, call, split(SEAMS, layer, rows, part), part) };
  };
  const [Q, K, V] = [prepare('query'), prepare('key'), prepare('value')];
  const replaced = doubles(replace);
  const replacedOr = (part: Part, { data, shape }: DoubleTensor) => ({
    data: replaced[part] ?? data,
    shape,
  });
  const query = replacedOr('query', Q.heads); // (B, H, L, E)
  const key = replacedOr('key', K.heads); //     (B, Hkv, P + S, E)
  const value = replacedOr('value', V.heads); // (B, Hkv, P + S, Ev)

  // 3. Attention for each head:                            z_i = softmax(Q_i K_i^T * scale + masks) V_i
  const all = {
    query,
    key: appendExtraKeys(config, key, parameters.bias_k), //     (B, Hkv, T, E)
    value: appendExtraKeys(config, value, parameters.bias_v), // (B, Hkv, T, Ev)
  };
  const attended = attend(call, extraKeys(config), all, replaced);

  // 4. The outputs of each token's heads, concatenated:    concatenated = Concat(z_1 ... z_H)
  const z = { data: attended.heads, shape: [call.batch, numHeads, queryLen, valueHeadDim] };
  const concatenated = SEAMS.concatenate(z); // (B, L, H Ev)

  // 5. The contribution of each head, and their sum:       output = sum_i z_i W_O^i + b_O
  const contributions = forEachHead(call, config.outputDim, (h, part) =>
    linear(part(attended.heads), headOf(config, W_O, h), null, valueHeadDim),
  ); // (B, H, L, outputDim)
  const output = SEAMS.output(concatenated, layer.projections.output); // (B, L, outputDim)

  return {
    projectedQuery: Q.rows.data,
    projectedKey: K.rows.data,
    query: query.data,
    key: key.data,
    value: value.data,
    attended,
    meanAttention: meanOverHeads(call, attended.attention), // (B, L, T)
    concatenated: concatenated.data,
    contributions,
    output: output.data,
  };
}

/** the parts of a layer that the steps before attention need */
interface Layer {
  config: ResolvedConfig;
  projections: Record<Part, Projection>;
  norms: { query: Norm | null; key: Norm | null };
}

/**
 * Normalises rows, and splits them into heads.
 *
 * @param rows (B, L, H E)
 * @returns (B, H, L, E)
 */
export function split(
  seams: Seams,
  { config, norms }: Layer,
  rows: DoubleTensor,
  part: Part,
): DoubleTensor {
  const normal = part === 'value' ? rows : seams.normalize(rows, norms[part], part);
  return seams.split(normal, part === 'query' ? config.numHeads : config.numKvHeads, part);
}

/**
 * The columns of W_O for one head, W_O^i.
 *
 * @param W_O (outputDim, H Ev)
 * @returns (outputDim, Ev)
 */
export function headOf(
  { numHeads, valueHeadDim, outputDim }: ResolvedConfig,
  W_O: Numbers,
  head: number,
): Float64Array {
  const columns = new Float64Array(outputDim * valueHeadDim);
  for (let at = 0; at < columns.length; at++) {
    const o = Math.floor(at / valueHeadDim);
    const d = at % valueHeadDim;
    columns[at] = W_O[(o * numHeads + head) * valueHeadDim + d];
  }
  return columns;
}

/**
 * Makes a (B, H, L, width) array from the (L, width) that `compute` returns for each head. `part` reads the head's rows of a
 * (B, H, L, Ev) array.
 */
export function forEachHead(
  { batch, numHeads, queryLen, valueHeadDim }: CheckedForward,
  width: number,
  compute: (h: number, part: (heads: Float64Array) => Float64Array) => Float64Array,
) {
  const all = new Float64Array(batch * numHeads * queryLen * width);
  const size = queryLen * valueHeadDim;
  for (let at = 0; at < batch * numHeads; at++) {
    const rows = compute(at % numHeads, (heads) => heads.subarray(at * size, (at + 1) * size));
    all.set(rows, at * queryLen * width);
  }
  return all;
}

/**
 * Averages the maps over the heads.
 *
 * @param maps (B, H, L, T)
 * @returns (B, L, T)
 */
export function meanOverHeads(
  { batch, numHeads }: { batch: number; numHeads: number },
  maps: Float64Array,
): Float64Array {
  const size = batch === 0 ? 0 : maps.length / (batch * numHeads);
  const mean = new Float64Array(batch * size);
  maps.forEach((weight, at) => {
    const b = Math.floor(at / (size * numHeads));
    mean[b * size + (at % size)] += weight / numHeads;
  });
  return mean;
}

function doubles(
  replace: CheckedForward['replace'],
): Partial<Record<keyof CheckedForward['replace'], Float64Array>> {
  return Object.fromEntries(
    Object.entries(replace).map(([name, { data }]) => [name, new Float64Array(data)]),
  );
}
