// Experiment: the parts of a layer, from its heads to its output, blocks of it, and what each costs. Without drawing.

import { createTransformer } from '../../elements/shared/transformer.ts';
import { compare, headOf, rowOfMatrix, tensorOf, transposed } from '../tensors.ts';
import type { Engine, Matrix, Trace } from '../tensors.ts';

/** Times that each part is measured; the shortest counts. */
const RUNS = 3;
/** An MLP is usually four times as wide as a word. */
const WIDER = 4;

/**
 * One word's output of attention as a sum: what each head adds through its rows of W_O, and b_O.
 *
 * @returns parts: (H + 1, D); output: (D); difference: of their sum from the output
 */
export async function sumHeads(engine: Engine, trace: Trace, row: number) {
  const { contributions, output, weights } = trace;
  const [heads, , width] = contributions.shape;
  const bias = weights['out_proj.bias']?.data ?? new Float32Array(width);
  const data = new Float32Array((heads + 1) * width);
  for (let head = 0; head < heads; head++) {
    data.set(rowOfMatrix(headOf(contributions, head), row), head * width);
  }
  data.set(bias, heads * width);
  const parts = tensorOf(data, heads + 1, width);
  const ones = tensorOf(new Float32Array(heads + 1).fill(1), 1, heads + 1);
  const sum = await engine.linear(ones, transposed(parts));
  const own = tensorOf(rowOfMatrix(output, row), 1, width);
  return { parts, output: own, difference: await compare(engine, sum, own) };
}

/** x plus the output of attention, and this sum with its mean taken off and divided by its size. */
export async function addAndNorm(engine: Engine, { first, output }: Trace, row: number) {
  const one = (matrix: Matrix) => tensorOf(rowOfMatrix(matrix, row), 1, matrix.shape[1]);
  const [x, added] = [one(first.x), one(output)];
  const { sum, mean, variance, output: normed } = await engine.addAndNorm(x, added);
  // the mean and the variance of the result
  const zeros = tensorOf(new Float32Array(x.shape[1]), ...x.shape);
  const after = await engine.addAndNorm(normed, zeros);
  return {
    x,
    added,
    sum,
    normed,
    before: { mean: mean.data[0], variance: variance.data[0] },
    after: { mean: after.mean.data[0], variance: after.variance.data[0] },
  };
}

interface Cost {
  /** number of weights */
  weights: number;
  /** number of multiplications */
  products: number;
  /** milliseconds, measured */
  time: number;
}

/**
 * The cost of a layer's parts for a text: its four matrices, scores and mixtures, and the MLP.
 */
export async function measureCost(
  engine: Engine,
  { words, width }: { words: number; width: number },
): Promise<Readonly<Record<'matrices' | 'scores' | 'mlp', Cost>>> {
  const ids = Array.from({ length: words }, (_, i) => i);
  const { x } = await engine.embed(ids, { embedDim: width });
  const weightsOf = async (rows: number, columns: number) =>
    (
      await engine.embed(
        Array.from({ length: rows }, (_, i) => i),
        { embedDim: columns, positions: 'none' },
      )
    ).tokens;
  const [own, up, down] = [
    await weightsOf(width, width),
    await weightsOf(WIDER * width, width),
    await weightsOf(width, WIDER * width),
  ];
  const head = tensorOf(x.data, 1, words, width);
  const timeOf = async (run: () => Promise<unknown>) => {
    let best = Infinity;
    for (let at = 0; at < RUNS; at++) {
      const began = performance.now();
      await run();
      best = Math.min(best, performance.now() - began);
    }
    return best;
  };
  const square = width * width;
  return {
    matrices: {
      weights: 4 * square,
      products: 4 * words * square,
      time: await timeOf(async () => {
        for (let at = 0; at < 4; at++) await engine.linear(x, own);
      }),
    },
    scores: {
      weights: 0,
      products: 2 * words * words * width,
      time: await timeOf(() => engine.scaledDotProductAttention(head, head, head)),
    },
    mlp: {
      weights: 2 * WIDER * square,
      products: 2 * WIDER * words * square,
      time: await timeOf(async () => engine.linear(await engine.linear(x, up), down)),
    },
  };
}

/**
 * Runs blocks of heads on a sentence.
 *
 * @param ids ids of its words
 * @returns for each block the shape of its maps: (H, L, L)
 */
export async function computeBlocks(
  engine: Engine,
  ids: readonly number[],
  { blocks, heads }: { blocks: number; heads: number },
) {
  const distinct = [...new Set(ids)];
  const model = await createTransformer(engine, {
    vocabSize: Math.max(2, distinct.length),
    contextLen: ids.length,
    embedDim: 8 * heads,
    numHeads: heads,
    numLayers: blocks,
    mlpDim: WIDER * 8 * heads,
    norm: 'post',
  });
  try {
    const tokens = ids.map((id) => distinct.indexOf(id));
    const before = await mapsOf(model, tokens);
    const weights = await model.stateDict();
    weights['layers.0.self_attn.in_proj_weight'].data[0] += 1;
    await model.loadStateDict(weights);
    const after = await mapsOf(model, tokens);
    return before.map(({ data, shape }, block) => {
      const [count] = shape.slice(-3);
      const size = data.length / count;
      const changes = Array.from({ length: count }, (_, head) =>
        data
          .subarray(head * size, (head + 1) * size)
          .some((one, at) => one !== after[block].data[head * size + at]),
      );
      return { shape: [...shape], changes };
    });
  } finally {
    await model.dispose();
  }
}

async function mapsOf(
  model: Awaited<ReturnType<typeof createTransformer>>,
  tokens: readonly number[],
) {
  const { attention } = await model.forward([...tokens], { attention: true });
  if (!attention) throw new TypeError('the maps that were asked for are missing');
  return attention;
}
