// Starts an engine in a worker. If no worker can start, the engine runs on the caller's thread in slices, and its backend
// says so.

import { HeadwiseError } from '../../arguments/errors.ts';
import { copyOf } from '../../arguments/typed-arrays.ts';
import { Engine } from '../../engine.ts';
import { Remote, WorkerRuntime } from '../worker-client.ts';
import { checkLoad, loadedOptions } from './load-options.ts';
import { fetchSource } from './wasm-source.ts';
import type { CheckedLoad } from './load-options.ts';
import type { OpenWorker, Platform, Port } from './platform.ts';

export async function loadInWorkerOn(
  platform: Platform,
  openWorker: OpenWorker,
  options: unknown,
): Promise<Engine> {
  return loadCheckedInWorker(platform, openWorker, checkLoad(options));
}

export async function loadCheckedInWorker(
  platform: Platform,
  openWorker: OpenWorker,
  checked: CheckedLoad,
): Promise<Engine> {
  const loaded = loadedOptions(checked, true);
  const source = await fetchSource(checked.wasm, platform);
  if (source !== null && !(source.code instanceof WebAssembly.Module)) {
    source.code = copyOf(source.code); // the copy is transferred to the worker; the caller keeps the original
  }
  let port: Port;
  let refused = '';
  try {
    port = await openWorker();
  } catch (error) {
    refused = error instanceof Error ? error.message : String(error);
    // Contains the whole engine: a separate file in pages, as few need it.
    const { inlineWorker } = await import('../inline-worker.ts').catch((cause) => {
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
    const runtime = new WorkerRuntime(remote);
    if (refused === '') return new Engine(runtime, Object.freeze(backend), loaded);
    const reason = `No worker could be started (${refused}), so the engine runs in slices on the page's main thread. ${backend.reason}`;
    return new Engine(runtime, Object.freeze({ ...backend, reason }), loaded);
  } catch (error) {
    remote.close(error);
    throw error;
  }
}
