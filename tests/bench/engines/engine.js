// An engine of the benchmark: how it is opened, and its contenders, one for each way of writing the layer in it.
// Types, and functions that several engines need.

/** @import { Gradients, Task } from '../task.js' */

/**
 * @typedef {object} Setting
 * @property {number} threads
 * @property {boolean} browser
 * @property {string} packages where node_modules is served, in a browser
 *
 * @typedef {object} Result as the engine gives it: maps may come head by head
 * @property {Float32Array} output
 * @property {Float32Array | Float32Array[]} [attention]
 * @property {Float32Array[]} [gradients] of a training step, in an order and layout of the engine's own
 *
 * @typedef {object} Contender ready to run
 * @property {() => Result | Promise<Result>} run from JavaScript arrays to JavaScript arrays
 * @property {() => unknown} dispose
 * @property {(gradients: Float32Array[]) => Gradients} [arrange] a training step's gradients, in the layout of the task's inputs and weights
 *
 * @typedef {object} Formulation one way of writing the layer
 * @property {string} engine the engine in the tables
 * @property {string} name
 * @property {() => Contender | Promise<Contender>} prepare
 *
 * @typedef {object} Engine
 * @property {(task: Task) => Formulation[]} formulations
 * @property {() => unknown} close
 *
 * @typedef {(setting: Setting) => Promise<Engine | string>} Open resolves to the reason if the engine cannot run in this setting
 */

/**
 * The transpose of a row-major matrix of this width.
 *
 * @param {Float32Array} matrix
 * @param {number} width
 */
export function transposed(matrix, width) {
  const height = matrix.length / width;
  const turned = new Float32Array(matrix.length);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      turned[column * height + row] = matrix[row * width + column];
    }
  }
  return turned;
}

/**
 * W_Q, W_K and W_V with their biases; 1 / sqrt(E) is already in W_Q and b_Q, which fixed weights allow.
 *
 * @param {Task} task
 * @param {boolean} [scaled]
 */
export function projections({ embedDim, headDim, inWeight, inBias }, scaled = true) {
  const size = embedDim * embedDim;
  const [query, key, value] = [0, 1, 2].map((at) => ({
    weight: inWeight.slice(at * size, (at + 1) * size), // (D, D), out by in
    bias: inBias.slice(at * embedDim, (at + 1) * embedDim),
  }));
  if (scaled) {
    const scale = 1 / Math.sqrt(headDim);
    query.weight = query.weight.map((w) => w * scale);
    query.bias = query.bias.map((b) => b * scale);
  }
  return { query, key, value };
}

/**
 * The bias of the scores of a causal mask.
 *
 * @param {number} length
 */
export function causalBias(length) {
  const bias = new Float32Array(length * length);
  for (let row = 0; row < length; row++) {
    bias.fill(-Infinity, row * length + row + 1, (row + 1) * length);
  }
  return bias;
}

/**
 * Gradients that an engine has for W_Q, W_K and W_V in this many pieces each, in by out, with their biases: of x, then weight
 * and bias of each piece, then of the output projection.
 *
 * @param {Task} task
 * @param {number} pieces
 * @param {Float32Array[]} gradients
 * @returns {Gradients}
 */
export function besideEachOther({ embedDim }, pieces, [x, ...rest]) {
  const outputs = embedDim / pieces;
  const inWeight = new Float32Array(3 * embedDim * embedDim);
  const inBias = new Float32Array(3 * embedDim);
  for (let piece = 0; piece < 3 * pieces; piece++) {
    inWeight.set(transposed(rest[2 * piece], outputs), piece * outputs * embedDim);
    inBias.set(rest[2 * piece + 1], piece * outputs);
  }
  const [outWeight, outBias] = rest.slice(-2);
  return { x, inWeight, inBias, outWeight: transposed(outWeight, embedDim), outBias };
}
