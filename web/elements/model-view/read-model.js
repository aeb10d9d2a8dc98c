// Checks a whole model's given attention and brings it into one form.
// Layers, examples and heads of each kind of attention, the tokens' names, their words and
// sentences. Data that cannot be drawn is refused with a sentence.

import { readable } from '../shared/byte-pieces.js';
import { readModelNumbers } from './read-numbers.js';

/**
 * @typedef {'self' | 'encoder' | 'decoder' | 'cross'} Kind
 *
 * @typedef {object} Side the tokens along one side of a map
 * @property {readonly string[]} tokens
 * @property {readonly number[] | null} words the index of each token's word, -1 for none; null: not known
 * @property {readonly number[] | null} segments which sentence each token is of; null: not known
 *
 * @typedef {import('./read-numbers.js').Numbers & {
 *   kind: Kind,
 *   rowSide: (example: number) => Side,
 *   columnSide: (example: number) => Side,
 * }} Part
 *
 * @typedef {object} Names what may be given beside the numbers: lists for all, for each example, or by encoder and decoder
 * @property {unknown} [tokens]
 * @property {unknown} [keyTokens]
 * @property {unknown} [words]
 * @property {unknown} [typeIds] which sentence each token is of
 */

const KINDS = /** @type {const} */ (['encoder', 'decoder', 'cross']);
const STACKS = ['encoder', 'decoder'];

/**
 * @param {unknown} given numbers as read-numbers.js takes them, or `{ encoder, decoder, cross }` of those
 * @param {Names} names
 * @returns {readonly [Part, ...Part[]]}
 */
export function readModel(given, names) {
  const kinds = kindsOf(given);
  if (!kinds) {
    const numbers = readModelNumbers('attention', given);
    const own = sidesOf('tokens', names.tokens, names, numbers.rows, numbers.examples);
    const others =
      numbers.rows === numbers.columns && !isGiven(names.keyTokens)
        ? own
        : sidesOf('keyTokens', names.keyTokens, {}, numbers.columns, numbers.examples);
    return [{ ...numbers, kind: 'self', rowSide: own, columnSide: others }];
  }
  const parts = kinds.map((kind) => {
    const numbers = readModelNumbers(
      `attention.${kind}`,
      /** @type {Record<string, unknown>} */ (given)[kind],
    );
    const side = (/** @type {'encoder' | 'decoder'} */ stack, /** @type {number} */ length) =>
      sidesOf(
        `tokens.${stack}`,
        stackOf('tokens', names.tokens, stack),
        {
          words: stackOf('words', names.words, stack),
          typeIds: stackOf('typeIds', names.typeIds, stack),
        },
        length,
        numbers.examples,
      );
    return {
      ...numbers,
      kind,
      rowSide: side(kind === 'encoder' ? 'encoder' : 'decoder', numbers.rows),
      columnSide: side(kind === 'decoder' ? 'decoder' : 'encoder', numbers.columns),
    };
  });
  return /** @type {[Part, ...Part[]]} */ (/** @type {unknown} */ (parts));
}

/**
 * The kinds of attention that an object names; null: it is numbers.
 *
 * @param {unknown} given
 */
export function kindsOf(given) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  if (ArrayBuffer.isView(given) || Object.hasOwn(given, 'data')) return null;
  const names = Object.keys(given);
  const wrong = names.find((name) => !KINDS.some((kind) => kind === name));
  if (names.length === 0 || wrong !== undefined) {
    throw new TypeError(
      `attention: expected numbers, or encoder, decoder and cross, got ${wrong ?? 'nothing'}`,
    );
  }
  return KINDS.filter((kind) => names.includes(kind));
}

/**
 * @param {string} name
 * @param {unknown} given
 * @param {'encoder' | 'decoder'} stack
 */
function stackOf(name, given, stack) {
  if (!isGiven(given)) return null;
  const wrong =
    typeof given !== 'object' || Object.keys(Object(given)).some((one) => !STACKS.includes(one));
  if (wrong) throw new TypeError(`${name}: expected { encoder, decoder }, as attention has them`);
  const found = /** @type {Record<string, unknown>} */ (given);
  return Object.hasOwn(found, stack) ? found[stack] : null;
}

/** Whether anything was given: an empty list is nothing. @param {unknown} value */
function isGiven(value) {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/**
 * @param {string} name
 * @param {unknown} tokens
 * @param {Pick<Names, 'words' | 'typeIds'>} more
 * @param {number} length
 * @param {number} examples
 * @returns {(example: number) => Side}
 */
function sidesOf(name, tokens, { words, typeIds }, length, examples) {
  const numbered = Array.from({ length }, (_, i) => String(i + 1));
  const names = listsOf(name, tokens, length, examples, isName);
  const wordsOf = listsOf('words', words, length, examples, isIndexOrNone);
  const segmentsOf = listsOf('typeIds', typeIds, length, examples, Number.isSafeInteger);
  const sides = Array.from({ length: examples }, (_, example) => ({
    tokens: names ? readable(names(example).map(String)) : numbered,
    words: wordsOf?.(example).map((one) => Number(one ?? -1)) ?? null,
    segments: segmentsOf?.(example).map(Number) ?? null,
  }));
  return (example) => sides[example];
}

/**
 * One list for all examples, or one for each.
 *
 * @param {string} name
 * @param {unknown} given
 * @param {number} length
 * @param {number} examples
 * @param {(value: unknown) => boolean} isRight
 * @returns {((example: number) => readonly unknown[]) | null}
 */
function listsOf(name, given, length, examples, isRight) {
  if (!isGiven(given)) return null;
  if (!Array.isArray(given)) throw new TypeError(`${name}: expected an array`);
  const isNested = Array.isArray(given[0]);
  const lists = isNested ? given : [given];
  if (isNested && lists.length !== examples) {
    throw new RangeError(
      `${name}: expected ${examples} lists, one for each example, got ${lists.length}`,
    );
  }
  for (const list of lists) {
    if (!Array.isArray(list)) throw new TypeError(`${name}: expected an array for each example`);
    if (list.length !== length) {
      throw new RangeError(`${name}: expected ${length} to match attention, got ${list.length}`);
    }
    const wrong = list.findIndex((one) => !isRight(one));
    if (wrong >= 0) throw new TypeError(`${name}: got ${describe(list[wrong])} at ${wrong}`);
  }
  return (example) => lists[isNested ? example : 0];
}

/** @param {unknown} value */
const isName = (value) => typeof value === 'string' || typeof value === 'number';
/** @param {unknown} value */
const isIndexOrNone = (value) =>
  value === null || (Number.isSafeInteger(value) && Number(value) >= -1);

/** @param {unknown} value */
function describe(value) {
  return typeof value === 'number' ? String(value) : value === null ? 'null' : typeof value;
}
