// The script of a page that is one file runs twice: in the page, and in the worker that the page starts.

import { platform } from './loading/platform-single-file.js';
import { createServer } from './host/server.js';
import { rows } from './operations/all-rows.js';

/** Whether this is the worker. */
export const isWorker = typeof document === 'undefined';

/** Becomes the engine's worker. */
export function serve() {
  const scope = /** @type {Worker} */ (/** @type {unknown} */ (globalThis));
  const server = createServer(
    platform,
    (answer, transfer) => scope.postMessage(answer, transfer),
    rows,
  );
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => server.receive(data);
  scope.postMessage('ready');
}
