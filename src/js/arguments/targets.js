// The caller's tensors that results are written into: `out`, nested as the results are. They are written all or none.

import { numbers } from './numbers.js';
import { fill } from './typed-array.js';

/** @import { Target } from './tensor.js' */

/** @typedef {{ readonly [name: string]: Target | Targets | undefined }} Targets */

/**
 * No targets. It inherits nothing, whatever a page has added to Object.prototype.
 *
 * @type {Readonly<Record<string, never>>}
 */
export const NOWHERE = Object.freeze(Object.create(null));

/**
 * Throws unless every target still has its numbers: a getter among the arguments may have detached an array since it was
 * checked, or the caller, while a worker computed.
 *
 * @param {Targets} targets
 * @param {string} [name]
 */
export function expectTargets(targets, name = 'out') {
  if (targets === NOWHERE) return;
  for (const [key, target] of Object.entries(targets)) {
    if (target === undefined) continue;
    if (isTarget(target)) numbers(target, `${name}.${key}`);
    else expectTargets(target, `${name}.${key}`);
  }
}

/**
 * Copies results into the caller's tensors, which take their places in `results`.
 *
 * @param {Targets} targets checked by expectTargets
 * @param {Record<string, any>} results
 */
export function fillTargets(targets, results) {
  for (const [key, target] of Object.entries(targets)) {
    if (target === undefined) continue;
    if (isTarget(target)) {
      fill(target.data, results[key].data);
      results[key] = target.own;
    } else fillTargets(target, results[key]);
  }
}

/**
 * @param {Targets} targets
 * @returns {Target[]} all of them
 */
export function targetsIn(targets) {
  return Object.values(targets).flatMap((one) => {
    if (one === undefined) return [];
    return isTarget(one) ? [one] : targetsIn(one);
  });
}

/**
 * @param {Target | Targets} one
 * @returns {one is Target}
 */
function isTarget(one) {
  return 'own' in one;
}
