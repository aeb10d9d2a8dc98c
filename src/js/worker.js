// The script of the browser's engine worker: one self-contained file.

import { platform } from './loading/platform-browser.js';
import { createServer } from './host/server.js';
import { rows } from './operations/all-rows.js';

const scope = /** @type {Worker} */ (/** @type {unknown} */ (globalThis)); // a page's Worker and its own scope talk alike
const server = createServer(
  platform,
  (answer, transfer) => scope.postMessage(answer, transfer),
  rows,
);
scope.onmessage = (/** @type {MessageEvent} */ { data }) => server.receive(data);
scope.postMessage('ready');
