// Reads options objects and their plain values: booleans, integers, numbers. Knows no option by name.

import { shorten, wrongKind, wrongNumber } from './errors.js';
import { suggestion } from './nearest.js';
import { kindOf } from './tensor.js';

/** Lengths and widths fit a 32-bit integer, the core's type for counts of rows and columns. */
export const MAX_SIZE = 2147483647;

/** The largest finite float32. */
const FLOAT32_MAX = 3.4028234663852886e38;

/**
 * The names that an options object may have, as a record of undefined, which is also the result for an absent object.
 *
 * @template {string} Name
 * @param {...Name} names
 * @returns {Readonly<Record<Name, unknown>>}
 */
export function optionNames(...names) {
  const record = /** @type {Record<Name, unknown>} */ ({});
  for (const name of names) record[name] = undefined;
  return record; // not frozen: a frozen object takes seven times as long to copy
}

/**
 * The caller's own enumerable properties, each read once. Drops undefined ones and refuses unknown names. null passes: the
 * check of that value refuses it with the expected type.
 *
 * @template {string} Name
 * @param {unknown} value
 * @param {string} name name of the object in errors
 * @param {Readonly<Record<Name, unknown>>} known from optionNames
 * @param {string} [where] error prefix of a nested object: `window: `
 * @returns {Readonly<Record<Name, unknown>>}
 */
export function readOptions(value, name, known, where = '') {
  if (value === undefined) return known;
  if (!isRecord(value)) throw wrongKind(name, 'an object', value);
  /** @type {Record<string, unknown>} */
  const options = { ...known };
  for (const key of Object.keys(value)) {
    const given = value[key];
    if (given === undefined) continue;
    if (!Object.hasOwn(known, key)) {
      const near = suggestion(key, Object.keys(known));
      throw new TypeError(`${where}unknown option ${shorten(key)}${near}`);
    }
    options[key] = given;
  }
  return /** @type {Record<Name, unknown>} */ (options);
}

/**
 * Reads an options object inside another: `window`, `replace`.
 *
 * @template {string} Name
 * @param {unknown} value
 * @param {string} name
 * @param {Readonly<Record<Name, unknown>>} known
 */
export function readNested(value, name, known) {
  return readOptions(value, name, known, `${name}: `);
}

/**
 * Whether a value is a plain object, which may hold options: not an array, a Map, a Date or another built-in object.
 *
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isRecord(value) {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {boolean} [fallback] value of an absent option
 * @returns {boolean}
 */
export function toBoolean(value, name, fallback) {
  if (value === undefined && fallback !== undefined) return fallback;
  if (typeof value === 'boolean') return value;
  throw wrongKind(name, 'true or false', value);
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {number} low
 * @param {number} [high] both included
 * @returns {number}
 */
export function toInteger(value, name, low, high = Number.MAX_SAFE_INTEGER) {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= low && value <= high) {
    return value + 0; // -0 becomes 0
  }
  const range = high === Number.MAX_SAFE_INTEGER ? `of at least ${low}` : `from ${low} to ${high}`;
  throw (typeof value === 'number' ? wrongNumber : wrongKind)(name, `an integer ${range}`, value);
}

/**
 * A number that float32 can hold.
 *
 * @param {unknown} value
 * @param {string} name
 * @returns {number}
 */
export function toFinite(value, name) {
  if (typeof value !== 'number') throw wrongKind(name, 'a finite number', value);
  if (value >= -FLOAT32_MAX && value <= FLOAT32_MAX) return value;
  throw wrongNumber(name, 'a finite number that float32 can hold', value);
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {(...values: any[]) => unknown}
 */
export function toFunction(value, name) {
  if (typeof value === 'function') return /** @type {(...values: any[]) => unknown} */ (value);
  throw wrongKind(name, 'a function', value);
}

/**
 * An array or typed array; its values are not checked.
 *
 * @param {unknown} value
 * @param {string} name
 * @param {string} expected
 * @returns {ArrayLike<unknown>}
 */
export function toList(value, name, expected) {
  if (Array.isArray(value) || kindOf(value) !== undefined) return /** @type {unknown[]} */ (value);
  throw wrongKind(name, expected, value);
}

/**
 * @template {string} Choice
 * @param {unknown} value
 * @param {string} name
 * @param {readonly Choice[]} choices
 * @param {Choice} fallback
 * @returns {Choice}
 */
export function toChoice(value, name, choices, fallback) {
  if (value === undefined) return fallback;
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  const expected = choices.map((one) => `'${one}'`).join(', ');
  if (typeof value !== 'string') throw wrongKind(name, `one of ${expected}`, value);
  const near = suggestion(value, choices);
  throw new RangeError(`${wrongNumber(name, `one of ${expected}`, value).message}${near}`);
}

/**
 * A number of at least 0, or within `bounds`.
 *
 * @param {unknown} value
 * @param {string} name
 * @param {number} [fallback]
 * @param {{ above?: number, below?: number, most?: number }} [bounds]
 */
export function toNumber(value, name, fallback, { above, below, most } = {}) {
  if (value === undefined && fallback !== undefined) return fallback;
  const number = toFinite(value, name);
  const low = above === undefined ? number >= 0 : number > above;
  if (low && !(below !== undefined && number >= below) && !(most !== undefined && number > most)) {
    return number;
  }
  const from = above === undefined ? 'from 0' : `above ${above}`;
  const to =
    below !== undefined ? ` to below ${below}` : most !== undefined ? ` to ${most}` : ' on';
  throw wrongNumber(name, `a number ${from}${to}`, number);
}

/**
 * Checks the signal before any work, in calls and in `load`.
 *
 * @param {{ signal: AbortSignal | null }} checked
 */
export function throwIfAborted({ signal }) {
  if (signal !== null && signal.aborted) {
    throw signal.reason ?? new DOMException('This operation was aborted', 'AbortError');
  }
}

/**
 * @param {unknown} value
 * @returns {AbortSignal | null}
 */
export function toSignal(value) {
  if (value === undefined) return null;
  const signal = /** @type {AbortSignal} */ (value);
  const alike =
    typeof value === 'object' &&
    value !== null &&
    typeof signal.aborted === 'boolean' &&
    typeof signal.addEventListener === 'function';
  if (!alike) throw wrongKind('signal', 'an AbortSignal', value);
  return signal;
}
