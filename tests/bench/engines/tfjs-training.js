// A training step in TensorFlow.js, by its own automatic differentiation. Its products are slow where an operand is to be
// transposed, as the gradients of products ask for; so they are also written to transpose first.

/// <reference path="../peers.d.ts" />
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
import { besideEachOther, projections, transposed } from './engine.js';

/** @import { Task } from '../task.js' */
/** @import { Contender } from './engine.js' */

/** @typedef {any} Tensor */
/** @typedef {(a: Tensor, b: Tensor) => Tensor} Multiply */
/** @typedef {{ name: string, perHead: boolean, multiply: Multiply }} Way */

/** @type {Multiply} */
const plainly = (a, b) => tf.matMul(a, b);

/** @type {Multiply} */
const transposingFirst = tf.customGrad((/** @type {any[]} */ ...given) => {
  const [a, b, save] = given;
  save([a, b]);
  return {
    value: tf.matMul(a, b),
    gradFunc: (/** @type {Tensor} */ dy, /** @type {Tensor[]} */ [x, y]) => [
      tf.matMul(dy, tf.transpose(y)),
      tf.matMul(tf.transpose(x), dy),
    ],
  };
});

/** @type {Way[]} */
export const trainingWays = [
  { name: 'products head by head', perHead: true, multiply: transposingFirst },
  { name: 'products head by head, one projection', perHead: false, multiply: transposingFirst },
  { name: 'products as they are', perHead: false, multiply: plainly },
];

/**
 * @param {Task} task
 * @param {Way} way
 * @returns {Contender}
 */
export function prepareTraining(task, { perHead, multiply }) {
  const { length, embedDim, numHeads, headDim, x } = task;
  const pieces = perHead ? numHeads : 1;
  const outputs = embedDim / pieces;
  const parameters = Object.values(projections(task, false)).flatMap(({ weight, bias }) =>
    Array.from({ length: pieces }, (_, at) => {
      const rows = weight.slice(at * outputs * embedDim, (at + 1) * outputs * embedDim);
      return [
        tf.tensor2d(transposed(rows, embedDim), [embedDim, outputs]),
        tf.tensor1d(bias.slice(at * outputs, (at + 1) * outputs)),
      ];
    }).flat(),
  );
  parameters.push(
    tf.tensor2d(transposed(task.outWeight, embedDim), [embedDim, embedDim]),
    tf.tensor1d(task.outBias),
  );
  const scale = tf.scalar(1 / Math.sqrt(headDim));

  const layer = (/** @type {Tensor} */ input, /** @type {Tensor[]} */ ...all) => {
    const [q, k, v] = [0, 1, 2].map((projection) => {
      const parts = Array.from({ length: pieces }, (_, at) => {
        const [weight, bias] = all.slice(2 * (projection * pieces + at));
        return tf.add(multiply(input, weight), bias);
      });
      return perHead ? parts : tf.split(parts[0], numHeads, 1);
    });
    const heads = q.map((/** @type {Tensor} */ query, /** @type {number} */ head) => {
      const scores = tf.mul(multiply(query, tf.transpose(k[head])), scale);
      return multiply(tf.softmax(scores), v[head]);
    });
    const [weight, bias] = all.slice(-2);
    return tf.add(multiply(tf.concat(heads, 1), weight), bias);
  };
  return {
    run() {
      const { value, grads } = tf.tidy(() => {
        const inputs = [tf.tensor2d(x, [length, embedDim]), ...parameters];
        return tf.valueAndGrads(layer)(inputs, tf.tensor2d(task.gradOutput, [length, embedDim]));
      });
      // Outside tidy, which would search the arrays for tensors, number by number.
      const [output, ...gradients] = [value, ...grads].map((one) => one.dataSync());
      tf.dispose([value, grads]);
      return { output, gradients };
    },
    arrange: (gradients) => besideEachOther(task, pieces, gradients),
    dispose: () => tf.dispose([parameters, scale]),
  };
}
