// The operation linear, y = x W^T + b: its check, its results, and its plan in the core.

import { wrongShape } from '../arguments/errors.ts';
import { expectHoldable, expectShape, toTensor } from '../arguments/tensor.ts';
import { ResultTensor } from '../runtime/results.ts';
import { smallOperation } from './operation.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { Operation } from '../runtime/operation.ts';
import type { PlainTensor } from '../types/index.ts';
import type { Small } from './operation.ts';

export interface CheckedLinear {
  /** product of x's leading dimensions */
  rows: number;
  inputDim: number;
  outputDim: number;
  /** (..., inputDim) */
  x: PlainTensor;
  /** (outputDim, inputDim) */
  weight: PlainTensor;
  /** (outputDim) */
  bias: PlainTensor | null;
  /** of the result, (..., outputDim) */
  shape: readonly number[];
}

export function checkLinear(
  x: unknown,
  weight: unknown,
  bias: unknown,
  precision: Precision = 'float32',
): CheckedLinear {
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

export const linear: Operation = smallOperation({
  name: 'linear',
  check: atCaller(([x, weight, bias], precision) => checkLinear(x, weight, bias, precision)),
  results: atHost(({ shape }) => new ResultTensor(shape, 'output')),
  plan: 'planLinear',
  layout: atCore(({ rows, inputDim, outputDim, bias }) => [
    rows,
    inputDim,
    outputDim,
    bias !== null,
  ]),
  inputs: atCore(({ x, weight, bias }) => [
    ['x', x],
    ['weight', weight],
    ['bias', bias],
  ]),
} as Small<CheckedLinear>);
