// Checks the options of load, without any network request.

import { wrongKind, isBuffer, isDetached } from '../../arguments/errors.js';
import { optionNames, readOptions, toInteger } from '../../arguments/options.js';
import { kindOf } from '../../arguments/tensor.js';

/**
 * @typedef {object} CheckedLoad
 * @property {'fixed' | 'relaxed' | 'auto'} simd
 * @property {number | 'auto'} threads
 * @property {number} threadsFrom operations of the smallest call that is split among threads
 * @property {string | URL | Response | ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module | null} wasm null: the built-in core
 * @property {import('./wasm-source.js').Source | null} [source] the fetched `wasm`, so that a worker does not fetch it again
 * @property {number} memoryLimit bytes, 0 = none
 */

const LOAD = optionNames('simd', 'threads', 'threadsFrom', 'wasm', 'memoryLimit');
const SOURCES = 'a URL, a Response, bytes or a WebAssembly.Module';

/** The maximum number of threads, above any useful one; each takes memory. */
const MAX_THREADS = 64;

/** To wake a thread takes as long as this many operations. Measured: below it, two threads were slower than one. */
const THREADS_FROM = 4_000_000;

/**
 * @param {unknown} options
 * @returns {CheckedLoad}
 */
export function checkLoad(options) {
  const given = readOptions(options, 'options', LOAD);
  const { simd = 'fixed', threads = 1, threadsFrom, wasm, memoryLimit } = given;
  if (simd !== 'fixed' && simd !== 'relaxed' && simd !== 'auto') {
    throw wrongKind('simd', "'fixed', 'relaxed' or 'auto'", simd);
  }
  return {
    simd,
    threads: threads === 'auto' ? threads : toThreads(threads),
    threadsFrom:
      threadsFrom === undefined ? THREADS_FROM : toInteger(threadsFrom, 'threadsFrom', 0),
    wasm: wasm === undefined ? null : toSource(wasm),
    memoryLimit: memoryLimit === undefined ? 0 : toInteger(memoryLimit, 'memoryLimit', 1),
  };
}

/** @param {unknown} threads */
function toThreads(threads) {
  if (typeof threads !== 'number') throw wrongKind('threads', "an integer or 'auto'", threads);
  return toInteger(threads, 'threads', 1, MAX_THREADS);
}

/**
 * @param {unknown} wasm
 * @returns {Exclude<CheckedLoad['wasm'], null>}
 */
function toSource(wasm) {
  if (wasm === '') throw wrongKind('wasm', SOURCES, wasm); // it would be the address of the page itself
  if (typeof wasm === 'string' || wasm instanceof URL) return wasm;
  if (kindOf(wasm) === 'Uint8Array' || isBuffer(wasm)) {
    const bytes = /** @type {Uint8Array<ArrayBuffer> | ArrayBuffer} */ (wasm);
    if (isDetached(bytes)) throw wrongKind('wasm', SOURCES, wasm);
    return bytes;
  }
  if (typeof Response !== 'undefined' && wasm instanceof Response) return wasm;
  if (typeof WebAssembly !== 'undefined' && wasm instanceof WebAssembly.Module) return wasm;
  throw wrongKind('wasm', SOURCES, wasm);
}
