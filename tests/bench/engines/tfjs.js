// TensorFlow.js with its WebAssembly backend. Its products are fast (XNNPACK) without a batch and without transposing;
// so the layer is also written head by head, with keys that come out transposed.

/// <reference path="../peers.d.ts" />
import * as tf from '@tensorflow/tfjs-core';
import * as wasm from '@tensorflow/tfjs-backend-wasm';
import { causalBias, projections, transposed } from './engine.js';
import { prepareTraining, trainingWays } from './tfjs-training.js';

/** @import { Task } from '../task.js' */
/** @import { Contender, Open } from './engine.js' */

const ENGINE = 'tfjs-wasm';

/** @type {Open} */
export async function open({ threads, browser, packages }) {
  if (!browser && threads > 1) return 'has no threads in Node';
  if (browser) {
    wasm.setWasmPaths(`${packages}/@tensorflow/tfjs-backend-wasm/dist/`);
    wasm.setThreadsCount(threads);
  }
  await tf.setBackend('wasm');
  await tf.ready();
  const count = threads > 1 ? wasm.getThreadsCount() : 1;
  if (count !== threads) return `makes ${count} of ${threads} threads`;
  return {
    formulations: (task) =>
      task.mode === 'training'
        ? trainingWays.map((way) => ({
            engine: ENGINE,
            name: way.name,
            prepare: () => prepareTraining(task, way),
          }))
        : formulations.map(({ name, write }) => ({
            engine: ENGINE,
            name,
            prepare: () => prepare(task, write),
          })),
    close() {},
  };
}

/** @typedef {any} Tensor */
/** @typedef {(task: Task) => { constants: Tensor[], attend: (x: Tensor) => { heads: Tensor, maps: Tensor[] } }} Write */

/** @type {{ name: string, write: Write }[]} */
const formulations = [
  { name: 'products head by head', write: headByHead },
  { name: 'products head by head, one projection', write: headByHeadPacked },
  { name: 'products of all heads', write: batchedProducts },
];

/**
 * @param {Task} task
 * @param {Write} write
 * @returns {Contender}
 */
function prepare(task, write) {
  const { length, embedDim, mode, x } = task;
  const { constants, attend } = write(task);
  const outWeight = tf.tensor2d(transposed(task.outWeight, embedDim), [embedDim, embedDim]);
  const outBias = tf.tensor1d(task.outBias);
  return {
    run() {
      const results = tf.tidy(() => {
        const { heads, maps } = attend(tf.tensor2d(x, [length, embedDim]));
        const result = tf.fused.matMul({ a: heads, b: outWeight, bias: outBias });
        return mode === 'maps' ? [result, ...maps] : [result];
      });
      // Outside tidy, which would search the arrays for tensors, number by number.
      const [output, ...attention] = results.map((/** @type {Tensor} */ one) => one.dataSync());
      tf.dispose(results);
      return { output, attention };
    },
    dispose: () => tf.dispose([constants, outWeight, outBias]),
  };
}

/** @type {Write} */
function headByHead(task) {
  const { embedDim, numHeads, headDim } = task;
  const { query, key, value } = projections(task);
  const perHead = (/** @type {{ weight: Float32Array, bias: Float32Array }} */ { weight, bias }) =>
    Array.from({ length: numHeads }, (_, head) => {
      const [from, to] = [head * headDim, (head + 1) * headDim];
      const rows = weight.slice(from * embedDim, to * embedDim);
      return {
        b: tf.tensor2d(transposed(rows, embedDim), [embedDim, headDim]),
        bias: tf.tensor1d(bias.slice(from, to)),
      };
    });
  const q = perHead(query);
  const v = perHead(value);
  const weight = tf.tensor2d(key.weight, [embedDim, embedDim]);
  const keyBias = tf.tensor2d(key.bias, [embedDim, 1]);
  const bias = makeBias(task);
  return {
    constants: [q, v, weight, keyBias, bias],
    attend(a) {
      const keys = tf.add(tf.matMul(weight, tf.transpose(a)), keyBias); // (D, L)
      return joinHeads(
        q.map((part) => tf.fused.matMul({ a, ...part })),
        tf.split(keys, numHeads, 0),
        v.map((part) => tf.fused.matMul({ a, ...part })),
        bias,
      );
    },
  };
}

/** @type {Write} */
function headByHeadPacked(task) {
  const { numHeads } = task;
  const { project, constants } = projectEach(task);
  const bias = makeBias(task);
  return {
    constants: [constants, bias],
    attend(x) {
      const [q, k, v] = project(x);
      const keys = tf.split(tf.transpose(k), numHeads, 0);
      return joinHeads(tf.split(q, numHeads, 1), keys, tf.split(v, numHeads, 1), bias);
    },
  };
}

/** @type {Write} */
function batchedProducts(task) {
  const { length, embedDim, numHeads, headDim } = task;
  const { project, constants } = projectEach(task);
  const bias = makeBias(task);
  const turn = (/** @type {Tensor} */ projected, /** @type {number[]} */ ...order) =>
    tf.transpose(tf.reshape(projected, [length, numHeads, headDim]), order);
  return {
    constants: [constants, bias],
    attend(x) {
      const [q, k, v] = project(x);
      const map = softmax(tf.matMul(turn(q, 1, 0, 2), turn(k, 1, 2, 0)), bias); // (H, L, L)
      const joined = tf.transpose(tf.matMul(map, turn(v, 1, 0, 2)), [1, 0, 2]);
      return { heads: tf.reshape(joined, [length, embedDim]), maps: [map] };
    },
  };
}

/** @type {(q: Tensor[], k: Tensor[], v: Tensor[], bias: Tensor) => { heads: Tensor, maps: Tensor[] }} */
function joinHeads(q, k, v, bias) {
  const maps = q.map((query, head) => softmax(tf.matMul(query, k[head]), bias));
  const parts = maps.map((map, head) => tf.matMul(map, v[head]));
  return { heads: tf.concat(parts, 1), maps };
}

/** @param {Tensor} scores @param {Tensor} bias */
function softmax(scores, bias) {
  return tf.softmax(bias === null ? scores : tf.add(scores, bias));
}

/** @param {Task} task */
function makeBias({ length, mode }) {
  if (mode !== 'causal') return null;
  // Not -Infinity: its softmax would give NaN.
  const finite = causalBias(length).map((value) => Math.max(value, -1e9));
  return tf.tensor2d(finite, [length, length]);
}

/** @param {Task} task */
function projectEach(task) {
  const { embedDim } = task;
  const constants = Object.values(projections(task)).map(({ weight, bias }) => ({
    b: tf.tensor2d(transposed(weight, embedDim), [embedDim, embedDim]),
    bias: tf.tensor1d(bias),
  }));
  const project = (/** @type {Tensor} */ a) =>
    constants.map(({ b, bias }) => tf.fused.matMul({ a, b, bias }));
  return { project, constants };
}
