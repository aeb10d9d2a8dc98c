// A training step in jax-js: forward and its own automatic differentiation in one compiled function.

/// <reference path="../peers.d.ts" />
import { blockUntilReady, jit, nn, numpy as np, valueAndGrad } from '@jax-js/jax';
import { besideEachOther, projections, transposed } from './engine.js';

/** @import { Task } from '../task.js' */
/** @import { Contender } from './engine.js' */

/** @typedef {any} Tensor arrays of jax-js: using one uses it up, except as `.ref` */
/** @typedef {{ name: string, perHead: boolean, attend: (task: Task, q: Tensor[], k: Tensor[], v: Tensor[]) => Tensor }} Way */

/** @type {Way[]} */
export const trainingWays = [
  { name: 'products of all heads', perHead: false, attend: batchedProducts },
  { name: 'products head by head', perHead: true, attend: headByHead },
];

/**
 * @param {Task} task
 * @param {Way} way
 * @returns {Promise<Contender>}
 */
export async function prepareTraining(task, { perHead, attend }) {
  const { length, embedDim, numHeads } = task;
  const pieces = perHead ? numHeads : 1;
  const outputs = embedDim / pieces;
  const parameters = Object.values(projections(task, false)).flatMap(({ weight, bias }) =>
    Array.from({ length: pieces }, (_, at) => {
      const rows = weight.slice(at * outputs * embedDim, (at + 1) * outputs * embedDim);
      return [
        np.array(transposed(rows, embedDim), { shape: [embedDim, outputs] }),
        np.array(bias.slice(at * outputs, (at + 1) * outputs), { shape: [outputs] }),
      ];
    }).flat(),
  );
  parameters.push(
    np.array(transposed(task.outWeight, embedDim), { shape: [embedDim, embedDim] }),
    np.array(task.outBias, { shape: [embedDim] }),
  );
  await blockUntilReady(parameters);

  const loss = (
    /** @type {Tensor} */ x,
    /** @type {Tensor[]} */ [...all],
    /** @type {Tensor} */ g,
  ) => {
    const project = (/** @type {Tensor} */ input, /** @type {Tensor[]} */ [weight, bias]) =>
      np.dot(input, weight).add(bias);
    const [q, k, v] = [0, 1, 2].map((projection) =>
      Array.from({ length: pieces }, (_, at) =>
        project(x.ref, all.slice(2 * (projection * pieces + at))),
      ),
    );
    x.dispose();
    const output = project(attend(task, q, k, v), all.slice(-2));
    return [np.sum(output.ref.mul(g)), output];
  };
  const step = jit(
    (/** @type {Tensor} */ x, /** @type {Tensor[]} */ all, /** @type {Tensor} */ g) => {
      const [[value, output], [ofX, ofAll]] = valueAndGrad(loss, { argnums: [0, 1], hasAux: true })(
        x,
        all,
        g,
      );
      value.dispose();
      return [output, ofX, ...ofAll];
    },
  );
  return {
    async run() {
      const shape = [length, embedDim];
      const results = step(
        np.array(task.x, { shape }),
        parameters.map((one) => one.ref),
        np.array(task.gradOutput, { shape }),
      );
      const [output, ...gradients] = await Promise.all(
        results.map((/** @type {Tensor} */ result) => result.data()),
      );
      return { output, gradients };
    },
    arrange: (gradients) => besideEachOther(task, pieces, gradients),
    dispose() {
      for (const one of parameters) one.dispose();
      step.dispose();
    },
  };
}

/** @type {Way['attend']} */
function batchedProducts(task, ...projected) {
  const { length, embedDim, numHeads, headDim } = task;
  const [q, k, v] = projected.map(([one]) =>
    one.reshape([length, numHeads, headDim]).transpose([1, 0, 2]),
  );
  const scores = np.matmul(q, k.transpose([0, 2, 1])).mul(1 / Math.sqrt(headDim)); // (H, L, L)
  const heads = np.matmul(nn.softmax(scores, -1), v).transpose([1, 0, 2]);
  return heads.reshape([length, embedDim]);
}

/** @type {Way['attend']} */
function headByHead({ headDim }, q, k, v) {
  const heads = q.map((query, head) => {
    const scores = np.matmul(query, k[head].transpose()).mul(1 / Math.sqrt(headDim));
    return np.matmul(nn.softmax(scores, -1), v[head]);
  });
  return np.concatenate(heads, 1);
}
