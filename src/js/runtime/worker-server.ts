// The engine behind a port, usually in a worker. It runs operations one at a time, in slices, and handles messages between
// slices, so a call can be stopped without shared memory. worker-client.ts is the other end of the port.

import { HeadwiseError } from '../arguments/errors.ts';
import { NOWHERE } from '../arguments/targets.ts';
import { Slot } from './core.ts';
import { loadCore } from './loading/load.ts';
import { nextTask } from './next-task.ts';
import { buffersOf } from './transferables.ts';
import type { Core } from './core.ts';
import type { Platform } from './loading/platform.ts';
import type { Operation } from './operation.ts';

export interface Question {
  /** of an operation, or 'load' or 'free' */
  name: string;
  /** the number of the slot of its handle */
  slot?: number | null;
  /** the number of the second slot that it needs */
  beside?: number | null;
  /** arguments */
  checked?: any;
}

/** progress: whether to report progress */
type Request = Question & { id: number; progress?: boolean };

export type Answer =
  | { id: number; result: unknown }
  | { id: number; error: SentError }
  | { id: number; progress: unknown };

export type SentError = {
  kind: 'TypeError' | 'RangeError' | 'HeadwiseError' | 'Error';
  message: string;
  code?: string;
};

/**
 * @param operations by name
 * @returns receive handles a message; end stops
 *   the work at its next slice and frees the memory
 */
export function createServer(
  platform: Platform,
  post: (answer: Answer, transfer: Transferable[]) => void,
  operations: ReadonlyMap<string, Operation>,
): { receive: (message: Request | { abort: number }) => void; end: () => void } {
  const queue: Request[] = [];
  /** by the id of the request that created it */
  const slots: Map<number, Slot> = new Map();
  let core: Core;
  let working = 0; // the id of the current request
  let isAborted = false; // whether the current request was aborted

  async function answer(request: Request) {
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

  function slotAt(number: number) {
    const found = slots.get(number);
    if (!found) throw new HeadwiseError('internal', `slot ${number}: expected one that exists`);
    return found;
  }

  /** Stores a slot, and returns its number for the client. */
  function hold(id: number, slot: Slot) {
    slots.set(id, slot);
    return id;
  }

  /** Runs the work of an operation in slices. An aborted request has no result. */
  async function drive({ id, progress }: Request, working: Generator<number, any, void>) {
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

export function toSentError(error: unknown): SentError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof HeadwiseError) return { kind: 'HeadwiseError', message, code: error.code };
  if (error instanceof RangeError) return { kind: 'RangeError', message };
  return { kind: error instanceof TypeError ? 'TypeError' : 'Error', message };
}
