// headwise, as its users have it: `fixed`, and what `auto` takes on this machine. With threads also on one thread, to
// see what the threads bring.

import { load } from 'headwise';

/** @import { Task } from '../task.js' */
/** @import { Contender, Open } from './engine.js' */
/** @import { Headwise } from '../../../src/js/types.js' */

/** @type {Open} */
export async function open({ threads }) {
  /** @type {Map<string, Headwise>} */
  const engines = new Map();
  for (const simd of /** @type {const} */ (['fixed', 'auto'])) {
    for (const count of new Set([threads, 1])) {
      const headwise = await load({ simd, threads: count });
      const { backend } = headwise;
      if (backend.threads !== count) throw new Error(backend.reason);
      const name = `headwise ${backend.simd}${count === threads ? '' : ' on 1 thread'}`;
      if (engines.has(name)) headwise.dispose();
      else engines.set(name, headwise);
    }
  }
  return {
    formulations: (task) =>
      [...engines].map(([engine, headwise]) => ({
        engine,
        name: 'layer',
        prepare: () => prepare(headwise, task),
      })),
    close: () => engines.forEach((headwise) => headwise.dispose()),
  };
}

/**
 * @param {Headwise} headwise
 * @param {Task} task
 * @returns {Contender}
 */
function prepare(headwise, task) {
  const { length, embedDim, numHeads, mode } = task;
  const layer = headwise.createMultiHeadAttention({ embedDim, numHeads });
  layer.loadStateDict({
    in_proj_weight: { data: task.inWeight, shape: [3 * embedDim, embedDim] },
    in_proj_bias: { data: task.inBias, shape: [3 * embedDim] },
    'out_proj.weight': { data: task.outWeight, shape: [embedDim, embedDim] },
    'out_proj.bias': { data: task.outBias, shape: [embedDim] },
  });
  const x = { data: task.x, shape: [length, embedDim] };
  const options =
    mode === 'maps' ? { attention: true, out: makeOut(task) } : { causal: mode === 'causal' };
  return {
    run() {
      const result = layer.forward(x, options);
      return { output: result.output.data, attention: result.attention?.data };
    },
    dispose: () => layer.dispose(),
  };
}

/**
 * Tensors to write into, call after call: fresh memory for the maps costs more than the maps.
 *
 * @param {Task} task
 */
function makeOut({ length, embedDim, numHeads }) {
  const maps = new Float32Array(numHeads * length * length);
  return {
    output: { data: new Float32Array(length * embedDim), shape: [length, embedDim] },
    attention: { data: maps, shape: [numHeads, length, length] },
  };
}
