// Checks the arguments of the small operations beside attention: linear, softmax, embed, add & norm.

import { wrongKind, wrongNumber, wrongShape } from './errors.js';
import { count } from './numbers.js';
import { MAX_SIZE, optionNames, readNested, readOptions, toInteger, toList } from './options.js';
import { MAX_OFFSET } from './positions.js';
import { expectHoldable, expectShape, toTensor } from './tensor.js';

/** @import { FloatTensor } from '../types/index.js' */
/** @import { Precision } from './tensor.js' */

/**
 * @typedef {object} CheckedLinear
 * @property {number} rows of x, over all its leading axes
 * @property {number} inputDim
 * @property {number} outputDim
 * @property {FloatTensor} x (..., inputDim)
 * @property {FloatTensor} weight (outputDim, inputDim)
 * @property {FloatTensor | null} bias (outputDim)
 * @property {readonly number[]} shape of the result, (..., outputDim)
 *
 * @typedef {object} CheckedSoftmax
 * @property {number} rows
 * @property {number} size of a row
 * @property {FloatTensor} x (..., size)
 * @property {readonly number[]} shape of the result, that of x
 *
 * @typedef {object} CheckedEmbed
 * @property {Uint32Array} ids (L)
 * @property {number} embedDim
 * @property {number} seed
 * @property {boolean} sinusoidal
 * @property {number} offset the position of the first token
 * @property {{ tokens?: FloatTensor, positions?: FloatTensor }} replace (L, embedDim) each
 *
 * @typedef {object} CheckedAddAndNorm
 * @property {number} rows
 * @property {number} width
 * @property {FloatTensor} x (..., width)
 * @property {FloatTensor} sublayer (..., width)
 * @property {FloatTensor | null} weight (width)
 * @property {FloatTensor | null} bias (width)
 * @property {number} epsilon
 * @property {readonly number[]} shape of the result, that of x
 */

/** The default of torch.nn.LayerNorm. */
const EPSILON = 1e-5;
const EMBED = optionNames('embedDim', 'seed', 'positions', 'offset', 'replace');
const EMBED_REPLACE = optionNames('tokens', 'positions');
const ADD_AND_NORM = optionNames('weight', 'bias', 'epsilon');

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

/**
 * The steps have a number for each row, even if its width is 0.
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

/**
 * @param {unknown} ids
 * @param {unknown} options
 * @param {Precision} [precision]
 * @returns {CheckedEmbed}
 */
export function checkEmbed(ids, options, precision = 'float32') {
  const list = toList(ids, 'ids', 'an array of token ids');
  if (options === undefined) throw wrongKind('options', 'an object with embedDim', options);
  const given = readOptions(options, 'options', EMBED);
  const { seed = 0, positions = 'sinusoidal', offset = 0 } = given;
  const embedDim = toInteger(given.embedDim, 'embedDim', 1, MAX_SIZE);
  if (positions !== 'sinusoidal' && positions !== 'none') {
    throw wrongKind('positions', "'sinusoidal' or 'none'", positions);
  }
  const shape = [list.length, embedDim];
  expectHoldable('x', shape);
  const wanted = readNested(given.replace, 'replace', EMBED_REPLACE);
  /** @type {CheckedEmbed['replace']} */
  const replace = Object.create(null);
  for (const name of /** @type {const} */ (['tokens', 'positions'])) {
    if (wanted[name] === undefined) continue;
    const tensor = toTensor(wanted[name], `replace.${name}`, precision);
    expectShape(tensor.shape, `replace.${name}`, shape, 'to match ids and embedDim');
    replace[name] = tensor;
  }
  return {
    ids: Uint32Array.from({ length: list.length }, (_, index) =>
      toInteger(list[index], `ids[${index}]`, 0, 4294967295),
    ),
    embedDim,
    seed: toInteger(seed, 'seed', 0),
    sinusoidal: positions === 'sinusoidal',
    offset: toInteger(offset, 'offset', 0, MAX_OFFSET),
    replace,
  };
}
