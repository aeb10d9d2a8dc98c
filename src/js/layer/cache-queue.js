// The calls on one cache of a worker take turns. They may be made without waiting, and are sent at once; the keys are
// counted here, because a call that was stopped may have been done in the worker.

import { pastHasChanged, pastIsMissing } from '../arguments/errors.js';

/** @import { State } from '../runtime/handle.js' */

/**
 * How many keys a cache holds, and the calls that will change it.
 *
 * @typedef {object} Turns
 * @property {number} length
 * @property {number} lengthToBe once all calls that were made have succeeded
 * @property {{ isStale: boolean }[]} pending
 *   calls in their order; isStale: one before it failed, so it counted with keys that are missing
 * @property {Promise<unknown>} last settles when they have ended
 */

/** @returns {Turns} */
export function emptyTurns() {
  return { length: 0, lengthToBe: 0, pending: [], last: Promise.resolve() };
}

/**
 * Sends a call on a cache. Its answer waits for the answers of those before it.
 *
 * @template T
 * @param {Turns} turns
 * @param {{ pastLen: number, keyLen: number }} checked
 * @param {() => Promise<T>} ask
 * @param {(result: T) => void} drop frees a result that will not be used
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
  send(ask()); // last, because reading a signal may run the caller's code, which may take the next turn
  return result;
}
