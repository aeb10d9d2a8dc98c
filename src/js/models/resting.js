// Pauses of a pass through a model, so that the page that it runs on stays free.

import { nextTask } from '../runtime/next-task.js';

const SLICE = 12; // ms between looks at the page's other work

/**
 * Lets the page speak between layers.
 *
 * @param {AbortSignal | null} signal
 * @param {(done: number) => void} [onProgress]
 */
export function resting(signal, onProgress = () => {}) {
  let since = performance.now();
  return async (/** @type {number} */ done) => {
    onProgress(done);
    if (performance.now() - since < SLICE) return;
    await nextTask();
    signal?.throwIfAborted();
    since = performance.now();
  };
}
