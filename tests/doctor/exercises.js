// Draws exercises of every kind for the doctor, in small sizes, from a seed: inputs, parameters and
// options.

/** @import { Random } from '../api/support/random.js' */

/**
 * @typedef {{ inputs: { query: any, key?: any, value?: any }, parameters: Record<string, any>, options: Record<string, any> }} Exercise
 */

/**
 * Options of an exercise, beside plain attention.
 *
 * @type {Record<string, (random: Random, sizes: Sizes) => any>}
 */
export const KINDS = {
  plain: () => ({}),
  causal: () => ({ causal: true }),
  padding: (random, { batch, keys }) => ({ keyLengths: lengths(random, batch, keys) }),
  'padding mask': (random, { batch, keys }) => ({
    keyPaddingMask: { ignore: paddingMask(lengths(random, batch, keys), keys) },
  }),
  'causal and padding': (random, { batch, keys }) => ({
    causal: true,
    keyLengths: lengths(random, batch, keys),
  }),
  mask: (random, { queries, keys }) => ({ mask: { attend: maskOf(random, queries, keys) } }),
  bias: (random, { heads, queries, keys }) => ({
    mask: { bias: random.tensor([heads, queries, keys], 2) },
  }),
  rotary: (random) => ({ positions: { type: 'rotary', interleaved: random.chance(0.5) } }),
  'part rotary': (random, { headDim }) => ({
    positions: { type: 'rotary', theta: 500_000, dims: 2 * Math.floor(headDim / 4) },
  }),
  alibi: () => ({ positions: { type: 'alibi' } }),
  'causal alibi': () => ({ causal: true, positions: { type: 'alibi' } }),
  softcap: () => ({ softcap: 1.5 }),
  scale: () => ({ scale: 0.9 }),
  sinks: (random, { heads }) => ({ sinks: random.tensor([heads], 2) }),
  normalised: () => ({ queryKeyNorm: { type: 'rms', over: 'head' } }),
  past: (random, { batch, kvHeads, headDim }) => ({
    positions: { type: 'rotary' },
    pastKey: random.tensor([batch, kvHeads, 3, headDim], 2),
    pastValue: random.tensor([batch, kvHeads, 3, headDim], 2),
  }),
  window: () => ({ causal: true, window: { left: 2 } }),
};

/** @typedef {{ batch: number, queries: number, keys: number, heads: number, kvHeads: number, headDim: number }} Sizes */

/**
 * @param {Random} random
 * @param {keyof typeof KINDS} kind
 * @param {{ crosses?: boolean, grouped?: boolean, square?: boolean, narrow?: boolean }} [shape]
 *   square: as many heads as tokens and sequences; narrow: inputs that are not as wide as all heads together
 * @returns {Exercise}
 */
export function exercise(
  random,
  kind,
  { crosses = false, grouped = false, square = false, narrow = false } = {},
) {
  const heads = grouped ? 4 : random.pick([2, 3, 4]);
  const headDim = random.pick([4, 6, 8]);
  const queries = square ? heads : random.integer(4, 7);
  const keys = crosses ? queries + random.integer(0, 3) : queries;
  const kvHeads = grouped ? 2 : heads;
  const batch = square ? queries : random.integer(2, 3);
  const sizes = { batch, queries, keys, heads, kvHeads, headDim };
  const all = heads * headDim;
  const width = narrow ? all + 4 : all;
  const kvWidth = kvHeads * headDim;
  const query = random.tensor([batch, queries, width], 2);
  /** @type {Exercise['inputs']} */
  const inputs = { query };
  if (crosses) {
    Object.assign(inputs, {
      key: random.tensor([batch, keys, width], 2),
      value: random.tensor([batch, keys, width], 2),
    });
  }
  const bound = 2.5 / Math.sqrt(width);
  const rows = all + 2 * kvWidth;
  return {
    inputs,
    parameters: {
      in_proj_weight: random.tensor([rows, width], bound),
      in_proj_bias: random.tensor([rows], bound),
      ...(kind === 'normalised' && {
        'q_norm.weight': random.tensor([headDim], 2),
        'k_norm.weight': random.tensor([headDim], 2),
      }),
      'out_proj.weight': random.tensor([width, all], bound),
      'out_proj.bias': random.tensor([width], bound),
    },
    options: { numHeads: heads, numKvHeads: kvHeads, ...KINDS[kind](random, sizes) },
  };
}

/**
 * One of them whole, so that a padding token that is attended to shows.
 *
 * @param {Random} random
 * @param {number} batch
 * @param {number} keys
 */
function lengths(random, batch, keys) {
  return Array.from({ length: batch }, (_, b) => (b === 0 ? keys - 2 : random.integer(2, keys)));
}

/**
 * @param {readonly number[]} all
 * @param {number} keys
 */
function paddingMask(all, keys) {
  const flags = all.flatMap((length) =>
    Array.from({ length: keys }, (_, j) => Number(j >= length)),
  );
  return { data: Uint8Array.from(flags), shape: [all.length, keys] };
}

/**
 * Every query may attend to something.
 *
 * @param {Random} random
 * @param {number} queries
 * @param {number} keys
 */
function maskOf(random, queries, keys) {
  const flags = random.booleans([queries, keys], 0.6);
  for (let i = 0; i < queries; i++) flags.data[i * keys + (i % keys)] = 1;
  return flags;
}
