// The script of the browser's engine worker: one self-contained file.

import { platform } from './runtime/loading/platform-browser.js';
import { createServer } from './runtime/worker-server.js';
import { byName, engineOperations } from './operations.js';
import { transformerOperations } from './transformer/transformer.js';

const scope = /** @type {Worker} */ (/** @type {unknown} */ (globalThis)); // a page's Worker and its own scope talk alike
const operations = byName([...engineOperations, ...transformerOperations]);
const server = createServer(
  platform,
  (answer, transfer) => scope.postMessage(answer, transfer),
  operations,
);
scope.onmessage = (/** @type {MessageEvent} */ { data }) => server.receive(data);
scope.postMessage('ready');
if (navigator.locks) {
  // It is held as long as this worker lives: no event tells a page that the browser ended it.
  const lock = `headwise ${crypto.randomUUID()}`;
  const hold = () => {
    scope.postMessage({ lock });
    return new Promise(() => {});
  };
  navigator.locks.request(lock, hold).catch(() => {}); // a frame without an origin has none
}
