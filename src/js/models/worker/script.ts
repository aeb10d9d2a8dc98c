// The script of a model's worker in browsers: one self-contained file.

import { announce } from '../../runtime/loading/worker-scope.ts';
import { createModelServer } from './server.ts';

const scope = globalThis as unknown as Worker; // a worker's scope has the same messages as a Worker
announce(
  scope,
  createModelServer((answer, transfer) => scope.postMessage(answer, transfer)),
);
