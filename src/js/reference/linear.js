// A linear map of every row.

/** @typedef {ArrayLike<number>} Numbers */

/**
 * y = x W^T + b
 *
 * @param {Numbers} x (rows, inputDim)
 * @param {Numbers} weight (outputDim, inputDim)
 * @param {Numbers | null} bias (outputDim)
 * @param {number} inputDim
 * @returns {Float64Array} (rows, outputDim)
 */
export function linear(x, weight, bias, inputDim) {
  const outputDim = weight.length / inputDim;
  const rows = x.length / inputDim;
  const y = new Float64Array(rows * outputDim);
  for (let row = 0; row < rows; row++) {
    for (let o = 0; o < outputDim; o++) {
      let sum = 0;
      for (let k = 0; k < inputDim; k++) sum += x[row * inputDim + k] * weight[o * inputDim + k];
      y[row * outputDim + o] = sum + (bias === null ? 0 : bias[o]);
    }
  }
  return y;
}
