// Questions of the lesson about the three matrices.

import { headOf, rowOf, spoken, valueAt } from '../question-parts.ts';
import type { Question } from '../questions.ts';

/** Tolerance: scores have two decimals. */
const ROUNDED = 0.006;
const CHANGES = ['mixed', 'map', 'both', 'none'];

/** The different words of a sentence, by their indexes. */
const distinct = (pieces: readonly string[]) =>
  [...pieces.keys()].filter((at) => pieces.indexOf(pieces[at]) === at);

export const matrices: readonly Question[] = [
  {
    id: 'mirror-score',
    kind: 'number',
    mistakes: ['minus', 'rest'],
    draw({ random, base, words }) {
      const { state, pieces } = spoken(base, words);
      const [query, key] = random.shuffle(distinct(pieces));
      return {
        state: {
          ...{ ...state, heads: 1, width: 16, seed: random.index(1000), view: 'heads' },
          selection: { head: 0, query, key },
        },
        places: { word: pieces[query], other: pieces[key] },
        numbers: { query, key },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { query, key } = numbers;
      const ready = await engine();
      const { trace: one } = await ready.scaledDotProductAttention(
        ...[trace.query, trace.query, trace.query],
        { trace: true },
      );
      const score = valueAt(one.scores, 0, query, key);
      return {
        right: valueAt(one.scores, 0, key, query),
        tolerance: ROUNDED,
        decimals: 2,
        mistakes: { minus: -score, rest: 1 - score },
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
        state: { ...state, width, heads, view: 'steps', step: 'projection' },
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
      return {
        state: {
          ...{ ...state, heads: 1, width: 16, seed: random.index(1000), view: 'heads' },
          selection: { head: 0, query, key },
        },
        options: random.shuffle(CHANGES),
        places: { word: pieces[query], other: pieces[key] },
        numbers: { query, key },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { query, key } = numbers;
      const { data, shape } = trace.value;
      const exchanged = data.slice();
      exchanged.set(rowOf(trace.value, 0, key), query * shape[2]);
      exchanged.set(rowOf(trace.value, 0, query), key * shape[2]);
      const ready = await engine();
      const attend = async (values: Float32Array) => {
        const value = { data: values, shape };
        const found = await ready.scaledDotProductAttention(trace.query, trace.key, value, {
          attention: true,
        });
        return { map: headOf(found.attention, 0), mixed: headOf(found.output, 0) };
      };
      const [before, after] = [await attend(data), await attend(exchanged)];
      const changes = (name: 'map' | 'mixed') =>
        after[name].some((value, i) => value !== before[name][i]);
      const [map, mixed] = [changes('map'), changes('mixed')];
      return {
        right: map && mixed ? 'both' : map ? 'map' : mixed ? 'mixed' : 'none',
        mistakes: {},
      };
    },
  },
];
