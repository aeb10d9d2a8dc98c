// A linear map, and its gradients.

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
 * With dy the gradient of y = x W^T + b: dx = dy W, dW = dy^T x, db = the sum of dy's rows. A row with gradient 0 is
 * left out instead of multiplied: numbers that no query attends to may be NaN.
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
  const grad = {
    x: new Float64Array(x.length),
    weight: new Float64Array(weight.length),
    bias: new Float64Array(outputDim),
  };
  for (let row = 0; row < x.length / inputDim; row++) {
    const gradients = Array.from({ length: outputDim }, (_, o) => gradient[row * outputDim + o]);
    if (gradients.every((dy) => dy === 0)) continue;
    for (const [o, dy] of gradients.entries()) {
      grad.bias[o] += dy;
      for (let k = 0; k < inputDim; k++) {
        grad.x[row * inputDim + k] += dy * weight[o * inputDim + k];
        grad.weight[o * inputDim + k] += dy * x[row * inputDim + k];
      }
    }
  }
  return grad;
}
