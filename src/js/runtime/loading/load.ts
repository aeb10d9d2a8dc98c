// Starts a core from load's options: chooses the variant and the threads, and gives the reasons in `backend`.

import createSingle from 'headwise:core-glue';
import { compiler, version } from 'headwise:package';
import { HeadwiseError, refusedMemory } from '../../arguments/errors.ts';
import { Core } from '../core.ts';
import { builtInModule } from './built-in.ts';
import { chooseVariants, variantOf } from './variants.ts';
import {
  NEEDS,
  compileSource,
  expectVariant,
  fetchSource,
  fetchWasm,
  variantIn,
} from './wasm-source.ts';
import type { Backend } from '../../types/index.ts';
import type { CoreModule } from '../core-module.ts';
import type { CheckedLoad } from './load-options.ts';
import type { CoreFactory, Platform } from './platform.ts';
import type { Candidate } from './variants.ts';

/** Maximum sizes of the memory in pages, largest first; for shared memory, smaller ones follow for engines that refuse. */
const MOST_PAGES = [65536];
const MOST_SHARED_PAGES = [32768, 16384, 8192, 4096];
const INITIAL_PAGES = 64;

/** Bytes of the core itself, and of each further thread: its stack (CMakeLists.txt) and its other data. */
const CORE_BYTES = 1 << 20;
const THREAD_BYTES = 160 * 1024;
const PAGE = 65536;

export async function loadCore(
  platform: Platform,
  checked: CheckedLoad,
): Promise<{ core: Core; backend: Backend }> {
  const release = platform.keepAlive?.();
  try {
    return await loadFirst(platform, checked);
  } finally {
    release?.();
  }
}

/** Starts the first variant that can start. */
async function loadFirst(platform: Platform, checked: CheckedLoad) {
  const { memoryLimit: limit } = checked;
  const least = INITIAL_PAGES * PAGE;
  if (limit > 0 && limit < least) throw refusedMemory('the engine', least, { maximum: 0, limit });
  const source = checked.source ?? (await fetchSource(checked.wasm, platform));
  const given = source && { name: source.name, module: await compileSource(source) };
  const choice = chooseVariants(checked, platform, given && variantIn(given.module));
  let { oneThread, fixed } = choice;
  for (const [index, candidate] of choice.candidates.entries()) {
    try {
      const core = await start(platform, checked, candidate, given);
      return { core, backend: describe(core, candidate, oneThread, fixed) };
    } catch (error) {
      const next = choice.candidates[index + 1];
      if (next === undefined || given !== null) throw error;
      const why = error instanceof Error ? error.message : String(error);
      if (candidate.threads > next.threads) {
        oneThread = `One thread: the threaded build could not start (${why}).`;
      } else {
        fixed = `Fixed SIMD: the relaxed build could not start (${why}).`;
      }
    }
  }
  throw new HeadwiseError('internal', 'no variant of the core was tried');
}

function describe(
  { threads }: Core,
  { simd }: Candidate,
  oneThread: string,
  fixed: string,
): Backend {
  const first = threads > 1 ? `${threads} threads.` : oneThread;
  const second =
    simd === 'fixed' ? fixed : 'Relaxed SIMD: the last bits may differ from machine to machine.';
  return Object.freeze({ simd, threads, reason: `${first} ${second}`, version, compiler });
}

async function start(
  platform: Platform,
  { memoryLimit, threadsFrom }: CheckedLoad,
  candidate: Candidate,
  given: { name: string; module: WebAssembly.Module } | null,
): Promise<Core> {
  const variant = variantOf(candidate);
  const { threads } = candidate;
  let module;
  if (given !== null) {
    expectVariant(given.module, given.name, variant);
    module = given.module;
  } else if (variant === 'fixed') {
    const own = await platform.ownModule?.();
    module = own && variantIn(own) === variant ? own : await builtInModule();
  } else {
    const source = await fetchWasm(platform.coreFile(variant), platform);
    module = await compileSource(source);
    expectVariant(module, source.name, variant);
  }
  const threaded = threads > 1;
  const create = threaded ? await platform.threadsFactory() : createSingle;
  const { memory, maximum } = threaded
    ? createMemory(memoryLimit, MOST_SHARED_PAGES, true)
    : createMemory(memoryLimit, MOST_PAGES, false);
  if (threaded) {
    const taken = CORE_BYTES + (threads - 1) * THREAD_BYTES;
    const what = `an engine of ${threads} threads`;
    if (taken > maximum) throw refusedMemory(what, taken, { maximum, limit: memoryLimit });
  }
  const settings = threaded
    ? { wasmMemory: memory, poolSize: threads - 1 }
    : { wasmMemory: memory };
  const instance = await instantiate(create, module, settings);
  return new Core(instance, { threads, threadsFrom }, { maximum, limit: memoryLimit });
}

function instantiate(
  create: CoreFactory,
  module: WebAssembly.Module,
  options: Record<string, unknown>,
): Promise<CoreModule> {
  return new Promise((resolve, reject) => {
    /** the glue adds properties */
    const settings: Record<string, unknown> & { PThread?: CoreModule['PThread'] } = { ...options };
    const fail = (cause: unknown) => {
      settings.PThread?.terminateAllThreads();
      const got = cause instanceof Error ? cause.message : String(cause);
      // WebKit compiles a module that the policy forbids, and fails when it starts.
      const hint = got.includes('unsafe-eval') ? ` ${NEEDS}` : '';
      const message = `the core could not be started: ${got}${hint}`;
      reject(new HeadwiseError('unsupported', message, { cause }));
    };
    // Emscripten's hook for a module that is already compiled.
    settings.instantiateWasm = (
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => {
      WebAssembly.instantiate(module, imports)
        .then((instance) => {
          receive(instance, module);
        })
        .catch(fail);
      return {};
    };
    create(settings).then(resolve, fail);
  });
}

/**
 * Creates a memory that cannot grow beyond the limit, as wasm memory never shrinks. Some engines refuse large maxima.
 *
 * @param limit bytes, 0 = none
 * @param most pages
 * @returns maximum in bytes
 */
function createMemory(
  limit: number,
  most: readonly number[],
  shared: boolean,
): { memory: WebAssembly.Memory; maximum: number } {
  const allowed = limit === 0 ? Infinity : Math.floor(limit / PAGE);
  let refused: unknown;
  for (const pages of most) {
    const maximum = Math.min(pages, allowed);
    try {
      const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum, shared });
      return { memory, maximum: maximum * PAGE };
    } catch (error) {
      refused = error;
    }
  }
  throw new HeadwiseError(
    'memory',
    `the core needs ${INITIAL_PAGES * PAGE} bytes to start, more than this environment can provide`,
    { cause: refused },
  );
}
