// A linear map: y = x W^T + b.

import { wrongShape } from '../arguments/errors.js';
import { expectHoldable, expectShape, toTensor } from '../arguments/tensor.js';
import { Expected } from '../runtime/results.js';
import { smallOperation } from './operation.js';
import { atCaller } from '../runtime/sides.js';

/** @import { Precision } from '../arguments/tensor.js' */
/** @import { Operation } from '../runtime/operation.js' */
/** @import { FloatTensor } from '../types/index.js' */
/** @import { Small } from './operation.js' */

/**
 * @typedef {object} CheckedLinear
 * @property {number} rows product of x's leading dimensions
 * @property {number} inputDim
 * @property {number} outputDim
 * @property {FloatTensor} x (..., inputDim)
 * @property {FloatTensor} weight (outputDim, inputDim)
 * @property {FloatTensor | null} bias (outputDim)
 * @property {readonly number[]} shape of the result, (..., outputDim)
 */

/**
 * @param {unknown} x
 * @param {unknown} weight
 * @param {unknown} bias
 * @param {Precision} [precision]
 * @returns {CheckedLinear}
 */
export function checkLinear(x, weight, bias, precision = 'float32') {
  const input = toTensor(x, 'x', precision);
  const w = toTensor(weight, 'weight', precision);
  const b = bias === undefined ? null : toTensor(bias, 'bias', precision);
  const leading = input.shape.slice(0, -1);
  const inputDim = input.shape[leading.length];
  if (!(inputDim >= 1))
    throw wrongShape('x', 'shape (..., width) with a width of at least 1', input.shape);
  if (w.shape.length !== 2 || w.shape[0] === 0 || w.shape[1] !== inputDim) {
    throw wrongShape('weight', `shape (*, ${inputDim}) to match x`, w.shape);
  }
  const outputDim = w.shape[0];
  if (b !== null) expectShape(b.shape, 'bias', [outputDim], 'to match weight');
  const shape = [...leading, outputDim];
  expectHoldable('output', shape);
  return {
    rows: input.data.length / inputDim,
    inputDim,
    outputDim,
    x: input,
    weight: w,
    bias: b,
    shape,
  };
}

/** @type {Operation} */
export const linear = smallOperation(
  /** @type {Small<CheckedLinear>} */ ({
    name: 'linear',
    check: atCaller(([x, weight, bias]) => checkLinear(x, weight, bias)),
    plan: 'planLinear',
    layout: ({ rows, inputDim, outputDim, bias }) => [rows, inputDim, outputDim, bias !== null],
    inputs: ({ x, weight, bias }) => [
      ['x', x],
      ['weight', weight],
      ['bias', bias],
    ],
    results: ({ shape }) => ({ output: new Expected(shape, 'output') }),
    outputAlone: true,
  }),
);
