// The files of the variants that are not built in, beside this one.

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
