// Experiment: five ways to queries, keys and values of one sentence, without drawing.
// The engine computes each, and its distance from the first.

import {
  columnsOf,
  compare,
  countOf,
  identity,
  piecesOf,
  reshaped,
  rowsOf,
  sideBySide,
  stacked,
  transposed,
} from '../tensors.ts';
import type { Engine, Matrix } from '../tensors.ts';

interface Weights {
  /** D */
  embedDim: number;
  /** H; a head has the width D / H = E */
  heads: number;
  /** (3 D, D): rows of the query, key and value projections, head after head */
  inProjection: Matrix;
  /** (D, D) */
  outProjection: Matrix;
  /** (3 D) */
  inBias: Matrix;
  /** (D) */
  outBias: Matrix;
}

interface Difference {
  /** maximum of |this - (a)| */
  largest: number;
  /** whether all bits are equal */
  same: boolean;
}

export interface Way {
  name: 'a' | 'b' | 'c' | 'd' | 'e';
  /** number of weights in its matrices, W_O too, without biases */
  parameters: number;
  /** (H, L, E) */
  query: Matrix;
  /** (H, L, S) */
  attention: Matrix;
  /** (L, D) */
  output: Matrix;
  /** difference from (a) */
  outputDifference: Difference;
  /** difference from (a) */
  mapDifference: Difference;
}

export interface FiveWays {
  ways: readonly Way[];
  /** (D, D): the query projections of all heads, one below another */
  weights: Matrix;
  /** (D, D): the W that (c) applies to x before a head's own */
  first: Matrix;
  /** (L, D): x after that W */
  between: Matrix;
  /** (D, D): W and each head's own W as one matrix */
  collapsed: Matrix;
  /** difference between one matrix and two in sequence */
  collapse: Difference;
  /** (E, E): the one matrix that (d) has for the queries of all heads */
  small: Matrix;
}

const PARTS = ['query', 'key', 'value'] as const;

/**
 * @param sentences x of the query words, (L, D), and of the key words, (S, D); the same with one
 * sentence
 * @param options the matrix before each head's own in (c): a random one of this seed, or with
 * `plain` none: x itself
 */
export async function computeFiveWays(
  engine: Engine,
  { from, to }: { from: Matrix; to: Matrix },
  layer: Weights,
  { seed, plain, causal = false }: { seed: number; plain: boolean; causal?: boolean },
): Promise<FiveWays> {
  const { embedDim, heads } = layer;
  const width = embedDim / heads;
  const inputs = [from, to, to];
  const projections = PARTS.map((_, part) => rowsOf(layer.inProjection, part * embedDim, embedDim));
  const biases = PARTS.map((_, part) => piecesOf(layer.inBias, part * embedDim, embedDim));
  const headsOf = (projection: Matrix) =>
    Array.from({ length: heads }, (_, head) => rowsOf(projection, head * width, width));
  /**
   * Each head's own matrix, applied to one input.
   *
   * @param projection all heads' matrices
   * @param input (L, D)
   */
  const project = async (part: number, projection: Matrix, input: Matrix) =>
    stacked(
      await Promise.all(
        headsOf(projection).map((matrix, head) =>
          engine.linear(input, matrix, piecesOf(biases[part], head * width, width)),
        ),
      ),
    );
  const headIndexes = [...Array(heads).keys()];
  const attend = attendWith(engine, layer, { length: from.shape[0], causal });

  // (a) each head has matrices of its own, and each is applied to x
  const perHead = [];
  for (const [part, projection] of projections.entries()) {
    perHead.push(await project(part, projection, inputs[part]));
  }
  const a = await attend(perHead);

  // (b) one big matrix is applied to x, and its result is cut into heads
  const cut = [];
  const whole = [];
  for (const [part, projection] of projections.entries()) {
    const all = await engine.linear(inputs[part], projection, biases[part]);
    whole.push(all);
    cut.push(stacked(headIndexes.map((head) => columnsOf(all, head * width, width))));
  }
  const b = await attend(cut);

  // (c) the drawing read literally: x is projected, and each head projects the result again
  const firsts = plain
    ? PARTS.map(() => identity(embedDim))
    : await firstMatrices(engine, embedDim, seed);
  const twice = [];
  const betweens = [];
  for (const [part, projection] of projections.entries()) {
    const between = await engine.linear(inputs[part], firsts[part]);
    betweens.push(between);
    twice.push(await project(part, projection, between));
  }
  const c = await attend(twice);
  const collapsed = await engine.linear(projections[0], transposed(firsts[0]));
  const collapse = await compare(engine, await project(0, collapsed, from), twice[0]);

  // (d) x itself is cut, and one small matrix serves all heads
  const smalls = projections.map((projection) => columnsOf(rowsOf(projection, 0, width), 0, width));
  const split = [];
  for (const [part, small] of smalls.entries()) {
    const bias = piecesOf(biases[part], 0, width);
    const own = headIndexes.map((head) =>
      engine.linear(columnsOf(inputs[part], head * width, width), small, bias),
    );
    split.push(stacked(await Promise.all(own)));
  }
  const d = await attend(split);

  // (e) like (b), but the result is reshaped to (H, L, E) without a transpose, and back to (L, D)
  // afterwards
  const misread = whole.map((all) => reshaped(all, heads, all.shape[0], width));
  const e = await attend(misread, { turnBack: false });

  const out = layer.outProjection;
  const counts = {
    a: countOf([...projections.flatMap(headsOf), out]),
    b: countOf([...projections, out]),
    c: countOf([...(plain ? [] : firsts), ...projections, out]),
    d: countOf([...smalls, out]),
    e: countOf([...projections, out]),
  };
  const queries = { a: perHead[0], b: cut[0], c: twice[0], d: split[0], e: misread[0] };
  const results = { a, b, c, d, e };
  const ways = [];
  for (const name of ['a', 'b', 'c', 'd', 'e'] as const) {
    const { attention, output } = results[name];
    ways.push({
      name,
      parameters: counts[name],
      query: queries[name],
      attention,
      output,
      outputDifference: await compare(engine, output, a.output),
      mapDifference: await compare(engine, attention, a.attention),
    });
  }
  return {
    ways,
    weights: projections[0],
    first: firsts[0],
    between: betweens[0],
    collapsed,
    collapse,
    small: smalls[0],
  };
}

/** Attention and W_O, the same for all five. */
function attendWith(
  engine: Engine,
  { embedDim, heads, outProjection, outBias }: Weights,
  { length, causal }: { length: number; causal: boolean },
) {
  const width = embedDim / heads;
  /**
   * @param parts query, key and value, (H, L or S, E) each
   * @param how whether the heads of a word are concatenated, or the result is reshaped to (L, D)
   * without a transpose
   */
  return async (
    [query, key, value]: readonly Matrix[],
    { turnBack }: { turnBack: boolean } = { turnBack: true },
  ) => {
    const result = await engine.scaledDotProductAttention(query, key, value, {
      attention: true,
      causal,
    });
    if (!result.attention) throw new TypeError('the maps that were asked for are missing');
    const heads_ = result.output;
    const side = turnBack ? sideBySide(heads_, heads, length, width) : heads_;
    const output = await engine.linear(reshaped(side, length, embedDim), outProjection, outBias);
    return { attention: result.attention, output };
  };
}

/** Three random matrices, such as a first course shows them, before it mentions heads. */
async function firstMatrices(engine: Engine, embedDim: number, seed: number) {
  const layer = await engine.createMultiHeadAttention({ embedDim, numHeads: 1, seed });
  try {
    const state = await layer.stateDict();
    return PARTS.map((_, part) => rowsOf(state.in_proj_weight, part * embedDim, embedDim));
  } finally {
    await layer.dispose();
  }
}

/**
 * The same product in the three notations of books and libraries: W x with columns, x W with rows,
 * and x Wᵀ with rows and a matrix stored as in torch.
 *
 * @param x (L, D)
 * @param weight (E, D)
 */
export async function computeWritings(engine: Engine, x: Matrix, weight: Matrix) {
  // linear(a, b) is a bᵀ
  const columns = await engine.linear(weight, x); // W xᵀ: a word is a column, (E, L)
  const forRows = transposed(weight); // the W of x W, (D, E)
  const rows = await engine.linear(x, transposed(forRows));
  const kept = await engine.linear(x, weight);
  const difference = await compare(engine, transposed(columns), rows);
  return { columns, rows, kept, forRows, difference };
}
