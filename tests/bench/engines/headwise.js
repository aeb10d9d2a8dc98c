// headwise with `fixed` and with `auto`; if there are threads, also on one thread, to
// show the gain of threads.

import { load } from 'headwise';
import { stateOf } from '../task.js';

/** @import { Task } from '../task.js' */
/** @import { Contender, Open } from './engine.js' */
/** @import { Gradients, Headwise } from '../../../src/js/types/index.ts' */

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
        prepare: () =>
          task.mode === 'training' ? prepareTraining(headwise, task) : prepare(headwise, task),
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
  const { length, embedDim, mode } = task;
  const layer = makeLayer(headwise, task);
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
 * @param {Headwise} headwise
 * @param {Task} task
 * @returns {Contender}
 */
function prepareTraining(headwise, task) {
  const { length, embedDim } = task;
  const layer = makeLayer(headwise, task);
  const shape = [length, embedDim];
  /** @type {Gradients | undefined} of the turn before, to write into: a step of training keeps none */
  let out;
  return {
    run() {
      const { output, kept } = layer.forward({ data: task.x, shape }, { keep: true });
      if (!kept) throw new Error('nothing was kept');
      out = kept.backward({ data: task.gradOutput, shape }, { out });
      const { query, parameters } = out;
      kept.dispose();
      const gradients = [query, ...Object.values(parameters)].map(({ data }) => data);
      return { output: output.data, gradients };
    },
    arrange: ([x, inWeight, inBias, outWeight, outBias]) => ({
      x,
      inWeight,
      inBias,
      outWeight,
      outBias,
    }),
    dispose: () => layer.dispose(),
  };
}

/**
 * @param {Headwise} headwise
 * @param {Task} task
 */
function makeLayer(headwise, task) {
  const { embedDim, numHeads } = task;
  const layer = headwise.createMultiHeadAttention({ embedDim, numHeads });
  layer.loadStateDict(stateOf(task));
  return layer;
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
