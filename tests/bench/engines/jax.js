// jax-js, compiled by its jit for its WebAssembly backend: its own attention, and the same in products, of all heads at
// once or head by head. It takes every core where it finds workers and shared memory, and one thread elsewhere.

/// <reference path="../peers.d.ts" />
import { init, jit, nn, numpy as np, blockUntilReady, defaultDevice } from '@jax-js/jax';
import { projections, transposed } from './engine.js';
import { prepareTraining, trainingWays } from './jax-training.js';

/** @import { Task } from '../task.js' */
/** @import { Contender, Open } from './engine.js' */

const ENGINE = 'jax-js';

/** @type {Open} */
export async function open({ threads, browser }) {
  if (!browser && threads > 1) return 'has no threads in Node';
  await init('wasm');
  defaultDevice('wasm');
  return {
    formulations: (task) =>
      task.mode === 'training'
        ? trainingWays.map((way) => ({
            engine: ENGINE,
            name: way.name,
            prepare: () => prepareTraining(task, way),
          }))
        : ways
            .filter(({ maps }) => maps || task.mode !== 'maps')
            .map((way) => ({ engine: ENGINE, name: way.name, prepare: () => prepare(task, way) })),
    close() {},
  };
}

/** @typedef {any} Tensor arrays of jax-js: using one uses it up, except as `.ref` */

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {boolean} perHead projections cut into heads, (L, E) each, or one for all heads, (L, D)
 * @property {boolean} maps whether it has them
 * @property {(task: Task, q: Tensor[], k: Tensor[], v: Tensor[]) => [Tensor, ...Tensor[]]} attend gives heads (L, D), maps
 */

/** @type {Way[]} */
const ways = [
  { name: 'dotProductAttention', perHead: false, maps: false, attend: ownAttention },
  { name: 'products of all heads', perHead: false, maps: true, attend: batchedProducts },
  { name: 'products head by head', perHead: true, maps: true, attend: headByHead },
];

/**
 * @param {Task} task
 * @param {Way} way
 * @returns {Promise<Contender>}
 */
async function prepare(task, { perHead, attend }) {
  const { length, embedDim, numHeads } = task;
  const weights = Object.values(projections(task)).map((part) =>
    toTensors(part, perHead ? numHeads : 1),
  );
  weights.push(toTensors({ weight: task.outWeight, bias: task.outBias }, 1));
  const layer = jit((/** @type {Tensor} */ x, /** @type {Tensor[][][]} */ [...given]) => {
    const [q, k, v] = given
      .slice(0, 3)
      .map((parts) => parts.map(([weight, bias]) => np.dot(x.ref, weight).add(bias)));
    x.dispose();
    const [heads, ...maps] = attend(task, q, k, v);
    const [[weight, bias]] = given[3];
    return [np.dot(heads, weight).add(bias), ...maps];
  });
  await blockUntilReady(weights);
  return {
    async run() {
      const given = weights.map((parts) => parts.map((part) => part.map((one) => one.ref)));
      const results = layer(np.array(task.x, { shape: [length, embedDim] }), given);
      const [output, ...attention] = await Promise.all(
        results.map((/** @type {Tensor} */ result) => result.data()),
      );
      return { output, attention };
    },
    dispose() {
      for (const one of weights.flat(2)) one.dispose();
      layer.dispose();
    },
  };
}

/**
 * Cut into `pieces`, in by out: transposed in the program, products are several times slower.
 *
 * @param {{ weight: Float32Array, bias: Float32Array }} projection
 * @param {number} pieces
 * @returns {Tensor[][]} [weight, bias] of each
 */
function toTensors({ weight, bias }, pieces) {
  const [inputs, outputs] = [weight.length / bias.length, bias.length / pieces];
  return Array.from({ length: pieces }, (_, at) => {
    const rows = weight.slice(at * outputs * inputs, (at + 1) * outputs * inputs);
    return [
      np.array(transposed(rows, inputs), { shape: [inputs, outputs] }),
      np.array(bias.slice(at * outputs, (at + 1) * outputs), { shape: [outputs] }),
    ];
  });
}

/** @type {Way['attend']} */
function ownAttention({ length, embedDim, numHeads, headDim, mode }, ...projected) {
  const [q, k, v] = projected.map(([one]) => one.reshape([length, numHeads, headDim]));
  const heads = nn.dotProductAttention(q, k, v, { scale: 1, isCausal: mode === 'causal' });
  return [heads.reshape([length, embedDim])];
}

/** @type {Way['attend']} */
function batchedProducts(task, ...projected) {
  const { length, embedDim, numHeads, headDim } = task;
  const [q, k, v] = projected.map(([one]) =>
    one.reshape([length, numHeads, headDim]).transpose([1, 0, 2]),
  );
  const [map, ...kept] = softmax(task, np.matmul(q, k.transpose([0, 2, 1]))); // (H, L, L)
  const heads = np.matmul(map, v).transpose([1, 0, 2]);
  return [heads.reshape([length, embedDim]), ...kept];
}

/** @type {Way['attend']} */
function headByHead(task, q, k, v) {
  const maps = q.map((query, head) => softmax(task, np.matmul(query, k[head].transpose())));
  const heads = maps.map(([map], head) => np.matmul(map, v[head]));
  return [np.concatenate(heads, 1), ...maps.flatMap(([, ...kept]) => kept)];
}

/**
 * @param {Task} task
 * @param {Tensor} scores (..., L, L)
 * @returns {Tensor[]} the map to go on with, and a second one to return if asked for
 */
function softmax({ length, mode }, scores) {
  const masked =
    mode === 'causal'
      ? np.where(np.tri(length, length, 0, { dtype: 'bool' }), scores, -Infinity)
      : scores;
  const map = nn.softmax(masked, -1);
  return mode === 'maps' ? [map, map.ref] : [map];
}
