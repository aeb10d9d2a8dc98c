// Runs the worker's server on the caller's thread, for environments without workers.

import { byName, engineOperations } from '../operations.ts';
import { createServer } from './worker-server.ts';
import type { Platform, Port } from './loading/platform.ts';
import type { Operation } from './operation.ts';

/**
 * Starts a server on this thread, behind a port like a worker's.
 *
 * @param known operations; others arrive with their first request
 */
export function inlineWorker(
  platform: Platform,
  known: readonly Operation[] = engineOperations,
): Port {
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
      for (const port of [near, far] as any[]) {
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
