// Checks the options of load, without any network request.

import { wrongKind, isBuffer, isDetached } from '../../arguments/errors.ts';
import { optionNames, readOptions, toInteger } from '../../arguments/options.ts';
import { kindOf } from '../../arguments/tensor.ts';
import type { Source } from './wasm-source.ts';

export interface CheckedLoad {
  simd: 'fixed' | 'relaxed' | 'auto';
  threads: number | 'auto';
  /** operations of the smallest call that is split among threads */
  threadsFrom: number;
  /** null: the built-in core */
  wasm: string | URL | Response | ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module | null;
  /** the fetched `wasm`, so that a worker does not fetch it again */
  source?: Source | null;
  /** bytes, 0 = none */
  memoryLimit: number;
}

const LOAD = optionNames('simd', 'threads', 'threadsFrom', 'wasm', 'memoryLimit');
const SOURCES = 'a URL, a Response, bytes or a WebAssembly.Module';

/** The maximum number of threads, above any useful one; each takes memory. */
const MAX_THREADS = 64;

/** To wake a thread takes as long as this many operations. Measured: below it, two threads were slower than one. */
const THREADS_FROM = 4_000_000;

export function checkLoad(options: unknown): CheckedLoad {
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

function toThreads(threads: unknown) {
  if (typeof threads !== 'number') throw wrongKind('threads', "an integer or 'auto'", threads);
  return toInteger(threads, 'threads', 1, MAX_THREADS);
}

function toSource(wasm: unknown): Exclude<CheckedLoad['wasm'], null> {
  if (wasm === '') throw wrongKind('wasm', SOURCES, wasm); // it would be the address of the page itself
  if (typeof wasm === 'string' || wasm instanceof URL) return wasm;
  if (kindOf(wasm) === 'Uint8Array' || isBuffer(wasm)) {
    const bytes = wasm as Uint8Array<ArrayBuffer> | ArrayBuffer;
    if (isDetached(bytes)) throw wrongKind('wasm', SOURCES, wasm);
    return bytes;
  }
  if (typeof Response !== 'undefined' && wasm instanceof Response) return wasm;
  if (typeof WebAssembly !== 'undefined' && wasm instanceof WebAssembly.Module) return wasm;
  throw wrongKind('wasm', SOURCES, wasm);
}
