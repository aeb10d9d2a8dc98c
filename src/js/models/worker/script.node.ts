// The script of a model's worker in Node.

import { parentPort } from 'node:worker_threads';
import { openPath } from '../sources/path-node.ts';
import { createModelServer } from './server.ts';

if (parentPort !== null) {
  const port = parentPort;
  const server = createModelServer(
    (answer, transfer) => port.postMessage(answer, transfer as any[]),
    openPath,
  );
  port.on('message', server.receive);
  port.postMessage('ready');
}
