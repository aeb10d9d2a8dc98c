// The script of a page that is one file runs twice: in the page, and in the worker that the page starts.

import { platform } from './runtime/loading/platform-single-file.js';
import { createServer } from './runtime/worker-server.js';
import { byName, engineOperations } from './operations.js';
import { transformerOperations } from './transformer/transformer.js';

/** Whether this is the worker. */
export const isWorker = typeof document === 'undefined';

/** Becomes the engine's worker. */
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
