// Checks given maps and brings them into one form.
// Numbers row by row, heads first. Data that cannot be drawn is refused with a sentence.

import { readable } from '../shared/byte-pieces.js';

/**
 * @typedef {object} Maps
 * @property {Float32Array} attention (heads, rows, columns)
 * @property {number} heads
 * @property {number} rows
 * @property {number} columns
 * @property {readonly string[]} rowTokens
 * @property {readonly string[]} columnTokens
 */

/** No screen shows more numbers. */
const MOST = 2 ** 24;
/** Nor more heads: each has a map of its own. */
const MOST_HEADS = 1024;
/** Axes: leading batches of 1, and the three of a map. */
const DEEPEST = 8;

/**
 * @param {unknown} given a tensor `{ data, shape }` or nested arrays: (heads, rows, columns), or (rows, columns) of one
 *   head; leading batch axes of 1 are ignored
 * @param {readonly string[] | null} tokens of the rows, and of the columns unless those have their own
 * @param {readonly string[] | null} keyTokens
 * @returns {Maps}
 */
export function readMaps(given, tokens, keyTokens) {
  const { data, shape } = isTensor(given) ? given : flatten(given);
  const odd = shape.find((one) => !isSize(one));
  if (shape.length > DEEPEST || odd !== undefined) {
    const got = odd === undefined ? `${shape.length} sizes` : describe(odd);
    throw new RangeError(`attention.shape: expected at most ${DEEPEST} whole numbers, got ${got}`);
  }
  const sizes = sizesThatCount(shape);
  if (sizes.length === 2) sizes.unshift(1);
  if (sizes.length !== 3) {
    throw new RangeError(
      `attention: expected (heads, queries, keys) or (queries, keys), got (${shape.join(', ')})`,
    );
  }
  const [heads, rows, columns] = sizes;
  const length = heads * rows * columns;
  if (length === 0)
    throw new RangeError(`attention: expected at least one number, got (${shape.join(', ')})`);
  if (length > MOST)
    throw new RangeError(`attention: expected at most ${MOST} numbers, got ${length}`);
  if (heads > MOST_HEADS)
    throw new RangeError(`attention: expected at most ${MOST_HEADS} heads, got ${heads}`);
  if (data.length !== length) {
    throw new RangeError(
      `attention: expected ${length} numbers for (${shape.join(', ')}), got ${data.length}`,
    );
  }
  // an array's own copy is fast; from() walks over it number by number
  const attention = data instanceof Float32Array ? data.slice() : Float32Array.from(data);
  const wrong = attention.findIndex((value) => !(value >= 0) || value === Infinity);
  if (wrong >= 0) {
    throw new RangeError(
      `attention: expected numbers from 0 on, got ${attention[wrong]} at ${wrong}`,
    );
  }
  return {
    attention,
    heads,
    rows,
    columns,
    rowTokens: namesOf('tokens', tokens, rows),
    columnTokens: namesOf(
      keyTokens ? 'keyTokens' : 'tokens',
      keyTokens ?? (rows === columns ? tokens : null),
      columns,
    ),
  };
}

/**
 * Whether it is the attention of more than one layer, or of several kinds, for the view of whole models.
 *
 * @param {unknown} given
 */
export function isModel(given) {
  if (isTensor(given)) return sizesThatCount(given.shape).length > 3;
  if (!Array.isArray(given)) {
    return ['encoder', 'decoder', 'cross'].some((kind) => Object.hasOwn(Object(given), kind));
  }
  if (isTensor(given[0])) return true;
  const sizes = [];
  for (let at = /** @type {any} */ (given); Array.isArray(at); [at] = at) sizes.push(at.length);
  return sizesThatCount(sizes).length > 3;
}

/** Without leading batch axes of 1. @param {readonly number[]} shape */
function sizesThatCount(shape) {
  const sizes = [...shape];
  while (sizes.length > 3 && sizes[0] === 1) sizes.shift();
  return sizes;
}

/**
 * @param {string} name
 * @param {readonly string[] | null} tokens
 * @param {number} length
 */
function namesOf(name, tokens, length) {
  if (tokens === null) return Array.from({ length }, (_, i) => String(i + 1));
  if (!Array.isArray(tokens)) throw new TypeError(`${name}: expected an array of strings`);
  if (tokens.length !== length) {
    throw new RangeError(`${name}: expected ${length} to match attention, got ${tokens.length}`);
  }
  const wrong = tokens.findIndex((one) => typeof one !== 'string' && typeof one !== 'number');
  if (wrong >= 0) {
    throw new TypeError(`${name}: expected strings, got ${describe(tokens[wrong])} at ${wrong}`);
  }
  return readable(tokens.map(String));
}

/** @param {unknown} value */
function describe(value) {
  return typeof value === 'number' ? String(value) : typeof value;
}

/** @param {unknown} value */
function isSize(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * @param {unknown} given
 * @returns {given is import('../element.js').GivenTensor}
 */
export function isTensor(given) {
  const { data, shape } = Object(given);
  return Array.isArray(shape) && (ArrayBuffer.isView(data) || Array.isArray(data));
}

/** Nested arrays as a tensor. @param {unknown} given */
export function flatten(given) {
  /** @type {number[]} */
  const data = [];
  /** @type {number[]} */
  const shape = [];
  /** @param {unknown} value @param {number} depth */
  const visit = (value, depth) => {
    if (typeof value === 'number') {
      if (depth !== shape.length) throw ragged();
      data.push(value);
      return;
    }
    if ((!Array.isArray(value) && !ArrayBuffer.isView(value)) || depth === DEEPEST) {
      throw new TypeError('attention: expected a tensor or nested arrays of numbers');
    }
    const items = /** @type {ArrayLike<unknown>} */ (value);
    if (data.length === 0 && shape.length === depth) shape.push(items.length);
    if (shape[depth] !== items.length) throw ragged();
    for (let i = 0; i < items.length; i++) visit(items[i], depth + 1);
  };
  visit(given, 0);
  return { data, shape };
}

const ragged = () => new RangeError('attention: expected rows of one length');
