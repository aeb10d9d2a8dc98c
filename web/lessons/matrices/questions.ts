// Questions of the lesson about the three matrices.

import { headOf, rowOf, spoken, valueAt } from '../question-parts.ts';
import type { Question, Tensor } from '../questions.ts';

/** Tolerance: scores have two decimals. */
const ROUNDED = 0.006;
const STAGES = ['query', 'dotProducts', 'scores', 'attention', 'heads'] as const;
/** Stages to put in order. */
const ORDERED = 4;
/** The settings of the drawing that exchanges them. */
const EXCHANGED: Readonly<Record<string, number>> = { keys: 1, values: 2, pairs: 3 };
const CHANGES = ['mixed', 'map', 'both', 'none'];

/** The different words of a sentence, by their indexes. */
const distinct = (pieces: readonly string[]) =>
  [...pieces.keys()].filter((at) => pieces.indexOf(pieces[at]) === at);

export const matrices: readonly Question[] = [
  {
    id: 'order-steps',
    kind: 'order',
    mistakes: [],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      return {
        state: {
          ...{ ...state, heads: 1, width: 16, seed: random.index(1000) },
          selection: { ...(state.selection as any), head: 0 },
        },
        drawing: { exhibit: 'answer-order' },
        options: random.shuffle(STAGES).slice(0, ORDERED),
        places: {},
      };
    },
    // each step precedes the steps that depend on it
    async solve({ compute, drawn: { state, options = [] } }) {
      const asked = STAGES.filter((stage) => options.includes(stage));
      const before = (await compute(state)).trace;
      const changed = await Promise.all(
        asked.map(async (stage) => {
          const edits = { [`${stage}.0.0.0`]: valueAt(before[stage], 0, 0, 0) + 1 };
          const { trace } = await compute({ ...state, edits });
          const moved = STAGES.filter((one) =>
            trace[one].data.some((value: number, i: number) => value !== before[one].data[i]),
          );
          return { stage, count: moved.length };
        }),
      );
      const counts = new Set(changed.map(({ count }) => count));
      changed.sort((a, b) => b.count - a.count);
      return {
        right: changed.map(({ stage }) => stage),
        clear: counts.size === asked.length,
        mistakes: {},
      };
    },
  },
  {
    id: 'mirror-score',
    kind: 'number',
    mistakes: ['same', 'twice', 'minus'],
    draw({ random, base, words }) {
      const { state, pieces } = spoken(base, words);
      const [query, key] = random.shuffle(distinct(pieces));
      const factor = random.pick([2, 3, 5, 10]);
      return {
        state: {
          ...{ ...state, heads: 1, width: 16, seed: random.index(1000), view: 'heads' },
          selection: { head: 0, query, key },
        },
        drawing: { exhibit: 'one-matrix', values: { show: 1, on: 1, count: factor } },
        places: { word: pieces[query], other: pieces[key], factor },
        numbers: { query, key, factor },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { query, key, factor } = numbers;
      const ready = await engine();
      const scoresOf = async (by: number) => {
        const keys = { ...trace.query, data: trace.query.data.map((one: number) => by * one) };
        return (await ready.scaledDotProductAttention(trace.query, keys, keys, { trace: true }))
          .trace.scores;
      };
      const score = valueAt(await scoresOf(1), 0, query, key);
      const right = valueAt(await scoresOf(factor), 0, key, query);
      return {
        right,
        // the score has two decimals on the screen
        tolerance: factor * ROUNDED,
        decimals: 2,
        clear: key !== undefined && Math.abs(score) > 0.2,
        mistakes: { same: score, twice: factor * right, minus: -right },
        places: { score },
      };
    },
  },
  {
    id: 'form-shape',
    kind: 'shape',
    mistakes: ['small', 'one'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const width = random.pick([32, 64, 128]);
      const heads = random.pick([2, 4, 8]);
      return {
        state: { ...state, width, heads },
        drawing: { exhibit: 'one-form' },
        places: { width, headDim: width / heads },
        numbers: { width, headDim: width / heads },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { width, headDim } = numbers;
      const { data } = (await compute(state)).trace.weights.in_proj_weight;
      // rows are stored as columns: the first head's, in W_Q and in W_K
      const part = (from: number) => {
        const turned = new Float32Array(width * headDim);
        for (let row = 0; row < width; row++)
          for (let column = 0; column < headDim; column++)
            turned[row * headDim + column] = data[(from + column) * width + row];
        return { data: turned, shape: [width, headDim] };
      };
      const { shape } = await (await engine()).linear(part(0), part(width));
      return {
        right: [...shape],
        mistakes: { small: [headDim, headDim], one: [width, headDim] },
      };
    },
  },
  {
    id: 'exchange-values',
    kind: 'choose',
    mistakes: CHANGES,
    draw({ random, base, words }) {
      const { state, pieces } = spoken(base, words);
      const [query, key] = random.shuffle(distinct(pieces));
      const form = random.pick(['values', 'keys', 'pairs']);
      return {
        state: {
          ...{ ...state, heads: 1, width: 16, seed: random.index(1000), view: 'heads' },
          selection: { head: 0, query, key },
        },
        drawing: { exhibit: 'exchange', values: { count: EXCHANGED[form] } },
        form,
        options: random.shuffle(CHANGES),
        places: { word: pieces[query], other: pieces[key] },
        numbers: { query, key, form },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { query, key, form } = numbers;
      const exchanged = (tensor: Tensor) => {
        const data = tensor.data.slice();
        data.set(rowOf(tensor, 0, key), query * tensor.shape[2]);
        data.set(rowOf(tensor, 0, query), key * tensor.shape[2]);
        return { data, shape: tensor.shape };
      };
      const ready = await engine();
      const attend = async (keys: Tensor, values: Tensor) => {
        const found = await ready.scaledDotProductAttention(trace.query, keys, values, {
          attention: true,
        });
        return { map: headOf(found.attention, 0), mixed: headOf(found.output, 0) };
      };
      const before = await attend(trace.key, trace.value);
      const after = await attend(
        form === 'values' ? trace.key : exchanged(trace.key),
        form === 'keys' ? trace.value : exchanged(trace.value),
      );
      // sums in another order are rounded in another way
      const changes = (name: 'map' | 'mixed') =>
        after[name].some((value: number, i: number) => Math.abs(value - before[name][i]) > 1e-5);
      const [map, mixed] = [changes('map'), changes('mixed')];
      return {
        right: map && mixed ? 'both' : map ? 'map' : mixed ? 'mixed' : 'none',
        // a sentence may consist of one word, over and over
        clear: key !== undefined,
        mistakes: {},
      };
    },
  },
];
