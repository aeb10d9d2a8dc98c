// Addresses of the core's variants that are not built in, and of the threads' glue. Bundles of headwise/models replace this
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

/** The threads' glue for browsers, which is also the script of their workers. */
export const threadsGlue = () => new URL('./threads.js', import.meta.url).href;

/** The threads' glue for Node. */
export const threadsGlueOfNode = () => new URL('./threads.node.js', import.meta.url).href;
