// From options to a running core: which variant, which threads, and the reason for what was not possible.

import createFixed from 'headwise:core-glue';
import { compiler, version } from 'headwise:package';
import { Core } from './core.js';
import { HeadwiseError } from './errors.js';
import {
  builtInModule,
  compileSource,
  expectVariant,
  fetchSource,
  fetchWasm,
  isVariant,
} from './wasm-source.js';

/** @import { CoreModule } from './core.js' */
/** @import { LoadPlan } from './load-options.js' */
/** @import { CoreFactory, Platform } from './platform.js' */
/** @import { Source } from './wasm-source.js' */
/** @import { Backend } from './types.js' */

/** What 'auto' takes at most: beyond, attention of ordinary lengths has too few strips to share out. */
const AUTO_THREADS = 8;

/** The most memory that is asked for, in pages, and for shared memory what is tried where that is refused. */
const MOST_PAGES = [65536];
const MOST_SHARED_PAGES = [32768, 16384, 8192, 4096];
const INITIAL_PAGES = 64;
const PAGE = 65536;

const FIXED = 'Fixed SIMD gives the same bits on every machine.';

/**
 * @param {Platform} platform
 * @param {LoadPlan} plan
 * @returns {Promise<{ core: Core, backend: Backend }>}
 */
export async function loadCore(platform, plan) {
  const source = plan.source ?? (await fetchSource(plan.wasm, platform));
  const given = source === null ? null : await compileSource(source);
  const threads =
    plan.threads === 'auto' ? Math.min(platform.hardwareThreads(), AUTO_THREADS) : plan.threads;
  let reason = plan.threads === 1 ? 'One thread, as asked.' : '';
  if (threads > 1) {
    const obstacle =
      given !== null && isVariant(given, 'fixed')
        ? 'the given module is the one without threads'
        : platform.threadsObstacle();
    if (obstacle === '') {
      try {
        const core = await createThreaded(platform, plan, threads, source, given);
        return { core, backend: describe(core, plan, '') };
      } catch (error) {
        if (source !== null) throw error;
        reason = `One thread: the threaded build could not start (${error instanceof Error ? error.message : error}).`;
      }
    } else {
      reason = `One thread: ${obstacle}.`;
    }
  } else if (plan.threads === 'auto') {
    reason = 'One thread: this machine has one.';
  }
  if (source !== null && given !== null) expectVariant(given, source.name, 'fixed');
  const { memory, maximum } = createMemory(plan.memoryLimit, MOST_PAGES, false);
  const compiled = given ?? (await builtInModule());
  const module = await instantiate(createFixed, compiled, { wasmMemory: memory });
  const core = new Core(module, 1, { maximum, limit: plan.memoryLimit });
  return { core, backend: describe(core, plan, reason) };
}

/**
 * @param {Core} core
 * @param {LoadPlan} plan
 * @param {string} reason
 * @returns {Backend}
 */
function describe(core, { simd }, reason) {
  const relaxed = simd === 'auto' ? 'Relaxed SIMD is not part of this version.' : FIXED;
  const threads = reason || `${core.threads} threads.`;
  return Object.freeze({
    simd: 'fixed',
    threads: core.threads,
    reason: `${threads} ${relaxed}`,
    version,
    compiler,
  });
}

/**
 * @param {Platform} platform
 * @param {LoadPlan} plan
 * @param {number} threads
 * @param {Source | null} source what the caller gave
 * @param {WebAssembly.Module | null} given the same, compiled
 */
async function createThreaded(platform, { memoryLimit }, threads, source, given) {
  const { create, wasm } = await platform.threads();
  const { name, code } = source ?? (await fetchWasm(wasm, platform));
  const compiled = given ?? (await compileSource({ name, code }));
  expectVariant(compiled, name, 'fixed-threads');
  const { memory, maximum } = createMemory(memoryLimit, MOST_SHARED_PAGES, true);
  const module = await instantiate(create, compiled, {
    wasmMemory: memory,
    poolSize: threads - 1,
  });
  return new Core(module, threads, { maximum, limit: memoryLimit });
}

/**
 * @param {CoreFactory} create
 * @param {WebAssembly.Module} module
 * @param {Record<string, unknown>} options
 * @returns {Promise<CoreModule>}
 */
function instantiate(create, module, options) {
  return new Promise((resolve, reject) => {
    /** @type {Record<string, unknown> & { PThread?: CoreModule['PThread'] }} the glue adds to it */
    const settings = { ...options };
    /** @param {unknown} cause */
    const fail = (cause) => {
      settings.PThread?.terminateAllThreads();
      const got = cause instanceof Error ? cause.message : String(cause);
      reject(new HeadwiseError('unsupported', `the core could not be started: ${got}`, { cause }));
    };
    // Emscripten's hook for those who compile for themselves.
    settings.instantiateWasm = (
      /** @type {WebAssembly.Imports} */ imports,
      /** @type {(instance: WebAssembly.Instance, module: WebAssembly.Module) => void} */ receive,
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
 * A memory that never grows beyond the limit, as nothing is ever given back of it. Some engines refuse to reserve much.
 *
 * @param {number} limit bytes, 0 = none
 * @param {readonly number[]} most pages
 * @param {boolean} shared
 * @returns {{ memory: WebAssembly.Memory, maximum: number }} maximum in bytes
 */
function createMemory(limit, most, shared) {
  const allowed = limit === 0 ? Infinity : Math.max(INITIAL_PAGES, Math.floor(limit / PAGE));
  /** @type {unknown} */
  let refused;
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
    `the core needs ${INITIAL_PAGES * PAGE} bytes to begin with, more than this environment has to give`,
    { cause: refused },
  );
}
