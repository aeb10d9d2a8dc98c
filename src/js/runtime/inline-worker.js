// Runs the worker's server on the caller's thread, for environments without workers.

import { byName, engineOperations } from '../operations.js';
import { createServer } from './worker-server.js';

/** @import { Platform, Port } from './loading/platform.js' */
/** @import { Operation } from './operation.js' */

/**
 * Starts a server on this thread, behind a port like a worker's.
 *
 * @param {Platform} platform
 * @param {readonly Operation[]} [known] operations; others arrive with their first request
 * @returns {Port}
 */
export function inlineWorker(platform, known = engineOperations) {
  const { port1: near, port2: far } = new MessageChannel();
  const operations = byName(known);
  const server = createServer(
    platform,
    (answer, transfer) => far.postMessage(answer, transfer),
    operations,
  );
  far.onmessage = ({ data }) => server.receive(data);
  return {
    post(message, transfer = [], operation) {
      if (operation?.work) operations.set(operation.name, operation); // operations of a page have no work, only the check
      near.postMessage(message, transfer);
    },
    listen: (receiveAnswer) => void (near.onmessage = ({ data }) => receiveAnswer(data)),
    keepAlive(active) {
      for (const port of /** @type {any[]} */ ([near, far])) {
        if (active)
          port.ref?.(); // Node's ports keep the program alive; a browser's have no ref
        else port.unref?.();
      }
    },
    close() {
      server.end();
      near.close();
      far.close();
    },
  };
}
