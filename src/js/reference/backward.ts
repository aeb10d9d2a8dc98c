// The gradients of attention and of the layer: the derivatives of the steps of attention.ts and layer.ts, last step first. Each
// number of a gradient is the derivative of sum(output * gradOutput).

import { extraKeys } from '../layer/config.ts';
import { allKeys, firstKey, forEachQuery } from './attention.ts';
import { distanceOf, maskIndex } from './masks.ts';
import { mergeHeads, splitHeads } from './heads.ts';
import { addPositionsAndPastBackward } from './keys.ts';
import { linearBackward } from './linear.ts';
import { normalizeBackward, normsOf } from './norm.ts';
import { numbersByName } from './parameters.ts';
import type { CheckedCall, CheckedOptions } from '../attention/schema.ts';
import type { BackwardCall, Differentiable } from '../attention/gradients.ts';
import type { CheckedForward } from '../layer/forward.ts';
import type { ResolvedConfig } from '../types/index.ts';
import type { Activations, Sizes } from './attention.ts';
import type { LayerActivations } from './layer.ts';
import type { Parameters } from './parameters.ts';
import type { NamedNumbers } from './results.ts';

type Numbers = ArrayLike<number>;

/** gradients of attention's inputs */
interface InputGradients {
  /** (B, H, L, E) */
  query: Float64Array;
  /** (B, Hkv, T, E) */
  key: Float64Array;
  /** (B, Hkv, T, Ev) */
  value: Float64Array;
  /** (H) */
  sinks: Float64Array;
  /** one for each mask, as long as its bias; empty for masks without a bias */
  masks: Float64Array[];
  /** (H) */
  slopes: Float64Array;
}

/**
 * The gradients of attention's inputs. A key with attention weight 0 is left out instead of multiplied by 0: its numbers may
 * be NaN.
 *
 * @param gradHeads the gradient of z, (B, H, L, Ev)
 */
function attendBackward(
  options: CheckedOptions,
  sizes: Sizes,
  activations: Activations,
  gradHeads: Numbers,
): InputGradients {
  const { query, key, value, softcapped, attention, logSumExp } = activations;
  const { headDim, valueHeadDim } = sizes;
  const scale = Math.fround(options.scale);
  const keys = allKeys(sizes);
  const grad = {
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
    const gradAttention = new Float64Array(keys);
    for (const j of attended) {
      const v = firstKey(sizes, b, h) + j;
      for (let d = 0; d < valueHeadDim; d++) {
        const gradHead = gradHeads[row * valueHeadDim + d];
        gradAttention[j] += gradHead * value[v * valueHeadDim + d];
        grad.value[v * valueHeadDim + d] += gradHead * attention[row * keys + j];
      }
    }
    // 5. The attention weights of a row sum to 1: if one increases, the others decrease.
    const mean = attended.reduce((sum, j) => sum + attention[row * keys + j] * gradAttention[j], 0);
    const sink = options.sinks?.data[h] ?? -Infinity;
    if (sink !== -Infinity) grad.sinks[h] -= Math.exp(sink - logSumExp[row]) * mean;
    for (const j of attended) {
      const cell = row * keys + j;
      let gradScore = attention[cell] * (gradAttention[j] - mean);
      // 4. The gradient of a bias is the sum of its scores' gradients.
      if (j < sizes.pastLen + sizes.keyLen) {
        options.masks.forEach((mask, at) => {
          if (mask.kind === 'bias') grad.masks[at][maskIndex(mask, b, h, i, j)] += gradScore;
        });
        grad.slopes[h] -= gradScore * distanceOf(options, sizes, b, i, j);
      }
      // 3. softcapped = softcap * tanh(score / softcap), and the slope of tanh is 1 - tanh^2
      if (options.softcap > 0) gradScore *= 1 - (softcapped[cell] / options.softcap) ** 2;
      // 2. score = scale * (q . k)
      const gradProduct = scale * gradScore;
      // 1. q . k = sum_e q_e k_e
      const k = firstKey(sizes, b, h) + j;
      for (let e = 0; e < headDim; e++) {
        grad.query[row * headDim + e] += gradProduct * key[k * headDim + e];
        grad.key[k * headDim + e] += gradProduct * query[row * headDim + e];
      }
    }
  });
  return grad;
}

/** @returns the gradients by the names of the operation's results */
export function attentionBackward(
  call: CheckedCall,
  activations: Activations,
  { gradOutput, of: { biases } }: BackwardCall,
): NamedNumbers {
  const grad = attendBackward(call, { ...call, extraLen: 0 }, activations, gradOutput.data);
  const { query, key, value } = addPositionsAndPastBackward(call, 0, grad);
  return { grad_query: query, grad_key: key, grad_value: value, ...addendsOf(grad, biases) };
}

/** The gradients of the terms in the scores' sum: sinks, one mask's bias, ALiBi's slopes. */
function addendsOf({ sinks, masks, slopes }: InputGradients, biases: Differentiable['biases']) {
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
  const gradOutputMap = linearBackward(activations.concatenated, W_O, gradOutput.data, width);

  // 4. concatenated = Concat(z_1 ... z_H)
  const gradHeads = splitHeads(gradOutputMap.x, queryLen, numHeads, valueHeadDim);

  // 3. z_i = attention of q_i, k_i, v_i, and of the extra keys
  const sizes = { ...call, extraLen: extraKeys(config) };
  const grad = attendBackward(call, sizes, activations.attended, gradHeads);
  const learned = learnedGradients(config, call, grad);

  // 2. The norm, the split into heads, positions, the past
  const newOnly = addPositionsAndPastBackward(call, sizes.extraLen, grad);
  const gradNormalQ = mergeHeads(newOnly.query, queryLen, numHeads, headDim);
  const gradNormalK = mergeHeads(newOnly.key, keyLen, numKvHeads, headDim);
  const gradV = mergeHeads(newOnly.value, keyLen, numKvHeads, valueHeadDim);
  const norms = normsOf(config, parameters);
  const gradQ = normalizeBackward(norms.query, activations.projectedQuery, gradNormalQ);
  const gradK = normalizeBackward(norms.key, activations.projectedKey, gradNormalK);

  // 1. Q = x W_Q^T + b_Q, and so on
  const Q = linearBackward(call.query.data, W_Q, gradQ.x, config.embedDim);
  const K = linearBackward(call.key.data, W_K, gradK.x, config.keyDim);
  const V = linearBackward(call.value.data, W_V, gradV, config.valueDim);

  // An input in two roles has the sum of both gradients.
  const key = inputs.value ? K.x : sum(K.x, V.x);
  const query = inputs.key ? Q.x : sum(Q.x, key);
  return {
    grad_query: query,
    grad_key: key,
    grad_value: V.x,
    ...addendsOf(grad, biases),
    ...numbersByName(config, {
      W_Q: Q.weight,
      W_K: K.weight,
      W_V: V.weight,
      W_O: gradOutputMap.weight,
      b_Q: Q.bias,
      b_K: K.bias,
      b_V: V.bias,
      b_O: gradOutputMap.bias,
      q_norm: gradQ.weight,
      k_norm: gradK.weight,
      q_norm_bias: gradQ.bias,
      k_norm_bias: gradK.bias,
      ...learned,
    }),
  };
}

/** The gradients of the learned key and value, summed over the batch, as every sequence has the same ones. */
function learnedGradients(
  config: ResolvedConfig,
  call: CheckedForward,
  { key, value }: InputGradients,
) {
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
