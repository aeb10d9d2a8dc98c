// In the worker: float64 numbers of a layer, by the readable reference.
// They start from the layer's input, with the file's parameters as float32.

import { TURNED } from '../../elements/lab/answer/matrices.ts';
import { addAndNorm, createMultiHeadAttention, linear, softmaxSteps } from 'headwise/reference';
import type { LayerNorm, LayerNumbers } from 'headwise/models';
import type { Cell } from '../../elements/lab/answer/cells.ts';

type Doubles = { readonly data: Float64Array; readonly shape: readonly number[] };

/** Multiplications that take about a second. */
const MOST = 4e8;

/** Whether the computation takes long, without reading the parameters. */
export function takesLong({ input: { shape } }: { input: Pick<LayerNumbers['input'], 'shape'> }) {
  const [length, width] = shape;
  return 8 * length * width * width > MOST;
}

/**
 * @param removed heads whose output is zeros
 * @returns null: the number is an input
 */
export function exactLayer(
  { config, state, options, input, norms }: LayerNumbers,
  removed: readonly number[],
): (cell: Cell) => number | null {
  const x = { data: Float64Array.from(input.data), shape: input.shape };
  const { numHeads: heads, queryKeyNorm } = config;
  const entered = norms.before ? normOf(x, norms.before) : x;
  const trace = without(removed, forward(config, state, entered, options), state);
  const isTurned = options.positions !== undefined;
  const unturned = isTurned ? forward(config, state, entered, {}) : trace;
  const plain = queryKeyNorm
    ? forward({ ...config, queryKeyNorm: undefined }, withoutNorms(state), entered, {})
    : unturned;
  const found: Record<string, Doubles | undefined> = {
    ...trace,
    ...(queryKeyNorm && { normedQuery: unturned.query, normedKey: unturned.key }),
    ...(isTurned && { [TURNED.query]: trace.query, [TURNED.key]: trace.key }),
    ...{ query: plain.query, key: plain.key },
    exponentials: softmaxSteps(trace.masked).exponentials,
    ...around(x, trace.output, norms, entered),
  };
  return ({ matrix, head, row, column }) => {
    const grid = Object.hasOwn(found, matrix) ? found[matrix] : undefined;
    if (!grid) return null;
    const [rows, columns] = grid.shape.slice(-2);
    const count = grid.shape.length === 2 ? 1 : (grid.shape.at(-3) as number);
    const own = Math.floor(((head ?? 0) * count) / heads);
    return grid.data[(own * rows + row) * columns + column];
  };
}

function forward(
  config: LayerNumbers['config'],
  state: LayerNumbers['state'],
  x: Doubles,
  options: object,
): Record<string, Doubles> {
  const layer = createMultiHeadAttention(config);
  layer.loadStateDict(state);
  const { output, trace } = layer.forward(x, { ...options, trace: true });
  return { ...trace, output };
}

/** Removes heads as the run did: their output counts as zeros. */
function without(
  removed: readonly number[],
  trace: Record<string, Doubles>,
  state: LayerNumbers['state'],
): Record<string, Doubles> {
  if (removed.length === 0) return trace;
  const { heads, contributions, concatenated } = trace;
  const [count, length, width] = heads.shape;
  for (const head of removed) {
    for (const { data } of [heads, contributions]) {
      const size = data.length / count;
      data.fill(0, head * size, (head + 1) * size);
    }
    for (let row = 0; row < length; row++) {
      const from = (row * count + head) * width;
      concatenated.data.fill(0, from, from + width);
    }
  }
  const output = linear(concatenated, state['out_proj.weight'], state['out_proj.bias']);
  return { ...trace, output };
}

function withoutNorms(state: LayerNumbers['state']) {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !/^[qk]_norm\./.test(name)));
}

/** The layer's steps around attention, where the steps view shows them. */
function around(
  x: Doubles,
  output: Doubles,
  { before, after }: LayerNumbers['norms'],
  entered: Doubles,
): Record<string, Doubles> {
  const sum = { data: x.data.map((value, i) => value + output.data[i]), shape: x.shape };
  const of = before ? x : sum;
  const normed = before ? entered : after && normOf(sum, after);
  return { sum, ...(normed && { norm: normed, ...momentsOf(of) }) };
}

function momentsOf({ data, shape: [rows, width] }: Doubles) {
  const mean = new Float64Array(rows);
  const variance = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const row = data.subarray(i * width, (i + 1) * width);
    mean[i] = row.reduce((sum, value) => sum + value, 0) / width;
    variance[i] = row.reduce((sum, value) => sum + (value - mean[i]) ** 2, 0) / width;
  }
  return {
    mean: { data: mean, shape: [rows, 1] },
    variance: { data: variance, shape: [rows, 1] },
  };
}

function normOf(x: Doubles, { type, weight, bias, epsilon }: LayerNorm): Doubles {
  const learned = { ...(weight && { weight }), ...(bias && { bias }), epsilon };
  const [rows, width] = x.shape;
  if (type === 'layer') {
    return addAndNorm(x, { data: new Float64Array(x.data.length), shape: x.shape }, learned).output;
  }
  const data = new Float64Array(x.data.length);
  for (let i = 0; i < rows; i++) {
    const row = x.data.subarray(i * width, (i + 1) * width);
    const squares = row.reduce((sum, value) => sum + value * value, 0);
    const stretch = 1 / Math.sqrt(squares / width + epsilon);
    data.set(
      row.map((value, j) => value * stretch * (weight?.data[j] ?? 1)),
      i * width,
    );
  }
  return { data, shape: x.shape };
}
