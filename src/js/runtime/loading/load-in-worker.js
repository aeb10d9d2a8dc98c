// Starts an engine in a worker. If no worker can start, the engine runs on the caller's thread in slices, and its backend
// says so.

import { HeadwiseError } from '../../arguments/errors.js';
import { copyOf } from '../../arguments/tensor.js';
import { Headwise } from '../../headwise.js';
import { Remote, WorkerRuntime } from '../worker-client.js';
import { checkLoad } from './load-options.js';
import { fetchSource } from './wasm-source.js';

/** @import { OpenWorker, Platform, Port } from './platform.js' */

/**
 * @param {Platform} platform
 * @param {OpenWorker} openWorker
 * @param {unknown} options
 * @returns {Promise<Headwise>}
 */
export async function loadInWorkerOn(platform, openWorker, options) {
  const checked = checkLoad(options);
  const source = await fetchSource(checked.wasm, platform);
  if (source !== null && !(source.code instanceof WebAssembly.Module)) {
    source.code = copyOf(source.code); // the copy is transferred to the worker; the caller keeps the original
  }
  /** @type {Port} */
  let port;
  let refused = '';
  try {
    port = await openWorker();
  } catch (error) {
    refused = error instanceof Error ? error.message : String(error);
    // Contains the whole engine: a separate file in pages, as few need it.
    const { inlineWorker } = await import('../inline-worker.js').catch((cause) => {
      throw new HeadwiseError('fetch', `No worker could be started (${refused})`, { cause });
    });
    port = inlineWorker(platform);
  }
  const remote = new Remote(port);
  try {
    const backend = await remote.ask({
      name: 'load',
      checked: { ...checked, wasm: null, source },
    });
    if (refused === '') return new Headwise(new WorkerRuntime(remote), Object.freeze(backend));
    const reason = `No worker could be started (${refused}), so the engine runs in slices on the page's main thread. ${backend.reason}`;
    return new Headwise(new WorkerRuntime(remote), Object.freeze({ ...backend, reason }));
  } catch (error) {
    remote.close(error);
    throw error;
  }
}
