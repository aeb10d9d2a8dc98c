// Compares the engine with the reference: every number must be within the reference's rounding
// bound. It remembers the largest ratio.

import assert from 'node:assert/strict';
import { BOUND_MULTIPLE } from '../../../src/js/reference/bounds.ts';
import { placeIn, tensorsOf } from './tensors.js';

/** Ordinary sizes: inputs in [-1, 1), so that no number is far from 1. */
const ORDINARY = 1e-5;

export class Comparison {
  /** @type {Map<string, { ratio: number, where: string }>} by tensor, where it was seen */
  #largest = new Map();

  /**
   * @param {unknown} actual the engine's result
   * @param {{ bounds?: unknown }} expected the reference's, of the same call with `bounds`
   * @param {{ what: string, ordinary: boolean }} options `what` names the case; `ordinary` asks for 1e-5 + 1e-5 |ref| besides
   */
  compare(actual, expected, { what, ordinary }) {
    const tensors = tensorsOf(actual);
    const wanted = tensorsOf(expected);
    const bounds = tensorsOf(expected.bounds);
    assert.deepEqual([...tensors.keys()].sort(), [...wanted.keys()].sort(), what);
    for (const [name, reference] of wanted) {
      const { data, shape } = /** @type {import('./tensors.js').AnyTensor} */ (tensors.get(name));
      const bound = /** @type {import('./tensors.js').AnyTensor} */ (bounds.get(name)).data;
      assert.deepEqual([...shape], [...reference.shape], `${what}: shape of ${name}`);
      assert.equal(data.length, reference.data.length, `${what}: length of ${name}`);
      for (let at = 0; at < data.length; at++) {
        const [got, ideal] = [data[at], reference.data[at]];
        const difference = distance(got, ideal);
        const allowed = BOUND_MULTIPLE * bound[at];
        const fine =
          difference <= allowed &&
          (!ordinary || difference <= ORDINARY + ORDINARY * Math.abs(ideal));
        if (!fine) {
          const place = `${name}[${placeIn(shape, at)}]`;
          assert.fail(
            `${place}: expected ${ideal} within ${allowed}, got ${got}, off by ${difference}\n${what}`,
          );
        }
        if (difference > 0) this.#note(name, difference / bound[at], what);
      }
    }
  }

  /**
   * @param {string} name
   * @param {number} ratio
   * @param {string} where
   */
  #note(name, ratio, where) {
    const known = this.#largest.get(name);
    if (known === undefined || ratio > known.ratio) this.#largest.set(name, { ratio, where });
  }

  /** The largest ratio of a difference to its bound, for each tensor, in lines. */
  *report() {
    yield `largest difference / bound (allowed: ${BOUND_MULTIPLE})`;
    for (const [name, { ratio, where }] of this.#largest) {
      yield `${name.padEnd(20)} ${ratio.toFixed(3)}  ${where.split(':')[0]}`;
    }
  }
}

/**
 * 0 for equal numbers, infinite ones and NaN included.
 *
 * @param {number} a
 * @param {number} b
 */
function distance(a, b) {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return 0;
  const difference = Math.abs(a - b);
  return Number.isNaN(difference) ? Infinity : difference;
}
