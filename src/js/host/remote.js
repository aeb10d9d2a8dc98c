// The near end of a port to server.js: numbers the requests, keeps their promises, and rejects them all when the
// worker ends. It does not know what the requests mean.

import { disposed, HeadwiseError } from '../arguments/errors.js';
import { buffersOf } from './buffers.js';

/** @import { Bring, Port } from '../loading/platform.js' */
/** @import { Answer, Question, SentError } from './server.js' */

/**
 * @typedef {object} Pending
 * @property {(result: any) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {((done: number) => void) | null} onProgress
 */

export class Remote {
  #port;
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #lastId = 0;
  /** @type {unknown} why requests are rejected; null while they are not */
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
   * @param {Question} question copied already: its buffers are moved
   * @param {AbortSignal | null} [signal]
   * @param {((done: number) => void) | null} [onProgress]
   * @returns {Promise<any>}
   */
  ask(question, signal = null, onProgress = null) {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#port.post({ abort: id });
        this.#settle(id)?.reject(signal?.reason);
      };
      const forget = () => signal?.removeEventListener?.('abort', stop);
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
      // Not before it is sent: reading a signal may run the caller's code, which may send another request.
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) stop();
    });
  }

  /** @type {Bring} */
  bring(name, row) {
    this.#port.bring?.(name, row);
  }

  /**
   * Frees a slot of the worker. If the engine is disposed meanwhile, that frees it too.
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

  /** @param {unknown} error rejects pending and later requests */
  close(error = disposed('engine')) {
    this.#port.close();
    this.#end(error);
  }

  /** Closes once no request is pending: no handle needs the worker any more. */
  abandon() {
    this.#abandoned = true;
    if (this.#pending.size === 0 && this.#ended === null) this.close();
  }

  get isClosed() {
    return this.#ended !== null;
  }

  /** Throws the error that ended it, if it has ended. */
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
