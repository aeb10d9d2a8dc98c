// The engine at the far end of a port: runs operations one at a time, in slices, and handles messages
// between slices, so that a call can be stopped without shared memory. The near end is worker-client.js.

import { HeadwiseError } from '../arguments/errors.js';
import { NOWHERE } from '../arguments/targets.js';
import { Slot } from './core.js';
import { loadCore } from './loading/load.js';
import { nextTask } from './next-task.js';
import { buffersOf } from './transferables.js';

/** @import { Core } from './core.js' */
/** @import { Platform } from './loading/platform.js' */
/** @import { Operation } from './operation.js' */

/**
 * @typedef {object} Question
 * @property {string} name of an operation, or 'load' or 'free'
 * @property {number | null} [slot] the number of the slot that it belongs to
 * @property {number | null} [beside] of the other slot that it needs
 * @property {any} [checked] arguments
 *
 * @typedef {Question & { id: number, progress?: boolean }} Request progress: whether to report it
 *
 * @typedef {{ id: number, result: unknown } | { id: number, error: SentError } | { id: number, progress: number }} Answer
 * @typedef {{ kind: 'TypeError' | 'RangeError' | 'HeadwiseError' | 'Error', message: string, code?: string }} SentError
 */

/**
 * @param {Platform} platform
 * @param {(answer: Answer, transfer: Transferable[]) => void} post
 * @param {ReadonlyMap<string, Operation>} operations by their names
 * @returns {{ receive: (message: Request | { abort: number }) => void, end: () => void }} call receive with every message; end
 *   stops the work at its next slice and frees the memory
 */
export function createServer(platform, post, operations) {
  /** @type {Request[]} */
  const queue = [];
  /** @type {Map<number, Slot>} by the requests that made them */
  const slots = new Map();
  /** @type {Core} */
  let core;
  let working = 0; // the request's id
  let isAborted = false; // whether it was

  /** @param {Request} request */
  async function answer(request) {
    const { id, name, slot, beside, checked } = request;
    if (name === 'load') {
      const loaded = await loadCore(platform, checked);
      core = loaded.core;
      return loaded.backend;
    }
    if (name === 'free') {
      core.deleteSlot(slotAt(Number(slot)));
      slots.delete(Number(slot));
      return undefined;
    }
    const [own, other] = [slot, beside].map((one) => (one ? slotAt(one) : null));
    checked.out = NOWHERE; // the other end fills the caller's tensors
    const operation = operations.get(name);
    if (!operation?.work) throw new HeadwiseError('internal', `${name}: no such operation`);
    const working = operation.work(core, checked, own?.handle ?? null, other?.handle ?? null);
    const result = await drive(request, working);
    if (result instanceof Slot) return hold(id, result);
    if (result?.kept) result.kept = hold(id, result.kept);
    return result;
  }

  /** @param {number} number */
  function slotAt(number) {
    const found = slots.get(number);
    if (!found) throw new HeadwiseError('internal', `slot ${number}: expected one that exists`);
    return found;
  }

  /**
   * Slots stay here. Their numbers go in their places.
   *
   * @param {number} id
   * @param {Slot} slot
   */
  function hold(id, slot) {
    slots.set(id, slot);
    return id;
  }

  /**
   * Does the work of an operation, in slices. After an abort there is no result.
   *
   * @param {Request} request
   * @param {Generator<number, any, void>} working
   */
  async function drive({ id, progress }, working) {
    core.sliced = true;
    for (let next = working.next(); ; next = working.next()) {
      if (next.done) return next.value;
      if (progress) post({ id, progress: next.value }, []);
      if (next.value < 1) await nextTask();
      if (isAborted) return working.return(undefined).value;
    }
  }

  async function drain() {
    for (let request = queue.shift(); request !== undefined; request = queue.shift()) {
      const { id } = request;
      working = id;
      isAborted = false;
      try {
        const result = await answer(request);
        post({ id, result }, buffersOf(result));
      } catch (error) {
        post({ id, error: toSentError(error) }, []);
      }
    }
    working = 0;
  }

  return {
    receive(message) {
      if ('abort' in message) {
        const { abort } = message;
        if (abort === working) isAborted = true;
        const kept = slots.get(abort); // the call was done already, and its caller will not dispose of what it kept
        if (kept) core.deleteSlot(kept);
        slots.delete(abort);
        const waiting = queue.findIndex(({ id }) => id === abort);
        if (waiting >= 0) queue.splice(waiting, 1);
        return;
      }
      queue.push(message);
      if (working === 0) void drain();
    },
    end() {
      queue.length = 0;
      isAborted = true;
      core?.dispose();
    },
  };
}

/**
 * @param {unknown} error
 * @returns {SentError}
 */
function toSentError(error) {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof HeadwiseError) return { kind: 'HeadwiseError', message, code: error.code };
  if (error instanceof RangeError) return { kind: 'RangeError', message };
  return { kind: error instanceof TypeError ? 'TypeError' : 'Error', message };
}
