// The files of the core of models that are not built in: loading/core-files.js with other names.

/** @import { Variant } from '../runtime/loading/variants.js' */

/** Written out, because bundlers find such files by this text. */
const FILES = {
  relaxed: () => new URL('./models-relaxed.wasm', import.meta.url),
  'fixed-threads': () => new URL('./models-fixed-threads.wasm', import.meta.url),
  'relaxed-threads': () => new URL('./models-relaxed-threads.wasm', import.meta.url),
};

/** @param {Exclude<Variant, 'fixed'>} variant */
export function coreFile(variant) {
  return FILES[variant]().href;
}

/** The threads' glue for browsers, which is the script of their workers, too. */
export const threadsGlue = () => new URL('./models-threads.js', import.meta.url).href;

/** The same for Node. */
export const threadsGlueOfNode = () => new URL('./models-threads.node.js', import.meta.url).href;
