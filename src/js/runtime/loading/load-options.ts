// The options of load: their schema, and their check without any network request.

import { wrongKind, isBuffer, isDetached } from '../../arguments/errors.ts';
import { flag, integer, of, option, recordOf, toInteger, word } from '../../arguments/options.ts';
import { kindOf } from '../../arguments/typed-arrays.ts';
import type { CheckedOf } from '../../arguments/options.ts';
import type { Source } from './wasm-source.ts';

const SOURCES = 'a URL, a Response, bytes or a WebAssembly.Module';

/** The maximum number of threads, above any useful one; each takes memory. */
const MAX_THREADS = 64;

/** To wake a thread takes as long as this many operations. Measured: below it, two threads were slower than one. */
const THREADS_FROM = 4_000_000;

type Wasm = string | URL | Response | ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module;

/**
 * Options of load. Every option may be left out: then load makes no network requests, and the engine runs anywhere.
 *
 * ```js
 * const headwise = await load({ threads: 'auto', memoryLimit: 512 * 1024 * 1024 });
 * ```
 */
export const LOAD = {
  /**
   * The vector instructions. `fixed`, the default: SIMD128 only, with the same bits on every machine and in
   * every browser. `auto`: relaxed SIMD if the browser has it. `relaxed`: HeadwiseError 'unsupported' if the browser
   * does not have it.
   */
  simd: word(['fixed', 'relaxed', 'auto'], 'fixed'),
  /**
   * Default 1: no worker, no second file, no network request. If the environment does not allow more, the engine runs on
   * one thread, and `backend.reason` says why.
   */
  threads: option({
    type: of<number | 'auto'>(),
    usual: 1 as number | 'auto',
    read: (value) => (value === 'auto' ? value : toThreads(value)),
  }),
  /**
   * With threads: calls with fewer floating-point operations run on one thread, because waking the others takes longer.
   * Default 4,000,000; 0 splits every call. The bits are the same.
   */
  threadsFrom: integer(THREADS_FROM),
  /** The core, compiled (a WebAssembly.Module) or not, or its address, instead of the core embedded in the module. */
  wasm: option({
    type: of<string | URL | Response | ArrayBuffer | Uint8Array | object>(),
    usual: null as Wasm | null, // the built-in core
    read: toSource,
  }),
  /**
   * Bytes of WebAssembly memory and the results of a call together. A call that needs more is refused before
   * it begins, with HeadwiseError 'memory'.
   */
  memoryLimit: option({
    kind: 'number',
    usual: 0, // none
    read: (value, name) => toInteger(value, name, 1),
  }),
};

/** `source`: the fetched `wasm`, so that a worker does not fetch it again. */
export type CheckedLoad = CheckedOf<typeof LOAD> & { source?: Source | null };

/** The checked options of an engine that apply to another core too. */
export type LoadedOptions = Pick<
  CheckedLoad,
  'simd' | 'threads' | 'threadsFrom' | 'memoryLimit'
> & { worker: boolean };

const readLoad = recordOf(LOAD);
const readLoadAnywhere = recordOf({ ...LOAD, worker: flag() });

export function checkLoad(options: unknown): CheckedLoad {
  return readLoad(options, 'options');
}

/** The options of load, with the thread. */
export function checkLoadAnywhere(options: unknown): CheckedLoad & { worker: boolean } {
  return readLoadAnywhere(options, 'options');
}

export function loadedOptions(
  { simd, threads, threadsFrom, memoryLimit }: CheckedLoad,
  worker: boolean,
): LoadedOptions {
  return { simd, threads, threadsFrom, memoryLimit, worker };
}

function toThreads(threads: unknown) {
  if (typeof threads !== 'number') throw wrongKind('threads', "an integer or 'auto'", threads);
  return toInteger(threads, 'threads', 1, MAX_THREADS);
}

function toSource(wasm: unknown): Wasm {
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
