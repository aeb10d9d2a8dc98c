// Numbers and words out of some, in options of transformers.

import { wrongKind, wrongNumber } from './errors.js';
import { suggestion } from './nearest.js';
import { toFinite } from './options.js';

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
 * A number from 0 on.
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
