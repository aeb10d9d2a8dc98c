// The memory that an engine holds, in a process of its own that began with watch-memories.js.

import { engines } from './measure.js';
import { makeTask } from './task.js';

/** @import { Setting } from './engines/engine.js' */
/** @import { EngineName } from './measure.js' */
/** @import { Mode, Shape } from './shapes.js' */

/**
 * @typedef {object} Weighed
 * @property {EngineName} package
 * @property {string} engine
 * @property {string} formulation
 * @property {Shape} shape
 * @property {Mode} mode
 * @property {number} threads
 */

/**
 * The memory that an engine holds after it computed the layer in one of its formulations.
 *
 * @param {Weighed} what
 * @param {Omit<Setting, 'threads'>} setting
 * @returns {Promise<number>} bytes
 */
export async function measureHeap(what, setting) {
  const engine = await engines[what.package].open({ ...setting, threads: what.threads });
  if (typeof engine === 'string') throw new Error(engine);
  const formulation = engine
    .formulations(makeTask(what.shape, what.mode))
    .find((one) => one.engine === what.engine && one.name === what.formulation);
  const contender = await formulation?.prepare();
  for (let at = 0; at < 2; at++) await contender?.run();
  /** @type {Set<WebAssembly.Memory>} */
  const memories = /** @type {any} */ (globalThis).wasmMemories;
  return Math.max(0, ...[...memories].map(({ buffer }) => buffer.byteLength));
}
