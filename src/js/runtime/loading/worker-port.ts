// A browser's worker as a Port.

import type { Port } from './platform.ts';

/** Waits until a worker has started. Some engines report a refused worker only by an event. */
export function portOf(worker: Worker): Promise<Port> {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault?.();
      worker.terminate();
      reject(new Error(event.message || 'the worker could not be started'));
    };
    worker.onmessage = () => resolve(mailboxOf(worker));
  });
}

function mailboxOf(worker: Worker): Port {
  const closed = new AbortController();
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    listen(receive, fail) {
      worker.onmessage = ({ data }) => {
        if (data.lock === undefined) return receive(data);
        const ended = () => fail(new Error('its memory may be used up'));
        const { signal } = closed;
        navigator.locks.request(data.lock, { signal }, ended).catch(() => {}); // close() aborts the request
      };
      worker.onmessageerror = () => fail(new Error('a message could not be read'));
      worker.onerror = (event) => fail(new Error(event.message || 'the worker stopped'));
    },
    keepAlive() {},
    close() {
      closed.abort();
      worker.terminate();
    },
  };
}
