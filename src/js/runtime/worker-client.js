// The runtime of an engine in a worker: checks arguments here, copies and sends them, and returns promises. Remote numbers the
// requests, holds their promises, and rejects them all when the worker ends.

import { HeadwiseError, disposed } from '../arguments/errors.js';
import { NOWHERE, expectTargets, fillTargets } from '../arguments/targets.js';
import { copyOf } from '../arguments/tensor.js';
import { takeTurn } from '../layer/cache-queue.js';
import { finalizer } from './finalizer.js';
import { checkArguments, expectReady } from './handle.js';
import { buffersOf } from './transferables.js';

/** @import { State, Wrap } from './handle.js' */
/** @import { Port } from './loading/platform.js' */
/** @import { Operation } from './operation.js' */
/** @import { Answer, Question, SentError } from './worker-server.js' */

export class WorkerRuntime {
  #remote;
  isAsync = true;

  /** @param {Remote} remote */
  constructor(remote) {
    this.#remote = remote;
    finalizer.register(this, () => remote.abandon(), this);
  }

  expectReady() {
    this.#remote.expectOpen();
  }

  /**
   * @param {Operation} operation
   * @param {State} on
   * @param {readonly unknown[]} given
   * @param {Wrap} [wrap]
   */
  async run(operation, on, given, wrap) {
    const checked = checkArguments(operation, on, given);
    const beside = operation.beside === undefined ? null : operation.beside(on, checked);
    const ask = this.#asking(operation, on, checked, beside);
    let result;
    if (beside !== null && beside.kind === 'cache') {
      expectReady(beside);
      const drop = (/** @type {{ kept?: number } | undefined} */ unused) => {
        if (unused?.kept) void this.#remote.drop(unused.kept);
      };
      result = await takeTurn(beside.about, checked, ask, drop);
    } else {
      result = await ask();
    }
    const wrapped = wrap === undefined ? result : wrap(result, checked);
    const { out = NOWHERE } = checked;
    expectTargets(out);
    fillTargets(out, wrapped);
    return wrapped;
  }

  /**
   * Copies the arguments for the worker, and returns a function that sends them.
   *
   * @param {Operation} operation
   * @param {State} on
   * @param {any} checked
   * @param {State | null} beside
   * @returns {() => Promise<any>}
   */
  #asking(operation, on, checked, beside) {
    if (operation.work === null) return async () => {};
    const { name } = operation;
    const { signal = null, onProgress = null, out: _out, cache: _cache, ...rest } = checked;
    const message = { name, slot: on.slot, beside: beside?.slot ?? null, checked: copy(rest) };
    return () => this.#remote.ask(message, { operation, signal, onProgress });
  }

  /** @param {number} slot */
  freeing(slot) {
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
 *
 * @template T
 * @param {T} checked
 * @returns {T}
 */
function copy(checked) {
  /** @type {Map<unknown, unknown>} */
  const copies = new Map();
  /** @param {unknown} value @returns {unknown} */
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    let made;
    if (ArrayBuffer.isView(value)) made = copyOf(/** @type {Float32Array} */ (value));
    else if (Array.isArray(value)) made = value.map(visit);
    else
      made = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, visit(member)]),
      );
    copies.set(value, made);
    return made;
  };
  return /** @type {T} */ (visit(checked));
}

/**
 * @typedef {object} Pending
 * @property {(result: any) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {((done: number) => void) | null} onProgress
 */

/** Callbacks of signals. Each signal has one listener, however many requests it is for, and only while one of them waits. */
class Stops {
  /** @type {Map<AbortSignal, { all: Set<() => void>, listener: () => void }>} */
  #bySignal = new Map();

  /** @param {AbortSignal} signal @param {() => void} stop */
  add(signal, stop) {
    const known = this.#bySignal.get(signal);
    if (known) return void known.all.add(stop);
    const all = new Set([stop]);
    const listener = () => {
      for (const one of [...all]) one();
    };
    this.#bySignal.set(signal, { all, listener });
    signal.addEventListener('abort', listener);
  }

  /** @param {AbortSignal} signal @param {() => void} stop */
  remove(signal, stop) {
    const known = this.#bySignal.get(signal);
    if (!known?.all.delete(stop) || known.all.size > 0) return;
    this.#bySignal.delete(signal);
    signal.removeEventListener?.('abort', known.listener);
  }
}

export class Remote {
  #port;
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #lastId = 0;
  #stops = new Stops();
  /** @type {unknown} the error of all later requests; null while open */
  #ended = null;
  #abandoned = false;

  /** @param {Port} port */
  constructor(port) {
    this.#port = port;
    port.listen(
      (answer) => this.#receive(answer),
      (cause) =>
        this.#end(new HeadwiseError('internal', `the worker stopped: ${cause.message}`, { cause })),
    );
  }

  /**
   * @param {Question} question a copy: its buffers are transferred
   * @param {object} [of]
   * @param {Operation} [of.operation]
   * @param {AbortSignal | null} [of.signal]
   * @param {((done: number) => void) | null} [of.onProgress]
   * @returns {Promise<any>}
   */
  ask(question, { operation, signal = null, onProgress = null } = {}) {
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
        resolve: (result) => (forget(), resolve(result)),
        reject: (error) => (forget(), reject(error)),
      });
      this.#port.keepAlive(true);
      try {
        this.#port.post(
          { id, progress: onProgress !== null, ...question },
          buffersOf(question.checked),
          operation,
        );
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

  /**
   * Frees a slot of the worker. To dispose of the engine meanwhile frees it too.
   *
   * @param {number} slot
   */
  async drop(slot) {
    if (this.isClosed) return;
    try {
      await this.ask({ name: 'free', slot });
    } catch (error) {
      if (!this.isClosed) throw error;
    }
  }

  /** @param {unknown} error the error of pending and later requests */
  close(error = disposed('engine')) {
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

  /** @param {Answer} answer */
  #receive(answer) {
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
    else pending.resolve(answer.result);
  }

  /** @param {number} id */
  #settle(id) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#port.keepAlive(false);
    if (this.#abandoned) this.abandon();
    return pending;
  }

  /** @param {unknown} error */
  #end(error) {
    this.#ended ??= error;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(this.#ended);
  }
}

/** @param {SentError} sent */
function toError({ kind, message, code }) {
  if (kind === 'TypeError') return new TypeError(message);
  if (kind === 'RangeError') return new RangeError(message);
  if (kind === 'HeadwiseError') {
    return new HeadwiseError(
      /** @type {import('../types/index.js').HeadwiseErrorCode} */ (code),
      message,
    );
  }
  return new Error(message);
}
