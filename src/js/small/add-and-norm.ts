// The operation addAndNorm, norm(x + sublayer) with its steps: its check, its results, and its plan in the core.

import { wrongKind, wrongNumber, wrongShape } from '../arguments/errors.ts';
import { option, recordOf } from '../arguments/options.ts';
import { expectShape, toTensor } from '../arguments/tensor.ts';
import { ResultTensor } from '../runtime/results.ts';
import { smallOperation } from './operation.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { CheckedOf } from '../arguments/options.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { Operation } from '../runtime/operation.ts';
import type { PlainTensor } from '../types/index.ts';
import type { Small } from './operation.ts';

interface Normed {
  rows: number;
  width: number;
  /** (..., width) */
  x: PlainTensor;
  /** (..., width) */
  sublayer: PlainTensor;
  /** of the result, the shape of x */
  shape: readonly number[];
}

export type CheckedAddAndNorm = Normed & CheckedOf<typeof ADD_AND_NORM>;

/** The check of a tensor of shape (width). */
const row = option({
  kind: 'tensor',
  usual: null as PlainTensor | null,
  read: atCaller(
    (value, name, _, { width, precision }: { width: number; precision: Precision }) => {
      const tensor = toTensor(value, name, precision);
      expectShape(tensor.shape, name, [width], 'to match x');
      return tensor;
    },
  ),
});

/**
 * The parameters of a layer norm (Ba et al. 2016, equation 4), under torch.nn.LayerNorm's names.
 *
 * ```js
 * headwise.addAndNorm(x, output, { weight: state['norm.weight'], bias: state['norm.bias'] });
 * ```
 */
export const ADD_AND_NORM = atCaller({
  /** (D), multiplies each number; default 1 */
  weight: row,
  /** (D), is added to each number; default 0 */
  bias: row,
  /** added to the variance, at least 0; default 1e-5 */
  epsilon: option({ kind: 'number', usual: 1e-5, read: atCaller(toEpsilon) }),
});

const readOptions = atCaller(recordOf(ADD_AND_NORM));

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
  const given = readOptions(options, 'options', { width, precision });
  return { rows: input.data.length / width, width, x: input, sublayer: added, ...given, shape };
}

function toEpsilon(value: unknown, name: string) {
  if (typeof value !== 'number') throw wrongKind(name, 'a number', value);
  if (value >= 0 && value < Infinity) return value;
  throw wrongNumber(name, 'a finite number of at least 0', value);
}

export const addAndNorm: Operation = smallOperation({
  name: 'addAndNorm',
  check: atCaller(([x, sublayer, options], precision) =>
    checkAddAndNorm(x, sublayer, options, precision),
  ),
  results: atHost(({ shape }) => ({
    sum: new ResultTensor(shape, 'sum'),
    mean: new ResultTensor(shape.slice(0, -1), 'mean'),
    variance: new ResultTensor(shape.slice(0, -1), 'variance'),
    output: new ResultTensor(shape, 'output'),
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
