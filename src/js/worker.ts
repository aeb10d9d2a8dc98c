// The script of the engine's worker in browsers: one self-contained file.

import { platform } from './runtime/loading/platform-browser.ts';
import { announce } from './runtime/loading/worker-scope.ts';
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
announce(scope, server);
