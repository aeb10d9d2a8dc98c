// LayerNorm of a residual sum, norm(x + sublayer), with its steps.

import { wrongKind, wrongNumber, wrongShape } from '../arguments/errors.js';
import { optionNames, readOptions } from '../arguments/options.js';
import { expectShape, toTensor } from '../arguments/tensor.js';
import { Expected } from '../runtime/results.js';
import { smallOperation } from './operation.js';
import { atCaller } from '../runtime/sides.js';

/** @import { Precision } from '../arguments/tensor.js' */
/** @import { Operation } from '../runtime/operation.js' */
/** @import { FloatTensor } from '../types/index.js' */
/** @import { Small } from './operation.js' */

/**
 * @typedef {object} CheckedAddAndNorm
 * @property {number} rows
 * @property {number} width
 * @property {FloatTensor} x (..., width)
 * @property {FloatTensor} sublayer (..., width)
 * @property {FloatTensor | null} weight (width)
 * @property {FloatTensor | null} bias (width)
 * @property {number} epsilon
 * @property {readonly number[]} shape of the result, the shape of x
 */

/** The default epsilon of torch.nn.LayerNorm. */
const EPSILON = 1e-5;
const ADD_AND_NORM = optionNames('weight', 'bias', 'epsilon');

/**
 * @param {unknown} x
 * @param {unknown} sublayer
 * @param {unknown} options
 * @param {Precision} [precision]
 * @returns {CheckedAddAndNorm}
 */
export function checkAddAndNorm(x, sublayer, options, precision = 'float32') {
  const input = toTensor(x, 'x', precision);
  const added = sublayer === x ? input : toTensor(sublayer, 'sublayer', precision);
  const { shape } = input;
  const width = shape[shape.length - 1];
  if (!(width >= 1)) throw wrongShape('x', 'shape (..., width) with a width of at least 1', shape);
  expectShape(added.shape, 'sublayer', shape, 'to match x');
  const given = readOptions(options, 'options', ADD_AND_NORM);
  /** @param {'weight' | 'bias'} name */
  const row = (name) => {
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

/** @type {Operation} */
export const addAndNorm = smallOperation(
  /** @type {Small<CheckedAddAndNorm>} */ ({
    name: 'addAndNorm',
    check: atCaller(([x, sublayer, options]) => checkAddAndNorm(x, sublayer, options)),
    plan: 'planAddAndNorm',
    layout: ({ rows, width, epsilon, weight, bias }) => [
      rows,
      width,
      epsilon,
      weight !== null,
      bias !== null,
    ],
    inputs: ({ x, sublayer, weight, bias }) => [
      ['x', x],
      ['sublayer', sublayer],
      ['weight', weight],
      ['bias', bias],
    ],
    results: ({ shape }) => ({
      sum: new Expected(shape, 'sum'),
      mean: new Expected(shape.slice(0, -1), 'mean'),
      variance: new Expected(shape.slice(0, -1), 'variance'),
      output: new Expected(shape, 'output'),
    }),
  }),
);
