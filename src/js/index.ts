// The entry `headwise`: its public functions and types. The import alone has no effects.

import { openWorker, platform } from 'headwise:platform';
import { Engine } from './engine.ts';
import { ThreadRuntime } from './runtime/handle.ts';
import { loadCheckedInWorker } from './runtime/loading/load-in-worker.ts';
import { checkLoadAnywhere, loadedOptions } from './runtime/loading/load-options.ts';
import { loadCore } from './runtime/loading/load.ts';
import type { AsyncHeadwise, Headwise, LoadOptions } from './types/index.ts';

export { HeadwiseError } from './arguments/errors.ts';
export * from './types/calls.ts'; // types only
export * from './semantics.ts';
export { tensor } from './arguments/tensor.ts';
export { loadInWorker } from './in-worker.ts';
export * from './types/index.ts'; // types only: makes them importable by name

/**
 * Loads the engine into a worker of its own, as `loadInWorker` does: every method returns a promise.
 *
 * @param options the options below, and `worker: true`
 * @throws {HeadwiseError} 'unsupported' if WebAssembly cannot run, 'fetch' or 'format' if `wasm` is not the core
 */
export function load(options: LoadOptions & { worker: true }): Promise<AsyncHeadwise>;
/**
 * Loads the engine into this thread. Without options it makes no network requests: the core is built in.
 *
 * @throws {HeadwiseError} 'unsupported' if WebAssembly cannot run, 'fetch' or 'format' if `wasm` is not the core
 *
 * @example
 * const headwise = await load();
 * const layer = headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
 * const { output, attention } = layer.forward(x, { attention: true });
 */
export function load(options?: LoadOptions & { worker?: false }): Promise<Headwise>;
export async function load(options?: LoadOptions & { worker?: boolean }): Promise<any> {
  const { worker, ...checked } = checkLoadAnywhere(options);
  if (worker) return loadCheckedInWorker(platform, openWorker, checked);
  const { core, backend } = await loadCore(platform, checked);
  return new Engine(new ThreadRuntime(core), backend, loadedOptions(checked, false));
}
