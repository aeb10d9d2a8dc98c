// LayerNorm of a residual sum, norm(x + sublayer), with its steps.

import { wrongKind, wrongNumber, wrongShape } from '../arguments/errors.ts';
import { optionNames, readOptions } from '../arguments/options.ts';
import { expectShape, toTensor } from '../arguments/tensor.ts';
import { Expected } from '../runtime/results.ts';
import { smallOperation } from './operation.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { Operation } from '../runtime/operation.ts';
import type { FloatTensor } from '../types/index.ts';
import type { Small } from './operation.ts';

export interface CheckedAddAndNorm {
  rows: number;
  width: number;
  /** (..., width) */
  x: FloatTensor;
  /** (..., width) */
  sublayer: FloatTensor;
  /** (width) */
  weight: FloatTensor | null;
  /** (width) */
  bias: FloatTensor | null;
  epsilon: number;
  /** of the result, the shape of x */
  shape: readonly number[];
}

/** The default epsilon of torch.nn.LayerNorm. */
const EPSILON = 1e-5;
const ADD_AND_NORM = optionNames('weight', 'bias', 'epsilon');

export function checkAddAndNorm(
  x: unknown,
  sublayer: unknown,
  options: unknown,
  precision: Precision,
): CheckedAddAndNorm {
  const input = toTensor(x, 'x', precision);
  const added = sublayer === x ? input : toTensor(sublayer, 'sublayer', precision);
  const { shape } = input;
  const width = shape[shape.length - 1];
  if (!(width >= 1)) throw wrongShape('x', 'shape (..., width) with a width of at least 1', shape);
  expectShape(added.shape, 'sublayer', shape, 'to match x');
  const given = readOptions(options, 'options', ADD_AND_NORM);
  const row = (name: 'weight' | 'bias') => {
    if (given[name] === undefined) return null;
    const tensor = toTensor(given[name], name, precision);
    expectShape(tensor.shape, name, [width], 'to match x');
    return tensor;
  };
  const epsilon = given.epsilon === undefined ? EPSILON : given.epsilon;
  if (typeof epsilon !== 'number') throw wrongKind('epsilon', 'a number', epsilon);
  if (!(epsilon >= 0 && epsilon < Infinity)) {
    throw wrongNumber('epsilon', 'a finite number of at least 0', epsilon);
  }
  const rows = input.data.length / width;
  const [weight, bias] = [row('weight'), row('bias')];
  return { rows, width, x: input, sublayer: added, weight, bias, epsilon, shape };
}

export const addAndNorm: Operation = smallOperation({
  name: 'addAndNorm',
  check: atCaller(([x, sublayer, options], precision) =>
    checkAddAndNorm(x, sublayer, options, precision),
  ),
  results: atHost(({ shape }) => ({
    sum: new Expected(shape, 'sum'),
    mean: new Expected(shape.slice(0, -1), 'mean'),
    variance: new Expected(shape.slice(0, -1), 'variance'),
    output: new Expected(shape, 'output'),
  })),
  plan: 'planAddAndNorm',
  layout: atCore(({ rows, width, epsilon, weight, bias }) => [
    rows,
    width,
    epsilon,
    weight !== null,
    bias !== null,
  ]),
  inputs: atCore(({ x, sublayer, weight, bias }) => [
    ['x', x],
    ['sublayer', sublayer],
    ['weight', weight],
    ['bias', bias],
  ]),
} as Small<CheckedAddAndNorm>);
