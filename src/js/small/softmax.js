// Softmax over the last axis, with its steps.

import { wrongShape } from '../arguments/errors.js';
import { count, expectHoldable, toTensor } from '../arguments/tensor.js';
import { Expected } from '../runtime/results.js';
import { smallOperation } from './operation.js';
import { atCaller } from '../runtime/sides.js';

/** @import { Precision } from '../arguments/tensor.js' */
/** @import { Operation } from '../runtime/operation.js' */
/** @import { FloatTensor } from '../types/index.js' */
/** @import { Small } from './operation.js' */

/**
 * @typedef {object} CheckedSoftmax
 * @property {number} rows
 * @property {number} size of a row
 * @property {FloatTensor} x (..., size)
 * @property {readonly number[]} shape of the result, the shape of x
 */

/**
 * @param {unknown} x
 * @param {Precision} [precision]
 * @returns {CheckedSoftmax}
 */
export function checkSoftmax(x, precision = 'float32') {
  const input = toTensor(x, 'x', precision);
  const { shape } = input;
  if (shape.length === 0) throw wrongShape('x', 'shape (..., length)', shape);
  const size = shape[shape.length - 1];
  return { rows: size === 0 ? 0 : input.data.length / size, size, x: input, shape };
}

/** @type {Operation} */
export const softmax = smallOperation(
  /** @type {Small<CheckedSoftmax>} */ ({
    name: 'softmax',
    check: atCaller(([x]) => checkSoftmax(x)),
    plan: 'planSoftmax',
    layout: ({ rows, size }) => [rows, size, false],
    inputs: ({ x }) => [['output', x, 'x']],
    results: ({ shape }) => ({ output: new Expected(shape, 'output') }),
    outputAlone: true,
  }),
);

/**
 * The steps have one number for each row, even if rows have length 0.
 *
 * @param {unknown} x
 * @param {Precision} [precision]
 * @returns {CheckedSoftmax}
 */
export function checkSoftmaxSteps(x, precision = 'float32') {
  const checked = checkSoftmax(x, precision);
  const leading = checked.shape.slice(0, -1);
  expectHoldable('max', leading);
  return { ...checked, rows: count(leading) };
}

/** @type {Operation} */
export const softmaxSteps = smallOperation(
  /** @type {Small<CheckedSoftmax>} */ ({
    name: 'softmaxSteps',
    check: atCaller(([x]) => checkSoftmaxSteps(x)),
    plan: 'planSoftmax',
    layout: ({ rows, size }) => [rows, size, true],
    inputs: ({ x }) => [['output', x, 'x']],
    results: ({ shape }) => ({
      max: new Expected(shape.slice(0, -1), 'max'),
      exponentials: new Expected(shape, 'exponentials'),
      sum: new Expected(shape.slice(0, -1), 'sum'),
      output: new Expected(shape, 'output'),
    }),
  }),
);
