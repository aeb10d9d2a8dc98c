// The script of Node's engine worker.

import { parentPort } from 'node:worker_threads';
import { platform } from './loading/platform-node.js';
import { createServer } from './host/server.js';
import { rows } from './operations/all-rows.js';

if (parentPort !== null) {
  const port = parentPort;
  const server = createServer(
    platform,
    (answer, transfer) => port.postMessage(answer, /** @type {any[]} */ (transfer)),
    rows,
  );
  port.on('message', server.receive);
  port.postMessage('ready');
}
