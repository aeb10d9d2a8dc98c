// A linear map of every row, and its gradients.

type Numbers = ArrayLike<number>;

/**
 * y = x W^T + b
 *
 * @param x (rows, inputDim)
 * @param weight (outputDim, inputDim)
 * @param bias (outputDim)
 * @returns (rows, outputDim)
 */
export function linear(
  x: Numbers,
  weight: Numbers,
  bias: Numbers | null,
  inputDim: number,
): Float64Array {
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

/**
 * With dy the gradient of y = x W^T + b: dx = dy W, dW = dy^T x, db = the sum of dy's rows. A row whose gradient is 0
 * throughout is left out, not multiplied: values that no query attends to may be NaN.
 *
 * @param x (rows, inputDim)
 * @param weight (outputDim, inputDim)
 * @param gradient dy, (rows, outputDim)
 */
export function linearBackward(
  x: Numbers,
  weight: Numbers,
  gradient: Numbers,
  inputDim: number,
): { x: Float64Array; weight: Float64Array; bias: Float64Array } {
  const outputDim = weight.length / inputDim;
  const of = {
    x: new Float64Array(x.length),
    weight: new Float64Array(weight.length),
    bias: new Float64Array(outputDim),
  };
  for (let row = 0; row < x.length / inputDim; row++) {
    const slopes = Array.from({ length: outputDim }, (_, o) => gradient[row * outputDim + o]);
    if (slopes.every((slope) => slope === 0)) continue;
    for (const [o, slope] of slopes.entries()) {
      of.bias[o] += slope;
      for (let k = 0; k < inputDim; k++) {
        of.x[row * inputDim + k] += slope * weight[o * inputDim + k];
        of.weight[o * inputDim + k] += slope * x[row * inputDim + k];
      }
    }
  }
  return of;
}
