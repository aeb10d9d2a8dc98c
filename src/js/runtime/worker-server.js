// The engine behind a port, usually in a worker. It runs operations one at a time, in slices, and handles messages between
// slices, so a call can be stopped without shared memory. worker-client.js is the other end of the port.

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
 * @property {number | null} [slot] the number of the slot of its handle
 * @property {number | null} [beside] the number of the second slot that it needs
 * @property {any} [checked] arguments
 *
 * @typedef {Question & { id: number, progress?: boolean }} Request progress: whether to report progress
 *
 * @typedef {{ id: number, result: unknown } | { id: number, error: SentError } | { id: number, progress: number }} Answer
 * @typedef {{ kind: 'TypeError' | 'RangeError' | 'HeadwiseError' | 'Error', message: string, code?: string }} SentError
 */

/**
 * @param {Platform} platform
 * @param {(answer: Answer, transfer: Transferable[]) => void} post
 * @param {ReadonlyMap<string, Operation>} operations by name
 * @returns {{ receive: (message: Request | { abort: number }) => void, end: () => void }} receive handles a message; end stops
 *   the work at its next slice and frees the memory
 */
export function createServer(platform, post, operations) {
  /** @type {Request[]} */
  const queue = [];
  /** @type {Map<number, Slot>} by the id of the request that created it */
  const slots = new Map();
  /** @type {Core} */
  let core;
  let working = 0; // the id of the current request
  let isAborted = false; // whether the current request was aborted

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
    checked.out = NOWHERE; // the client fills the caller's tensors
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
   * Stores a slot, and returns its number for the client.
   *
   * @param {number} id
   * @param {Slot} slot
   */
  function hold(id, slot) {
    slots.set(id, slot);
    return id;
  }

  /**
   * Runs the work of an operation in slices. An aborted request has no result.
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
        const kept = slots.get(abort); // the call had ended, and its caller will not dispose of its saved activations
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
