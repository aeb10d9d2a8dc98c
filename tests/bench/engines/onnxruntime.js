// onnxruntime-web, with its WebAssembly backend: the layer in every sensible formulation, from one
// operator that does everything to plain products head by head. The fastest one counts.

/// <reference path="../peers.d.ts" />
import * as ort from 'onnxruntime-web/wasm';
import { causalBias, projections, transposed } from './engine.js';
import { floats, integers, Model } from './onnx-model.js';

/** @import { Task } from '../task.js' */
/** @import { Contender, Open } from './engine.js' */

const ENGINE = 'onnxruntime-web';

/** @type {Open} */
export async function open({ threads, browser, packages }) {
  ort.env.wasm.numThreads = threads;
  if (browser) ort.env.wasm.wasmPaths = `${packages}/onnxruntime-web/dist/`;
  return {
    formulations: (task) =>
      formulations
        .filter(({ maps }) => task.mode !== 'training' && (maps || task.mode !== 'maps'))
        .map(({ name, write }) => ({ engine: ENGINE, name, prepare: () => prepare(task, write) })),
    close() {},
  };
}

/** @typedef {(model: Model, task: Task) => { heads: string, maps: string[] }} Write heads is (L, D), side by side */

/** @type {{ name: string, maps: boolean, write: Write }[]} */
const formulations = [
  { name: 'Attention of onnxruntime', maps: false, write: contribAttention },
  { name: 'MultiHeadAttention', maps: false, write: multiHeadAttention },
  { name: 'MultiHeadAttention, one projection', maps: false, write: multiHeadAttentionPacked },
  { name: 'Attention of ONNX', maps: true, write: onnxAttention },
  { name: 'products of all heads', maps: true, write: batchedProducts },
  { name: 'products head by head', maps: true, write: headByHead },
  { name: 'products head by head, one projection', maps: true, write: headByHeadPacked },
];

/**
 * @param {Task} task
 * @param {Write} write
 * @returns {Promise<Contender>}
 */
async function prepare(task, write) {
  const { length, embedDim, x, outWeight, outBias } = task;
  const model = new Model();
  const { heads, maps } = write(model, task);
  gemm(model, heads, outWeight, outBias, ['output']);
  const outputs = ['output', ...(task.mode === 'maps' ? maps : [])];
  const session = await ort.InferenceSession.create(
    model.finish({ x: [length, embedDim] }, outputs),
    {
      executionProviders: ['wasm'],
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    },
  );
  return {
    async run() {
      const results = await session.run({ x: new ort.Tensor('float32', x, [length, embedDim]) });
      const [output, ...attention] = outputs.map((name) => results[name].data);
      return { output, attention };
    },
    dispose: () => session.release(),
  };
}

/** @type {Write} */
function contribAttention(model, { length, embedDim, numHeads, mode, inWeight, inBias }) {
  const weight = floats(transposed(inWeight, embedDim), embedDim, 3 * embedDim);
  const [heads] = model.node(
    'com.microsoft.Attention',
    [reshape(model, 'x', 1, length, embedDim), weight, floats(inBias, 3 * embedDim)],
    { num_heads: { int: numHeads }, unidirectional: { int: Number(mode === 'causal') } },
  );
  return { heads: reshape(model, heads, length, embedDim), maps: [] };
}

/** @type {Write} */
function multiHeadAttention(model, task) {
  return multiHead(model, task, projectEach(model, task));
}

/** @type {Write} */
function multiHeadAttentionPacked(model, task) {
  return multiHead(model, task, projectAtOnce(model, task, 3));
}

/** @type {(model: Model, task: Task, projected: string[]) => ReturnType<Write>} */
function multiHead(model, { length, embedDim, numHeads, mode }, projected) {
  const [heads] = model.node(
    'com.microsoft.MultiHeadAttention',
    projected.map((name) => reshape(model, name, 1, length, embedDim)),
    {
      num_heads: { int: numHeads },
      scale: { float: 1 }, // it is in the weights
      unidirectional: { int: Number(mode === 'causal') },
    },
  );
  return { heads: reshape(model, heads, length, embedDim), maps: [] };
}

/** @type {Write} */
function onnxAttention(model, task) {
  const { length, embedDim, numHeads, mode } = task;
  const [heads, , , map] = model.node(
    'Attention',
    projectEach(model, task).map((name) => reshape(model, name, 1, length, embedDim)),
    {
      q_num_heads: { int: numHeads },
      kv_num_heads: { int: numHeads },
      is_causal: { int: Number(mode === 'causal') },
      scale: { float: 1 },
      qk_matmul_output_mode: { int: 3 }, // after softmax
    },
    mode === 'maps' ? ['heads', '', '', 'map'] : ['heads'],
  );
  return { heads: reshape(model, heads, length, embedDim), maps: [map] };
}

/** @type {Write} */
function batchedProducts(model, task) {
  const { length, embedDim, numHeads, headDim } = task;
  const turn = (/** @type {string} */ name, /** @type {number[]} */ ...perm) =>
    model.node('Transpose', [reshape(model, name, length, numHeads, headDim)], {
      perm: { ints: perm },
    })[0];
  const [q, k, v] = projectEach(model, task);
  const [scores] = model.node('MatMul', [turn(q, 1, 0, 2), turn(k, 1, 2, 0)]); // (H, L, L)
  const map = softmax(model, task, scores, 'map');
  const [heads] = model.node('MatMul', [map, turn(v, 1, 0, 2)]); // (H, L, E)
  const [joined] = model.node('Transpose', [heads], { perm: { ints: [1, 0, 2] } });
  return { heads: reshape(model, joined, length, embedDim), maps: [map] };
}

/** @type {Write} */
function headByHead(model, task) {
  const { embedDim, numHeads, headDim } = task;
  const parts = Object.values(projections(task)).map(({ weight, bias }) =>
    Array.from({ length: numHeads }, (_, head) => {
      const [from, to] = [head * headDim, (head + 1) * headDim];
      const rows = weight.slice(from * embedDim, to * embedDim);
      return gemm(model, 'x', rows, bias.slice(from, to));
    }),
  );
  return joinHeads(model, task, parts);
}

/** @type {Write} */
function headByHeadPacked(model, task) {
  const { numHeads } = task;
  const parts = projectAtOnce(model, task, 3 * numHeads);
  return joinHeads(
    model,
    task,
    [0, 1, 2].map((at) => parts.slice(at * numHeads, (at + 1) * numHeads)),
  );
}

/** @type {(model: Model, task: Task, parts: string[][]) => ReturnType<Write>} parts: q, k and v of each head, (L, E) */
function joinHeads(model, task, [q, k, v]) {
  const maps = q.map((query, head) => {
    const [scores] = model.node('Gemm', [query, k[head]], { transB: { int: 1 } });
    return softmax(model, task, scores, `map${head}`);
  });
  const heads = maps.map((map, head) => model.node('Gemm', [map, v[head]])[0]);
  return { heads: model.node('Concat', heads, { axis: { int: 1 } })[0], maps };
}

/** @type {(model: Model, task: Task) => string[]} q, k and v, (L, D) each */
function projectEach(model, task) {
  return Object.values(projections(task)).map(({ weight, bias }) => gemm(model, 'x', weight, bias));
}

/** @type {(model: Model, task: Task, parts: number) => string[]} one product, cut into parts of equal width */
function projectAtOnce(model, task, parts) {
  const each = Object.values(projections(task));
  const weight = Float32Array.from(each.flatMap((part) => [...part.weight]));
  const bias = Float32Array.from(each.flatMap((part) => [...part.bias]));
  const all = gemm(model, 'x', weight, bias);
  return model.node('Split', [all], { axis: { int: 1 }, num_outputs: { int: parts } }, parts);
}

/** @type {(model: Model, x: string, weight: Float32Array, bias: Float32Array, names?: string[]) => string} */
function gemm(model, x, weight, bias, names) {
  // Transposed here, so that the runtime packs it when it creates the session.
  const width = weight.length / bias.length;
  const constant = floats(transposed(weight, width), width, bias.length);
  return model.node('Gemm', [x, constant, floats(bias, bias.length)], {}, names)[0];
}

/** @type {(model: Model, task: Task, scores: string, name: string) => string} */
function softmax(model, { length, mode }, scores, name) {
  if (mode === 'causal') {
    [scores] = model.node('Add', [scores, floats(causalBias(length), length, length)]);
  }
  return model.node('Softmax', [scores], {}, [name])[0];
}

/** @type {(model: Model, name: string, ...shape: number[]) => string} */
function reshape(model, name, ...shape) {
  return model.node('Reshape', [name, integers(...shape)])[0];
}
