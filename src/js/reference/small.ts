// The small operations in float64: the steps of a softmax, the sum with LayerNorm, and token embeddings. A linear map is in
// linear.ts.

import { sinusoids } from './positions.ts';
import { STREAMS, uniform } from './random.ts';
import { softmaxRows } from './softmax.ts';
import type { CheckedAddAndNorm } from '../small/add-and-norm.ts';
import type { CheckedEmbed } from '../small/embed.ts';
import type { CheckedSoftmax } from '../small/softmax.ts';

/** exp(x - max) / sum exp(x - max) of each row, with its intermediates. */
export function softmaxSteps({ x, rows, size }: CheckedSoftmax) {
  const exponentials = new Float64Array(rows * size);
  const [max, sum] = [new Float64Array(rows), new Float64Array(rows)];
  for (let r = 0; r < rows; r++) {
    const row = Float64Array.from(x.data.subarray(r * size, (r + 1) * size));
    max[r] = row.reduce((most, value) => Math.max(most, value), -Infinity);
    if (max[r] === -Infinity) continue;
    row.forEach((value, j) => {
      exponentials[r * size + j] = Math.exp(value - max[r]);
      sum[r] += exponentials[r * size + j];
    });
  }
  return { max, exponentials, sum, output: softmaxRows(x.data, rows, size) };
}

/** LayerNorm(x + sublayer) (Vaswani et al. 2017, section 3.1; Ba et al. 2016, equation 4), with its intermediates. */
export function addAndNorm({ x, sublayer, rows, width, weight, bias, epsilon }: CheckedAddAndNorm) {
  const sum = Float64Array.from(x.data, (value, at) => value + sublayer.data[at]);
  const output = new Float64Array(sum.length);
  const [means, variances] = [new Float64Array(rows), new Float64Array(rows)];
  for (let r = 0; r < rows; r++) {
    const row = sum.subarray(r * width, (r + 1) * width);
    const mean = row.reduce((total, value) => total + value, 0) / width;
    const variance = row.reduce((total, value) => total + (value - mean) ** 2, 0) / width;
    row.forEach((value, d) => {
      const normal = (value - mean) / Math.sqrt(variance + epsilon);
      output[r * width + d] = normal * (weight ? weight.data[d] : 1) + (bias ? bias.data[d] : 0);
    });
    means[r] = mean;
    variances[r] = variance;
  }
  return { sum, mean: means, variance: variances, output };
}

/** Token vectors, uniform in [-1, 1), sinusoidal positions, and x, the sum of both. */
export function embed({ ids, embedDim, seed, offset, replace, ...checked }: CheckedEmbed) {
  let tokens = new Float64Array(ids.length * embedDim);
  ids.forEach((id, i) => {
    tokens.set(uniform(embedDim, seed, STREAMS.tokens, id), i * embedDim);
  });
  if (replace.tokens) tokens = new Float64Array(replace.tokens.data);
  let positions =
    checked.positions === 'sinusoidal'
      ? sinusoids(ids.length, embedDim, offset)
      : new Float64Array(tokens.length);
  if (replace.positions) positions = new Float64Array(replace.positions.data);
  return { tokens, positions, x: tokens.map((number, at) => number + positions[at]) };
}
