// The script of a single-file page. It runs in the page, and again in the worker that the page starts.

import { platform } from './runtime/loading/platform-single-file.ts';
import { createServer } from './runtime/worker-server.ts';
import { byName, engineOperations } from './operations.ts';
import { transformerOperations } from './transformer/transformer.ts';

/** Whether this is the worker's scope. */
export const isWorker = typeof document === 'undefined';

/** Starts the engine's server in this worker. */
export function serve() {
  const scope = globalThis as unknown as Worker;
  const operations = byName([...engineOperations, ...transformerOperations]);
  const server = createServer(
    platform,
    (answer, transfer) => scope.postMessage(answer, transfer),
    operations,
  );
  scope.onmessage = ({ data }: MessageEvent) => server.receive(data);
  scope.postMessage('ready');
}
