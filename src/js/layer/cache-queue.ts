// Queues the calls on one cache of a worker's engine. Calls are sent at once, without waiting for earlier ones. The client
// counts the keys: the worker may have finished a call that the client aborted.

import { pastHasChanged, pastIsMissing } from '../arguments/errors.ts';

/** The number of keys in a cache, and its pending calls. */
interface Turns {
  length: number;
  /** length once all pending calls have succeeded */
  lengthToBe: number;
  /**
   * calls in order; isStale: an earlier call failed, so keys that this call relies on are missing
   */
  pending: { isStale: boolean }[];
  /** settles when all pending calls have ended */
  last: Promise<unknown>;
}

export function emptyQueue(): Turns {
  return { length: 0, lengthToBe: 0, pending: [], last: Promise.resolve() };
}

/**
 * Sends a call on a cache. Its result waits for the results of earlier calls.
 *
 * @param drop frees a result that is not returned
 */
export function enqueue<T>(
  turns: Turns,
  { pastLen, keyLen }: { pastLen: number; keyLen: number },
  ask: () => Promise<T>,
  drop: (result: T) => void,
): Promise<T> {
  const { last: before, lengthToBe: expected, pending } = turns;
  if (pastLen !== expected) throw pastHasChanged(pastLen, expected);
  const call = { isStale: false };
  pending.push(call);
  turns.lengthToBe += keyLen;
  const turn = async (answer: Promise<T>) => {
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
  let send: (answer: Promise<T>) => void = () => {};
  const result = turn(new Promise((resolve) => (send = resolve)));
  turns.last = Promise.allSettled([before, result]);
  send(ask()); // last: reading a signal may run the caller's code, which may make the next call
  return result;
}
