// The script of the engine's worker in browsers: one self-contained file.

import { platform } from './runtime/loading/platform-browser.ts';
import { createServer } from './runtime/worker-server.ts';
import { byName, engineOperations } from './operations.ts';
import { transformerOperations } from './transformer/transformer.ts';

const scope = globalThis as unknown as Worker; // a worker's scope has the same messages as a Worker
const operations = byName([...engineOperations, ...transformerOperations]);
const server = createServer(
  platform,
  (answer, transfer) => scope.postMessage(answer, transfer),
  operations,
);
scope.onmessage = ({ data }: MessageEvent) => server.receive(data);
scope.postMessage('ready');
if (navigator.locks) {
  // The lock is held while this worker lives: no event tells a page that the browser has ended a worker.
  const lock = `headwise ${crypto.randomUUID()}`;
  const hold = () => {
    scope.postMessage({ lock });
    return new Promise(() => {});
  };
  navigator.locks.request(lock, hold).catch(() => {}); // locks are refused in a frame with an opaque origin
}
