// The gradients of attention and of the layer: the steps of attention.ts and layer.ts taken back, last first. Each gradient
// says how much sum(output * gradOutput) changes with the number it belongs to.

import { extraKeys } from '../layer/config.ts';
import { allKeys, firstKey, forEachQuery } from './attention.ts';
import { distanceOf, maskIndex } from './masks.ts';
import { mergeHeads, splitHeads } from './heads.ts';
import { takeFromSequence } from './keys.ts';
import { linearBackward } from './linear.ts';
import { normalizeBackward, normsOf } from './norm.ts';
import { numbersByName } from './parameters.ts';
import type { CheckedCall, CheckedOptions } from '../attention/options.ts';
import type { BackwardCall, Differentiable } from '../attention/gradients.ts';
import type { CheckedForward } from '../layer/forward.ts';
import type { ResolvedConfig } from '../types/index.ts';
import type { Activations, Sizes } from './attention.ts';
import type { LayerActivations } from './layer.ts';
import type { Parameters } from './parameters.ts';
import type { NamedNumbers } from './results.ts';

type Numbers = ArrayLike<number>;

/** gradients of attention's inputs */
interface Placed {
  /** (B, H, L, E) */
  query: Float64Array;
  /** (B, Hkv, T, E) */
  key: Float64Array;
  /** (B, Hkv, T, Ev) */
  value: Float64Array;
  /** (H) */
  sinks: Float64Array;
  /** of the bias of each, as long as it is; empty for the others */
  masks: Float64Array[];
  /** (H) */
  slopes: Float64Array;
}

/**
 * A key without a share of the attention is left out, not multiplied by 0: what it holds may be NaN.
 *
 * @param gradHeads of z, (B, H, L, Ev)
 */
function attendBackward(
  options: CheckedOptions,
  sizes: Sizes,
  activations: Activations,
  gradHeads: Numbers,
): Placed {
  const { query, key, value, softcapped, attention, logSumExp } = activations;
  const { headDim, valueHeadDim } = sizes;
  const scale = Math.fround(options.scale);
  const keys = allKeys(sizes);
  const of = {
    query: new Float64Array(query.length),
    key: new Float64Array(key.length),
    value: new Float64Array(value.length),
    sinks: new Float64Array(sizes.numHeads),
    masks: options.masks.map(
      ({ kind, data }) => new Float64Array(kind === 'bias' ? data.length : 0),
    ),
    slopes: new Float64Array(sizes.numHeads),
  };
  forEachQuery(sizes, (b, h, i, row) => {
    const attended = Array.from({ length: keys }, (_, j) => j).filter(
      (j) => attention[row * keys + j] !== 0,
    );
    // 6. z_i = sum_j attention_ij v_j
    const ofAttention = new Float64Array(keys);
    for (const j of attended) {
      const v = firstKey(sizes, b, h) + j;
      for (let d = 0; d < valueHeadDim; d++) {
        const ofHead = gradHeads[row * valueHeadDim + d];
        ofAttention[j] += ofHead * value[v * valueHeadDim + d];
        of.value[v * valueHeadDim + d] += ofHead * attention[row * keys + j];
      }
    }
    // 5. The shares are of 1: what one gains the others lose, as they share it.
    const mean = attended.reduce((sum, j) => sum + attention[row * keys + j] * ofAttention[j], 0);
    const sink = options.sinks?.data[h] ?? -Infinity;
    if (sink !== -Infinity) of.sinks[h] -= Math.exp(sink - logSumExp[row]) * mean;
    for (const j of attended) {
      const cell = row * keys + j;
      let ofScore = attention[cell] * (ofAttention[j] - mean);
      // 4. Biases are added: each has the gradient of the score, wherever it was added.
      if (j < sizes.pastLen + sizes.keyLen) {
        options.masks.forEach((mask, at) => {
          if (mask.kind === 'bias') of.masks[at][maskIndex(mask, b, h, i, j)] += ofScore;
        });
        of.slopes[h] -= ofScore * distanceOf(options, sizes, b, i, j);
      }
      // 3. softcapped = softcap * tanh(score / softcap), and the slope of tanh is 1 - tanh^2
      if (options.softcap > 0) ofScore *= 1 - (softcapped[cell] / options.softcap) ** 2;
      // 2. score = scale * (q . k)
      const ofProduct = scale * ofScore;
      // 1. q . k = sum_e q_e k_e
      const k = firstKey(sizes, b, h) + j;
      for (let e = 0; e < headDim; e++) {
        of.query[row * headDim + e] += ofProduct * key[k * headDim + e];
        of.key[k * headDim + e] += ofProduct * query[row * headDim + e];
      }
    }
  });
  return of;
}

/** @returns the gradients by the names of the operation's results */
export function attentionBackward(
  call: CheckedCall,
  activations: Activations,
  { gradOutput, of: { biases } }: BackwardCall,
): NamedNumbers {
  const placed = attendBackward(call, { ...call, extraLen: 0 }, activations, gradOutput.data);
  const { query, key, value } = takeFromSequence(call, 0, placed);
  return { grad_query: query, grad_key: key, grad_value: value, ...addendsOf(placed, biases) };
}

/** The gradients of the terms in the scores' sum: sinks, one mask's bias, ALiBi's slopes. */
function addendsOf({ sinks, masks, slopes }: Placed, biases: Differentiable['biases']) {
  const bias = biases.length === 1 && { grad_bias: masks[biases[0].index] };
  return { grad_sinks: sinks, ...bias, grad_slopes: slopes };
}

/** @returns the gradients by the names of the operation's results */
export function forwardBackward(
  config: ResolvedConfig,
  parameters: Parameters,
  call: CheckedForward,
  activations: LayerActivations,
  { gradOutput, of: { inputs, biases } }: BackwardCall,
): NamedNumbers {
  const { numHeads, numKvHeads, queryLen, keyLen, headDim, valueHeadDim } = call;
  const { W_Q, W_K, W_V, W_O } = parameters;

  // 5. output = concatenated W_O^T + b_O
  const width = numHeads * valueHeadDim;
  const ofOutput = linearBackward(activations.concatenated, W_O, gradOutput.data, width);

  // 4. concatenated = Concat(z_1 ... z_H)
  const ofHeads = splitHeads(ofOutput.x, queryLen, numHeads, valueHeadDim);

  // 3. z_i = attention of q_i, k_i, v_i, and of the layer's own keys
  const sizes = { ...call, extraLen: extraKeys(config) };
  const placed = attendBackward(call, sizes, activations.attended, ofHeads);
  const own = takeLearned(config, call, placed);

  // 2. Rows normalised, cut into heads, turned, put behind the past
  const taken = takeFromSequence(call, sizes.extraLen, placed);
  const ofNormalQ = mergeHeads(taken.query, queryLen, numHeads, headDim);
  const ofNormalK = mergeHeads(taken.key, keyLen, numKvHeads, headDim);
  const ofV = mergeHeads(taken.value, keyLen, numKvHeads, valueHeadDim);
  const norms = normsOf(config, parameters);
  const ofQ = normalizeBackward(norms.query, activations.projectedQuery, ofNormalQ);
  const ofK = normalizeBackward(norms.key, activations.projectedKey, ofNormalK);

  // 1. Q = x W_Q^T + b_Q, and so on
  const Q = linearBackward(call.query.data, W_Q, ofQ.x, config.embedDim);
  const K = linearBackward(call.key.data, W_K, ofK.x, config.keyDim);
  const V = linearBackward(call.value.data, W_V, ofV, config.valueDim);

  // An input that served as another too has the gradients of both.
  const key = inputs.value ? K.x : sum(K.x, V.x);
  const query = inputs.key ? Q.x : sum(Q.x, key);
  return {
    grad_query: query,
    grad_key: key,
    grad_value: V.x,
    ...addendsOf(placed, biases),
    ...numbersByName(config, {
      W_Q: Q.weight,
      W_K: K.weight,
      W_V: V.weight,
      W_O: ofOutput.weight,
      b_Q: Q.bias,
      b_K: K.bias,
      b_V: V.bias,
      b_O: ofOutput.bias,
      q_norm: ofQ.weight,
      k_norm: ofK.weight,
      q_norm_bias: ofQ.bias,
      k_norm_bias: ofK.bias,
      ...own,
    }),
  };
}

/** The key and value that the layer learns are the same in every sequence: a sum over the batch. */
function takeLearned(config: ResolvedConfig, call: CheckedForward, { key, value }: Placed) {
  const { batch, numKvHeads, pastLen, keyLen } = call;
  const keys = pastLen + keyLen + extraKeys(config);
  const learned = (numbers: Float64Array, width: number) => {
    const total = new Float64Array(config.addBiasKv ? numKvHeads * width : 0);
    for (let at = 0; at < batch * total.length; at++) {
      const row = Math.floor(at / width) * keys + pastLen + keyLen;
      total[at % total.length] += numbers[row * width + (at % width)];
    }
    return total;
  };
  return {
    bias_k: learned(key, config.headDim),
    bias_v: learned(value, config.valueHeadDim),
  };
}

function sum(a: Float64Array, b: Float64Array) {
  return a.map((number, at) => number + b[at]);
}
