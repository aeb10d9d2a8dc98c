// The entry `headwise`: its public functions and types. The import alone has no effects.

import { platform } from 'headwise:platform';
import { Headwise } from './headwise.js';
import { ThreadRuntime } from './runtime/handle.js';
import { checkLoad } from './runtime/loading/load-options.js';
import { loadCore } from './runtime/loading/load.js';

export { HeadwiseError } from './arguments/errors.js';
export * from './types/calls.js'; // types only
export * from './semantics.js';
export { tensor } from './arguments/tensor.js';
export { loadInWorker } from './in-worker.js';
export * from './types/index.js'; // types only: makes them importable by name

/**
 * Loads the engine into this thread. Without options it makes no network requests: the core is built in.
 *
 * @param {import('./types/index.js').LoadOptions} [options]
 * @returns {Promise<import('./types/index.js').Headwise>}
 * @throws {HeadwiseError} 'unsupported' if WebAssembly cannot run, 'fetch' or 'format' if `wasm` is not the core
 *
 * @example
 * const headwise = await load();
 * const layer = headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
 * const { output, attention } = layer.forward(x, { attention: true });
 */
export async function load(options) {
  const { core, backend } = await loadCore(platform, checkLoad(options));
  return new Headwise(new ThreadRuntime(core), backend);
}
