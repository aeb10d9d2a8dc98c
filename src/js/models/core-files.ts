// The files of the models' core that are not built in; the engine's are in runtime/loading/core-files.ts.

import type { Variant } from '../runtime/loading/variants.ts';

/** Each URL is written out, because bundlers find such files by this text. */
const FILES = {
  relaxed: () => new URL('./models-relaxed.wasm', import.meta.url),
  'fixed-threads': () => new URL('./models-fixed-threads.wasm', import.meta.url),
  'relaxed-threads': () => new URL('./models-relaxed-threads.wasm', import.meta.url),
};

export function coreFile(variant: Exclude<Variant, 'fixed'>) {
  return FILES[variant]().href;
}

/**
 * Starts the worker's script; bundlers find it by this expression. The name differs from the name of the other worker: webpack joins
 * workers of one name into one script.
 */
export const startWorker = () =>
  new Worker(new URL('./models-in-worker.js', import.meta.url), {
    type: 'module',
    name: 'headwise-models',
  });

/** The worker's script for Node. */
export const workerOfNode = () => new URL('./models-in-worker.node.js', import.meta.url);

/** The `fixed` core for one thread, which only Node reads from a file. */
export const coreFileOfNode = () => new URL('./models-fixed.wasm', import.meta.url);

/** The threads' glue for browsers, which is also the script of their workers. */
export const threadsGlue = () => new URL('./models-threads.js', import.meta.url).href;

/** The threads' glue for Node. */
export const threadsGlueOfNode = () => new URL('./models-threads.node.js', import.meta.url).href;
