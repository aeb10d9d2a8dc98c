// Computes the rounding of onnxruntime's test data. Some of its cases have six decimals, inputs
// too: the original computed with numbers that differ by up to half a unit of the last decimal.

/** @import { AttentionResult } from '../../../src/js/types/index.ts' */
/** @import { AttentionCall, Numbers } from '../suite.js' */

/**
 * A tensor of the file.
 *
 * @typedef {{ shape: number[], data: number[] }} Written as the file has it
 */

/** With more decimals than these, a float32 was written in full. */
const FEW = 6;

/**
 * Half a unit of the last decimal: 0 for whole numbers, and for those written in full.
 *
 * @param {Iterable<number>} [numbers]
 */
export function lostInWriting(numbers = []) {
  const decimals = Array.from(numbers, (x) => (String(x).split('.')[1] ?? '').length);
  const most = Math.max(0, ...decimals);
  return most === 0 || most > FEW ? 0 : 10 ** -most / 2;
}

/**
 * Bounds the difference of attention's output from the file's, because queries, keys, values,
 * biases and the output itself
 * were rounded. To first order, with a for attention, z for the output and s for the scores:
 *
 *   dz = dv + sum_j a_j |v_j - z| ds_j        ds_j = scale * sum_e (dq |k_je| + |q_e| dk) + dbias
 *
 * @param {{ query: number, key: number, value: number, bias: number, output: number }} lost
 * @param {AttentionCall} call
 * @param {AttentionResult<Numbers>} exact with maps
 * @returns {Float64Array} (B, H, L, Ev)
 */
export function lostInAttention(lost, call, exact) {
  const { query, options } = call;
  const key = exact.presentKey ?? call.key;
  const value = exact.presentValue ?? call.value;
  const attention = /** @type {Numbers} */ (exact.attention);
  const output = exact.output.data;
  const [, numHeads, queryLen, headDim] = query.shape;
  const [, numKvHeads, keyLen, width] = value.shape;
  const scale = options?.scale ?? headDim ** -0.5;
  const away = new Float64Array(output.length);
  for (let row = 0; row * width < output.length; row++) {
    const head = Math.floor(row / queryLen); // of all entries of the batch
    const first = Math.floor(head / (numHeads / numKvHeads)) * keyLen;
    for (let j = 0; j < keyLen; j++) {
      let inProduct = 0;
      for (let e = 0; e < headDim; e++) {
        const [q, k] = [query.data[row * headDim + e], key.data[(first + j) * headDim + e]];
        inProduct += lost.query * Math.abs(k) + Math.abs(q) * lost.key;
      }
      const inShare = attention.data[row * keyLen + j] * (scale * inProduct + lost.bias);
      for (let d = 0; d < width; d++) {
        const apart = value.data[(first + j) * width + d] - output[row * width + d];
        away[row * width + d] += inShare * Math.abs(apart);
      }
    }
  }
  return away.map((fromScores) => lost.output + lost.value + fromScores);
}

/**
 * The float16 nearest to a number: the original's input where a case is in float16.
 *
 * @param {number} x
 */
export function toHalf(x) {
  if (x === 0) return 0;
  const unit = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(x))), -14) - 10);
  return Math.round(x / unit) * unit;
}
