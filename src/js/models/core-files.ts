// The files of the core of models that are not built in: loading/core-files.ts with other names.

import type { Variant } from '../runtime/loading/variants.ts';

/** Written out, because bundlers find such files by this text. */
const FILES = {
  relaxed: () => new URL('./models-relaxed.wasm', import.meta.url),
  'fixed-threads': () => new URL('./models-fixed-threads.wasm', import.meta.url),
  'relaxed-threads': () => new URL('./models-relaxed-threads.wasm', import.meta.url),
};

export function coreFile(variant: Exclude<Variant, 'fixed'>) {
  return FILES[variant]().href;
}

/** The threads' glue for browsers, which is the script of their workers, too. */
export const threadsGlue = () => new URL('./models-threads.js', import.meta.url).href;

/** The same for Node. */
export const threadsGlueOfNode = () => new URL('./models-threads.node.js', import.meta.url).href;
