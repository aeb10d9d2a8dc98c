// The page's side of the worker that holds a model. It sends questions and receives answers.

import type {
  Answer,
  CallName,
  ModelSource,
  OnProgress,
  Question,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.ts';

export type Connection = ReturnType<typeof connect>;

/** An open question. */
interface Waiting {
  resolve: (value: Answer<CallName>) => void;
  reject: (reason: unknown) => void;
  onProgress?: OnProgress;
}

/**
 * Sends questions to a worker. Once it has ended, all open and later questions are rejected.
 *
 * @param onStopped called when it ended by itself
 */
export function connect(worker: Worker, onStopped?: (error: Error) => void) {
  const waiting: Map<number, Waiting> = new Map();
  let count = 0;
  let over: Error | null = null;
  const ended = new AbortController();

  function end(error: Error) {
    over = error;
    ended.abort();
    worker.terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function stop(reason: string) {
    if (over) return;
    const error = new Error(`the worker of this model stopped: ${reason}`);
    end(error);
    onStopped?.(error);
  }

  function take(reply: WorkerReply) {
    if (reply.type === 'lock') {
      return watch(reply.lock, ended.signal, () => stop('its memory may be used up'));
    }
    const one = waiting.get(reply.id);
    if (reply.type === 'progress') return one?.onProgress?.(...reply.progress);
    waiting.delete(reply.id);
    if (reply.type === 'answer') return one?.resolve(reply.value);
    const { message, isBroken } = reply.error;
    one?.reject(Object.assign(new Error(message), reply.error));
    if (isBroken) stop(message);
  }

  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => take(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    stop(event.message || 'its script could not be loaded');
  });

  function ask<N extends CallName>(
    name: N,
    given: Question<N>,
    onProgress?: OnProgress,
  ): Promise<Answer<N>> {
    return new Promise((resolve, reject) => {
      if (over) return reject(over);
      const request = { id: ++count, name, given } as WorkerRequest;
      waiting.set(count, { resolve, reject, onProgress });
      worker.postMessage(request);
    });
  }

  return {
    ask,
    open: (source: ModelSource, onProgress: OnProgress) => ask('open', source, onProgress),
    isOver: () => over !== null,
    end: () => end(new Error('this model was closed')),
  };
}

/** Detects the worker's end by its lock: no event reports that the browser ended it. */
function watch(lock: string, signal: AbortSignal, onFree: () => void) {
  navigator.locks.request(lock, { signal }, onFree).catch(() => {}); // watching was cancelled
}
