// The step at which each head took on its present role.

import { isNamed } from './names.js';

/**
 * @typedef {import('./learner.js').Look} Look
 *
 * @typedef {object} Birth
 * @property {number} layer
 * @property {number} head
 * @property {import('headwise/training').Role} role
 * @property {number} step
 */

/**
 * @param {readonly Look[]} looks in order; the last is the one on the screen
 * @param {Readonly<Record<string, number>>} positional by role, what a head could score that knows positions only
 * @returns {Birth[]}
 */
export function birthsOf(looks, positional) {
  const newest = /** @type {Look} */ (looks.at(-1));
  return newest.roles.flatMap(({ layer, head, best }, index) =>
    isNamed(best, positional)
      ? [{ layer, head, role: best, step: stepOf(looks, index, positional) }]
      : [],
  );
}

/**
 * @param {readonly Look[]} looks
 * @param {number} index of the head
 * @param {Readonly<Record<string, number>>} positional
 */
function stepOf(looks, index, positional) {
  const { name, offset } = /** @type {Look} */ (looks.at(-1)).roles[index].best;
  let first = looks.length - 1;
  for (; first > 0; first--) {
    const { best } = looks[first - 1].roles[index];
    if (best.name !== name || best.offset !== offset || !isNamed(best, positional)) break;
  }
  return looks[first].step;
}
