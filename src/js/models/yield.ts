// Yields to the page between the layers of a pass, so that it stays responsive.

import { nextTask } from '../runtime/next-task.ts';

const SLICE = 12; // ms of work between two yields

/** Makes a function that yields to the page when a slice of work is over, and passes on the share that is done. */
export function yielding(
  signal: AbortSignal | null,
  onProgress: (done: number) => void = () => {},
) {
  let since = performance.now();
  return async (done?: number) => {
    if (done !== undefined) onProgress(done);
    if (performance.now() - since < SLICE) return;
    await nextTask();
    signal?.throwIfAborted();
    since = performance.now();
  };
}
