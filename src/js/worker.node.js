// The script of the engine's worker in Node.

import { parentPort } from 'node:worker_threads';
import { platform } from './runtime/loading/platform-node.js';
import { createServer } from './runtime/worker-server.js';
import { byName, engineOperations } from './operations.js';
import { transformerOperations } from './transformer/transformer.js';

if (parentPort !== null) {
  const port = parentPort;
  const operations = byName([...engineOperations, ...transformerOperations]);
  const server = createServer(
    platform,
    (answer, transfer) => port.postMessage(answer, /** @type {any[]} */ (transfer)),
    operations,
  );
  port.on('message', server.receive);
  port.postMessage('ready');
}
