// The operations softmax and softmaxSteps over the last axis: their check, their results, and their plan in the core.

import { wrongShape } from '../arguments/errors.ts';
import { count, expectHoldable, toTensor } from '../arguments/tensor.ts';
import { ResultTensor } from '../runtime/results.ts';
import { smallOperation } from './operation.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { Operation } from '../runtime/operation.ts';
import type { PlainTensor } from '../types/index.ts';
import type { Small } from './operation.ts';

export interface CheckedSoftmax {
  rows: number;
  /** of a row */
  size: number;
  /** (..., size) */
  x: PlainTensor;
  /** of the result, the shape of x */
  shape: readonly number[];
}

export function checkSoftmax(x: unknown, precision: Precision = 'float32'): CheckedSoftmax {
  const input = toTensor(x, 'x', precision);
  const { shape } = input;
  if (shape.length === 0) throw wrongShape('x', 'shape (..., length)', shape);
  const size = shape[shape.length - 1];
  return { rows: size === 0 ? 0 : input.data.length / size, size, x: input, shape };
}

export const softmax: Operation = smallOperation({
  name: 'softmax',
  check: atCaller(([x], precision) => checkSoftmax(x, precision)),
  results: atHost(({ shape }) => new ResultTensor(shape, 'output')),
  plan: 'planSoftmax',
  layout: atCore(({ rows, size }) => [rows, size, false]),
  inputs: atCore(({ x }) => [['output', x, 'x']]),
} as Small<CheckedSoftmax>);

/** The steps have one number for each row, even if rows have length 0. */
export function checkSoftmaxSteps(x: unknown, precision: Precision): CheckedSoftmax {
  const checked = checkSoftmax(x, precision);
  const leading = checked.shape.slice(0, -1);
  expectHoldable('max', leading);
  return { ...checked, rows: count(leading) };
}

export const softmaxSteps: Operation = smallOperation({
  name: 'softmaxSteps',
  check: atCaller(([x], precision) => checkSoftmaxSteps(x, precision)),
  results: atHost(({ shape }) => ({
    max: new ResultTensor(shape.slice(0, -1), 'max'),
    exponentials: new ResultTensor(shape, 'exponentials'),
    sum: new ResultTensor(shape.slice(0, -1), 'sum'),
    output: new ResultTensor(shape, 'output'),
  })),
  plan: 'planSoftmax',
  layout: atCore(({ rows, size }) => [rows, size, true]),
  inputs: atCore(({ x }) => [['output', x, 'x']]),
} as Small<CheckedSoftmax>);
