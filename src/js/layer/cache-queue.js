// Orders the calls on one cache of a worker. Calls are sent at once, without waiting for earlier ones. The keys are counted
// here, because a call that was stopped may have been done in the worker.

import { pastHasChanged, pastIsMissing } from '../arguments/errors.js';

/** @import { State } from '../runtime/handle.js' */

/**
 * The number of keys in a cache, and its pending calls.
 *
 * @typedef {object} Turns
 * @property {number} length
 * @property {number} lengthToBe length once all pending calls have succeeded
 * @property {{ isStale: boolean }[]} pending
 *   calls in order; isStale: an earlier call failed, so keys that this call relies on are missing
 * @property {Promise<unknown>} last settles when all pending calls have ended
 */

/** @returns {Turns} */
export function emptyTurns() {
  return { length: 0, lengthToBe: 0, pending: [], last: Promise.resolve() };
}

/**
 * Sends a call on a cache. Its result waits for the results of earlier calls.
 *
 * @template T
 * @param {Turns} turns
 * @param {{ pastLen: number, keyLen: number }} checked
 * @param {() => Promise<T>} ask
 * @param {(result: T) => void} drop frees a result that is not returned
 * @returns {Promise<T>}
 */
export function takeTurn(turns, { pastLen, keyLen }, ask, drop) {
  const { last: before, lengthToBe: expected, pending } = turns;
  if (pastLen !== expected) throw pastHasChanged(pastLen, expected);
  const call = { isStale: false };
  pending.push(call);
  turns.lengthToBe += keyLen;
  const turn = async (/** @type {Promise<T>} */ answer) => {
    try {
      const result = await answer;
      await before;
      if (call.isStale) {
        drop(result);
        throw pastIsMissing(expected);
      }
      turns.length = expected + keyLen;
      return result;
    } catch (error) {
      if (!call.isStale) {
        turns.lengthToBe = expected;
        for (const later of pending.slice(pending.indexOf(call))) later.isStale = true;
      }
      throw error;
    } finally {
      pending.splice(pending.indexOf(call), 1);
    }
  };
  /** @type {(answer: Promise<T>) => void} */
  let send = () => {};
  const result = turn(new Promise((resolve) => (send = resolve)));
  turns.last = Promise.allSettled([before, result]);
  send(ask()); // last: reading a signal may run the caller's code, which may make the next call
  return result;
}
