// Roles of the heads of a model while it trains.
// A head has a role once it performs it most of the time.

import { beatsPositions } from '../lab/answer/roles.js';
import { fillText } from '../shared/dom.js';

/** @typedef {import('headwise/training').Role} Role */

/** A head is named after a role from this score on. */
export const NAMED = 0.8;

/**
 * The score in a role of a head that knows positions only; of many sequences where it was measured.
 * @param {Role} role
 * @param {Readonly<Record<string, number>>} positional
 */
export const positionsFor = (role, positional) => positional[role.name] ?? role.positional;

/**
 * Whether a role is a name: the head does it most of the time, and more than positions alone would.
 * @param {Role} role
 * @param {Readonly<Record<string, number>>} positional
 */
export function isNamed(role, positional) {
  return role.score >= NAMED && beatsPositions(role.score, positionsFor(role, positional));
}

/**
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 * @param {Role} role
 */
export function nameOf(words, numbers, { name, offset }) {
  if (name !== 'fixedOffset') return words.roles[name];
  if (offset === 0) return words.roles.itself;
  const count = numbers.whole(Math.abs(offset ?? 0));
  return fillText((offset ?? 0) < 0 ? words.roles.before : words.roles.after, { count });
}
