// Checks given maps and brings them into one form.
// The form is row-major, heads first. Data that cannot be drawn is refused with a sentence.

import { readable } from '../shared/byte-pieces.ts';
import type { GivenTensor } from '../element.js';
import type { HeadMaps } from '../lab/answer/head-maps.ts';

export type Maps = Omit<HeadMaps, 'isMasked' | 'question' | 'backend'>;

/** The caller's names of the arguments, for errors. */
export interface Names {
  attention: string;
  tokens: string;
  keyTokens: string;
}

const NAMES: Names = { attention: 'attention', tokens: 'tokens', keyTokens: 'keyTokens' };

/** Most numbers: no screen shows more. */
const MOST = 2 ** 24;
/** Most heads: each has a map of its own. */
const MOST_HEADS = 1024;
/** Most axes: leading batches of 1, and the three of a map. */
const DEEPEST = 8;

/**
 * @param given a tensor `{ data, shape }` or nested arrays: (heads, rows, columns), or (rows,
 * columns) of one head; leading batch axes of 1 are ignored
 * @param tokens names of the rows, and of the columns unless those have their own
 */
export function readMaps(
  given: unknown,
  tokens: readonly string[] | null,
  keyTokens: readonly string[] | null,
  { attention: name, tokens: rowNames, keyTokens: columnNames }: Names = NAMES,
): Maps {
  const { data, shape } = isTensor(given) ? given : flatten(given, name);
  const odd = shape.find((one) => !isSize(one));
  if (shape.length > DEEPEST || odd !== undefined) {
    const got = odd === undefined ? `${shape.length} sizes` : describe(odd);
    throw new RangeError(`${name}.shape: expected at most ${DEEPEST} whole numbers, got ${got}`);
  }
  const sizes = sizesThatCount(shape);
  if (sizes.length === 2) sizes.unshift(1);
  if (sizes.length !== 3) {
    throw new RangeError(
      `${name}: expected (heads, queries, keys) or (queries, keys), got ${shape.length === 0 ? 'one number' : `(${shape.join(', ')})`}`,
    );
  }
  const [heads, rows, columns] = sizes;
  const length = heads * rows * columns;
  if (length === 0)
    throw new RangeError(`${name}: expected at least one number, got (${shape.join(', ')})`);
  if (length > MOST)
    throw new RangeError(`${name}: expected at most ${MOST} numbers, got ${length}`);
  if (heads > MOST_HEADS)
    throw new RangeError(`${name}: expected at most ${MOST_HEADS} heads, got ${heads}`);
  if (data.length !== length) {
    throw new RangeError(
      `${name}: expected ${length} numbers for (${shape.join(', ')}), got ${data.length}`,
    );
  }
  // slice() is fast; from() iterates over the numbers one by one
  const attention = data instanceof Float32Array ? data.slice() : Float32Array.from(data);
  const wrong = attention.findIndex((value) => !(value >= 0) || value === Infinity);
  if (wrong >= 0) {
    throw new RangeError(
      `${name}: expected numbers from 0 on, got ${attention[wrong]} at ${wrong}`,
    );
  }
  return {
    attention,
    heads,
    rows,
    columns,
    rowTokens: namesOf(rowNames, tokens, rows),
    columnTokens: namesOf(
      keyTokens ? columnNames : rowNames,
      keyTokens ?? (rows === columns ? tokens : null),
      columns,
    ),
  };
}

/**
 * Whether the data is the attention of several layers or of several kinds, for the view of whole
 * models.
 */
export function isModel(given: unknown) {
  if (isTensor(given)) return sizesThatCount(given.shape).length > 3;
  if (!Array.isArray(given)) {
    return ['encoder', 'decoder', 'cross'].some((kind) => Object.hasOwn(Object(given), kind));
  }
  if (isTensor(given[0])) return true;
  const sizes = [];
  for (let at = given as any; Array.isArray(at); [at] = at) sizes.push(at.length);
  return sizesThatCount(sizes).length > 3;
}

/** The shape without leading batch axes of 1. */
function sizesThatCount(shape: readonly number[]) {
  const sizes = [...shape];
  while (sizes.length > 3 && sizes[0] === 1) sizes.shift();
  return sizes;
}

function namesOf(name: string, tokens: readonly string[] | null, length: number) {
  if (tokens === null) return Array.from({ length }, (_, i) => String(i + 1));
  if (!Array.isArray(tokens)) {
    throw new TypeError(`${name}: expected an array of strings, got ${describe(tokens)}`);
  }
  if (tokens.length !== length) {
    throw new RangeError(`${name}: expected ${length} to match attention, got ${tokens.length}`);
  }
  const wrong = tokens.findIndex((one) => typeof one !== 'string' && typeof one !== 'number');
  if (wrong >= 0) {
    throw new TypeError(`${name}: expected strings, got ${describe(tokens[wrong])} at ${wrong}`);
  }
  return readable(tokens.map(String));
}

export function describe(value: unknown) {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'object') return Array.isArray(value) ? 'an array' : 'an object';
  return String(value).slice(0, 40);
}

function isSize(value: unknown) {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isTensor(given: unknown): given is GivenTensor {
  const { data, shape } = Object(given);
  return Array.isArray(shape) && (ArrayBuffer.isView(data) || Array.isArray(data));
}

/** Nested arrays as a tensor. */
export function flatten(given: unknown, name = 'attention') {
  const data: number[] = [];
  const shape: number[] = [];
  const visit = (value: unknown, depth: number) => {
    if (typeof value === 'number') {
      if (depth !== shape.length) throw ragged(undefined, depth);
      data.push(value);
      return;
    }
    if ((!Array.isArray(value) && !ArrayBuffer.isView(value)) || depth === DEEPEST) {
      const where = depth === 0 ? '' : ' in them';
      throw new TypeError(
        `${name}: expected a tensor or nested arrays of numbers, got ${describe(value)}${where}`,
      );
    }
    const items = value as ArrayLike<unknown>;
    if (data.length === 0 && shape.length === depth) shape.push(items.length);
    if (shape[depth] !== items.length) throw ragged(shape[depth], items.length);
    for (let i = 0; i < items.length; i++) visit(items[i], depth + 1);
  };
  const ragged = (expected: number | undefined, got: number) =>
    new RangeError(
      `${name}: expected rows of one length${expected === undefined ? '' : `, got ${expected} and ${got}`}`,
    );
  visit(given, 0);
  return { data, shape };
}
