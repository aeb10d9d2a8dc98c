// The files of the variants that are not built in, beside this one. In bundles of headwise/models, models/core-files.js
// stands in its place.

/** @import { Variant } from './variants.js' */

/** Written out, because bundlers find such files by this text. */
const FILES = {
  relaxed: () => new URL('./headwise-relaxed.wasm', import.meta.url),
  'fixed-threads': () => new URL('./headwise-fixed-threads.wasm', import.meta.url),
  'relaxed-threads': () => new URL('./headwise-relaxed-threads.wasm', import.meta.url),
};

/** @param {Exclude<Variant, 'fixed'>} variant */
export function coreFile(variant) {
  return FILES[variant]().href;
}

/** The threads' glue for browsers, which is the script of their workers, too. */
export const threadsGlue = () => new URL('./threads.js', import.meta.url).href;

/** The same for Node. */
export const threadsGlueOfNode = () => new URL('./threads.node.js', import.meta.url).href;
