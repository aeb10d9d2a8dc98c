// The script of the engine's worker in Node.

import { parentPort } from 'node:worker_threads';
import { platform } from './runtime/loading/platform-node.ts';
import { createServer } from './runtime/worker-server.ts';
import { byName, engineOperations } from './operations.ts';
import { transformerOperations } from './transformer/transformer.ts';

if (parentPort !== null) {
  const port = parentPort;
  const operations = byName([...engineOperations, ...transformerOperations]);
  const server = createServer(
    platform,
    (answer, transfer) => port.postMessage(answer, transfer as any[]),
    operations,
  );
  port.on('message', server.receive);
  port.postMessage('ready');
}
