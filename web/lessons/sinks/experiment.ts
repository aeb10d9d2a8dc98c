// Experiment: attention sinks: attention of a model's heads to the first word.
// Also the model's predictions without one head. Without drawing.

import { headOf, rowsOf, tensorOf } from '../tensors.ts';
import type { Engine, Matrix, Trace } from '../tensors.ts';
import type { Transformer } from '../../elements/lab/answer/source.ts';

/** Index of the first word that counts: the second word can attend only to the first and itself. */
const FROM = 2;

/**
 * The mean attention weight from the words from the third on to the first.
 *
 * @returns for each layer, each head
 */
export async function measureFirst(
  model: Transformer,
  ids: readonly number[],
): Promise<number[][]> {
  const { attention } = await model.forward(ids, { attention: true });
  if (!attention) throw new TypeError('the maps that were asked for are missing');
  return attention.map(({ data, shape }) => {
    const [heads, rows, columns] = shape.slice(-3);
    return Array.from({ length: heads }, (_, head) => {
      let sum = 0;
      for (let row = FROM; row < rows; row++) sum += data[(head * rows + row) * columns];
      return rows > FROM ? sum / (rows - FROM) : 1;
    });
  });
}

/**
 * The length of each contribution of a head: weight times value times the head's part of W_O.
 *
 * @returns lengths (L, S): of a_ij v_j W_O; values (S): of v_j W_O
 */
export async function weighContributions(
  engine: Engine,
  { attention, value, weights }: Trace,
  head: number,
): Promise<{ lengths: Matrix; values: Float32Array }> {
  const [, columns, width] = value.shape;
  const { data, shape } = weights['out_proj.weight'];
  const [embedDim, inner] = shape;
  const part = new Float32Array(embedDim * width);
  for (let row = 0; row < embedDim; row++) {
    const from = row * inner + head * width;
    part.set(data.subarray(from, from + width), row * width);
  }
  const all = tensorOf(value.data, value.shape[0] * columns, width);
  const own = rowsOf(all, head * columns, columns);
  const turned = await engine.linear(own, tensorOf(part, embedDim, width));
  const values = await lengthsOf(engine, turned);
  const map = headOf(attention, head);
  const lengths = map.data.map((share, i) => share * values[i % columns]);
  return { lengths: { data: lengths, shape: map.shape }, values };
}

/** @returns for each row the root of the sum of its squares */
async function lengthsOf(engine: Engine, matrix: Matrix): Promise<Float32Array> {
  const [rows, width] = matrix.shape;
  return Float32Array.from(
    await Promise.all(
      Array.from({ length: rows }, async (_, row) => {
        const one = rowsOf(matrix, row, 1);
        const { data } = await engine.linear(one, tensorOf(one.data, 1, width));
        return Math.sqrt(data[0]);
      }),
    ),
  );
}

/**
 * The part of the predicted probability that moves without each head; see readWithout.
 *
 * @returns for each layer, each head
 */
export async function weighHeads(
  engine: Engine,
  model: Transformer,
  ids: readonly number[],
  { layers, heads }: { layers: number; heads: number },
): Promise<number[][]> {
  const all = await sharesOf(engine, model, ids, []);
  const moved: number[][] = [];
  for (let layer = 0; layer < layers; layer++) {
    moved.push([]);
    for (let head = 0; head < heads; head++) {
      moved[layer].push(movedBetween(all, await sharesOf(engine, model, ids, [[layer, head]])));
    }
  }
  return moved;
}

/**
 * The model's prediction after each word, with all heads and without one.
 *
 * @returns `said`: the likeliest next word; `moved`: the part of the probability that moves to
 * other words, 0 to 1, the mean over all words
 */
export async function readWithout(
  engine: Engine,
  model: Transformer,
  ids: readonly number[],
  removed: readonly [layer: number, head: number] | null,
): Promise<{ said: number[]; moved: number }> {
  const all = await sharesOf(engine, model, ids, []);
  const less = removed ? await sharesOf(engine, model, ids, [removed]) : all;
  const [rows, columns] = all.shape;
  return { said: largestInRows(less, rows, columns), moved: movedBetween(all, less) };
}

/** The probability that moves to other words, 0 to 1, the mean over all rows. */
function movedBetween(all: Matrix, less: Matrix) {
  let moved = 0;
  for (let i = 0; i < all.data.length; i++) moved += Math.max(0, all.data[i] - less.data[i]);
  return moved / all.shape[0];
}

async function sharesOf(
  engine: Engine,
  model: Transformer,
  ids: readonly number[],
  removeHeads: readonly (readonly [layer: number, head: number])[],
) {
  const { logits } = await model.forward(ids, { removeHeads });
  return engine.softmax(logits);
}

function largestInRows({ data }: Matrix, rows: number, columns: number) {
  return Array.from({ length: rows }, (_, row) => {
    const own = data.subarray(row * columns, (row + 1) * columns);
    return own.indexOf(Math.max(...own));
  });
}
