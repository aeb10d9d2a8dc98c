// The runtime of an engine in a worker: checks arguments here, copies and sends them, and returns promises. Remote numbers the
// requests, holds their promises, and rejects them all when the worker ends.

import { HeadwiseError, disposed } from '../arguments/errors.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import { NOWHERE, expectTargets, fillTargets } from '../arguments/targets.ts';
import { copyOf } from '../arguments/typed-arrays.ts';
import { enqueue } from '../layer/cache-queue.ts';
import { finalizer } from './finalizer.ts';
import { checkArguments, expectReady } from './handle.ts';
import { buffersOf } from './transferables.ts';
import type { HeadwiseErrorCode } from '../types/index.ts';
import type { State, Wrap } from './handle.ts';
import type { Port } from './loading/platform.ts';
import type { Operation } from './operation.ts';
import type { Answer, Question, SentError } from './worker-server.ts';

/** Arguments that stay on this side. */
const STAYING = ['signal', 'onProgress', 'out', 'cache'];

export class WorkerRuntime {
  #remote;
  isAsync = true;
  precision = 'float32' as const;

  constructor(remote: Remote) {
    this.#remote = remote;
    finalizer.register(this, () => remote.abandon(), this);
  }

  expectReady() {
    this.#remote.expectOpen();
  }

  async run(operation: Operation, on: State, given: readonly unknown[], wrap?: Wrap) {
    const checked = checkArguments(operation, on, given);
    const beside = operation.beside === undefined ? null : operation.beside(on, checked);
    const ask = this.#asking(operation, on, checked, beside);
    let result;
    if (beside !== null && beside.kind === 'cache') {
      expectReady(beside);
      const drop = (unused: { kept?: number } | undefined) => {
        if (unused?.kept) void this.#remote.drop(unused.kept);
      };
      result = await enqueue(beside.about, checked, ask, drop);
    } else {
      result = await ask();
    }
    const wrapped = wrap === undefined ? result : wrap(result, checked);
    const { out = NOWHERE } = checked;
    expectTargets(out);
    fillTargets(out, wrapped);
    return wrapped;
  }

  /** Copies the arguments for the worker, and returns a function that sends them. */
  #asking(operation: Operation, on: State, checked: any, beside: State | null): () => Promise<any> {
    if (operation.work === null) return async () => {};
    const { name } = operation;
    const { signal = null, onProgress = null } = checked;
    // null, not left out: a call's options are found by their places
    const sent = { ...checked };
    for (const each of STAYING) if (each in sent) sent[each] = null;
    const message = { name, slot: on.slot, beside: beside?.slot ?? null, checked: copy(sent) };
    return () => this.#remote.ask(message, { operation, signal, onProgress });
  }

  freeing(slot: number) {
    const remote = this.#remote;
    return () => remote.drop(slot);
  }

  async done() {}

  async dispose() {
    finalizer.unregister(this);
    if (!this.#remote.isClosed) this.#remote.close();
  }
}

/**
 * Copies checked arguments and their arrays, each array once. The copies are transferred to the worker, and the caller keeps
 * the originals.
 */
function copy<T>(checked: T): T {
  const copies: Map<unknown, unknown> = new Map();
  const visit = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    let made;
    if (ArrayBuffer.isView(value)) made = copyOf(value as Float32Array);
    else if (Array.isArray(value)) made = value.map(visit);
    else
      made = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, visit(member)]),
      );
    copies.set(value, made);
    return made;
  };
  return visit(checked) as T;
}

interface Pending {
  resolve: (result: any) => void;
  reject: (error: unknown) => void;
  onProgress: ((done: any) => void) | null;
}

/** Callbacks of signals. Each signal has one listener, however many requests it is for, and only while one of them waits. */
class Stops {
  #bySignal: Map<AbortSignal, { all: Set<() => void>; listener: () => void }> = new Map();

  add(signal: AbortSignal, stop: () => void) {
    const known = this.#bySignal.get(signal);
    if (known) return void known.all.add(stop);
    const all = new Set([stop]);
    const listener = () => {
      for (const one of [...all]) one();
    };
    this.#bySignal.set(signal, { all, listener });
    signal.addEventListener('abort', listener);
  }

  remove(signal: AbortSignal, stop: () => void) {
    const known = this.#bySignal.get(signal);
    if (!known?.all.delete(stop) || known.all.size > 0) return;
    this.#bySignal.delete(signal);
    signal.removeEventListener?.('abort', known.listener);
  }
}

export class Remote {
  #port;
  #pending: Map<number, Pending> = new Map();
  #lastId = 0;
  #stops = new Stops();
  /** the error of all later requests; null while open */
  #ended: unknown = null;
  #abandoned = false;

  constructor(port: Port) {
    this.#port = port;
    port.listen(
      (answer) => this.#receive(answer),
      (cause) =>
        this.#end(new HeadwiseError('internal', `the worker stopped: ${cause.message}`, { cause })),
    );
  }

  ask(
    question: Question,
    {
      operation,
      signal = null,
      onProgress = null,
      transfer = buffersOf(question.checked),
    }: {
      operation?: Operation;
      signal?: AbortSignal | null;
      onProgress?: ((done: any) => void) | null;
      /** buffers that move to the worker; default the buffers of the arguments, which are then a copy */
      transfer?: Transferable[];
    } = {},
  ): Promise<any> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#port.post({ abort: id });
        this.#settle(id)?.reject(signal?.reason);
      };
      const forget = () => signal && this.#stops.remove(signal, stop);
      this.#pending.set(id, {
        onProgress,
        resolve(result) {
          forget();
          resolve(result);
        },
        reject(error) {
          forget();
          reject(error);
        },
      });
      this.#port.keepAlive(true);
      try {
        this.#port.post({ id, progress: onProgress !== null, ...question }, transfer, operation);
      } catch (cause) {
        const error = new HeadwiseError(
          'internal',
          `the request could not be sent to the worker: ${cause}`,
          {
            cause,
          },
        );
        this.#settle(id)?.reject(error);
        return;
      }
      // After the request is sent: reading a signal may run the caller's code, which may send another request.
      if (signal) this.#stops.add(signal, stop);
      if (signal?.aborted) stop();
    });
  }

  /** Frees a slot of the worker. To dispose of the engine meanwhile frees it too. */
  async drop(slot: number) {
    if (this.isClosed) return;
    try {
      await this.ask({ name: 'free', slot });
    } catch (error) {
      if (!this.isClosed) throw error;
    }
  }

  /** @param error the error of pending and later requests */
  close(error: unknown = disposed('engine')) {
    this.#port.close();
    this.#end(error);
  }

  /** Closes as soon as no request is pending, as no handle needs the worker any more. */
  abandon() {
    this.#abandoned = true;
    if (this.#pending.size === 0 && this.#ended === null) this.close();
  }

  get isClosed() {
    return this.#ended !== null;
  }

  /** Throws the final error, if it is closed. */
  expectOpen() {
    if (this.#ended !== null) throw this.#ended;
  }

  #receive(answer: Answer) {
    if ('progress' in answer) {
      const pending = this.#pending.get(answer.id);
      try {
        pending?.onProgress?.(answer.progress);
      } catch (error) {
        this.#port.post({ abort: answer.id });
        this.#settle(answer.id)?.reject(error);
      }
      return;
    }
    const pending = this.#settle(answer.id);
    if (pending === undefined) return; // aborted meanwhile
    if ('error' in answer) pending.reject(toError(answer.error));
    else pending.resolve(revive(answer.result));
  }

  #settle(id: number) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#port.keepAlive(false);
    if (this.#abandoned) this.abandon();
    return pending;
  }

  #end(error: unknown) {
    this.#ended ??= error;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(this.#ended);
  }
}

/** Tensors again, of the plain objects that a message holds. */
function revive(result: any): any {
  if (typeof result !== 'object' || result === null || ArrayBuffer.isView(result)) return result;
  if (ArrayBuffer.isView(result.data) && Array.isArray(result.shape)) {
    return new Tensor(result.data, result.shape);
  }
  for (const [name, one] of Object.entries(result)) result[name] = revive(one);
  return result;
}

function toError({ kind, message, code }: SentError) {
  if (kind === 'TypeError') return new TypeError(message);
  if (kind === 'RangeError') return new RangeError(message);
  if (kind === 'HeadwiseError') {
    return new HeadwiseError(code as HeadwiseErrorCode, message);
  }
  return new Error(message);
}
