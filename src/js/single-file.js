// The script of a single-file page. It runs in the page, and again in the worker that the page starts.

import { platform } from './runtime/loading/platform-single-file.js';
import { createServer } from './runtime/worker-server.js';
import { byName, engineOperations } from './operations.js';
import { transformerOperations } from './transformer/transformer.js';

/** Whether this is the worker's scope. */
export const isWorker = typeof document === 'undefined';

/** Starts the engine's server in this worker. */
export function serve() {
  const scope = /** @type {Worker} */ (/** @type {unknown} */ (globalThis));
  const operations = byName([...engineOperations, ...transformerOperations]);
  const server = createServer(
    platform,
    (answer, transfer) => scope.postMessage(answer, transfer),
    operations,
  );
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => server.receive(data);
  scope.postMessage('ready');
}
