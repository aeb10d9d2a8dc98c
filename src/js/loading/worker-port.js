// A browser's worker as platform.js describes a port.

/** @import { Port } from './platform.js' */

/**
 * A worker that has said hello. Some engines report a refused worker only by an event.
 *
 * @param {Worker} worker
 * @returns {Promise<Port>}
 */
export function portOf(worker) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault?.();
      worker.terminate();
      reject(new Error(event.message || 'the worker could not be started'));
    };
    worker.onmessage = () => resolve(mailboxOf(worker));
  });
}

/**
 * @param {Worker} worker
 * @returns {Port}
 */
function mailboxOf(worker) {
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    listen(receive, fail) {
      worker.onmessage = ({ data }) => receive(data);
      worker.onmessageerror = () => fail(new Error('a message could not be read'));
      worker.onerror = (event) => fail(new Error(event.message || 'the worker stopped'));
    },
    keepAlive() {},
    close: () => worker.terminate(),
  };
}
