// Yields to the page between slices of a pass, so that the page stays responsive.

import { nextTask } from '../runtime/next-task.ts';

const SLICE = 12; // ms of work between two yields

/** Makes a function that reports progress, and yields to the page when a slice is over. */
export function makePause(
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
