// Addresses of the core's variants that are not built in, of the threads' glue, and of the worker's script. Bundles of headwise/models replace this
// file by models/core-files.ts.

import type { Variant } from './variants.ts';

/** Each expression is written out, because bundlers find such files by this text. */
const FILES = {
  relaxed: () => new URL('./headwise-relaxed.wasm', import.meta.url),
  'fixed-threads': () => new URL('./headwise-fixed-threads.wasm', import.meta.url),
  'relaxed-threads': () => new URL('./headwise-relaxed-threads.wasm', import.meta.url),
};

export function coreFile(variant: Exclude<Variant, 'fixed'>) {
  return FILES[variant]().href;
}

/**
 * Starts the worker's script. Bundlers recognise this expression and replace its address, and a second such expression would
 * bundle a second copy.
 */
export const startWorker = () =>
  new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'headwise' });

/** The worker's script for Node. */
export const workerOfNode = () => new URL('./worker.node.js', import.meta.url);

/** The `fixed` core for one thread, which only Node reads from a file. */
export const coreFileOfNode = () => new URL('./headwise-fixed.wasm', import.meta.url);

/** The threads' glue for browsers, which is also the script of their workers. */
export const threadsGlue = () => new URL('./threads.js', import.meta.url).href;

/** The threads' glue for Node. */
export const threadsGlueOfNode = () => new URL('./threads.node.js', import.meta.url).href;
