// Yields to the page between the layers of a pass, so that it stays responsive.

import { nextTask } from '../runtime/next-task.js';

const SLICE = 12; // ms of work between two yields

/**
 * Makes a function that yields to the page when a slice of work is over.
 *
 * @param {AbortSignal | null} signal
 * @param {(done: number) => void} [onProgress]
 */
export function yielding(signal, onProgress = () => {}) {
  let since = performance.now();
  return async (/** @type {number} */ done) => {
    onProgress(done);
    if (performance.now() - since < SLICE) return;
    await nextTask();
    signal?.throwIfAborted();
    since = performance.now();
  };
}
