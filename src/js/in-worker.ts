// Loads the engine into a worker: the only part of headwise that the page and the elements need at first.

import { openWorker, platform } from 'headwise:platform';
import { loadInWorkerOn } from './runtime/loading/load-in-worker.ts';
import type { AsyncHeadwise, LoadOptions } from './types/index.ts';

/**
 * Loads the engine into its own worker: every method returns a promise, and the page stays responsive.
 *
 * @throws {HeadwiseError} the errors of load
 *
 * @example
 * const headwise = await loadInWorker({ threads: 'auto' });
 * headwise.backend.threads; // 1 if threads cannot start; backend.reason says why
 */
export async function loadInWorker(options?: LoadOptions): Promise<AsyncHeadwise> {
  return loadInWorkerOn(platform, openWorker, options);
}
