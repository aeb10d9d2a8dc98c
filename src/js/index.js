// The public functions. Importing them does nothing by itself.

import { platform } from 'headwise:platform';
import { Headwise } from './headwise.js';
import { ThreadRuntime } from './runtime/handle.js';
import { checkLoad } from './runtime/loading/load-options.js';
import { loadCore } from './runtime/loading/load.js';

export { HeadwiseError } from './arguments/errors.js';
export * from './types/calls.js'; // holds no values, as types.js
export * from './semantics.js';
export { tensor } from './arguments/tensor.js';
export { loadInWorker } from './in-worker.js';
export * from './types/index.js'; // holds no values: this makes the types importable by name

/**
 * Loads the engine into this thread. Without options it makes no network requests: the core is built in.
 *
 * @param {import('./types/index.js').LoadOptions} [options]
 * @returns {Promise<import('./types/index.js').Headwise>}
 * @throws {HeadwiseError} 'unsupported' where WebAssembly cannot run, 'fetch' or 'format' where `wasm` is not the core
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
