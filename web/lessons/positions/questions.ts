// Questions of the lesson about positions.

import { repeated, rowOf, spoken, unit, valueAt } from '../question-parts.ts';
import type { Question } from '../questions.ts';

const ROTARY = { type: 'rotary' };
/** Tolerance: angles have two decimals. */
const ROUNDED = 0.06;
const WRONG = ['swapped', 'doubled', 'one'];

export const positions: readonly Question[] = [
  {
    id: 'even-share',
    kind: 'number',
    mistakes: ['whole', 'count'],
    draw({ random, base, words }) {
      const { state, pieces } = spoken(base, words);
      const count = random.whole(4, 10);
      const word = random.pick(pieces);
      return {
        state: {
          ...{ ...state, text: Array(count).fill(word).join(' '), heads: 1, width: 16 },
          ...{ seed: random.index(1000), selection: { head: 0, query: 0, key: null } },
        },
        drawing: { exhibit: 'rotary-order', values: { on: 0, show: 1 } },
        places: { word, tokens: count },
        numbers: { count },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { count } = numbers;
      const [query, key] = [trace.query, trace.key].map((one) => repeated(rowOf(one, 0, 0), count));
      const ready = await engine();
      const { attention } = await ready.scaledDotProductAttention(query, key, key, {
        attention: true,
      });
      return {
        right: valueAt(attention, 0, 1, 2),
        tolerance: 0.006,
        mistakes: { whole: 1, count },
      };
    },
  },
  {
    id: 'turn-angle',
    kind: 'number',
    mistakes: ['once', 'fromOne'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);

      const place = random.whole(3, 6);
      const theta = random.pick([50, 100, 200, 500, 1000]);
      return {
        state: { ...state, heads: 4, width: 32, selection: { head: 0, query: 0, key: null } },
        // in a head of width 8 the third pair rotates by the same angle as the second pair in width 4
        drawing: { exhibit: 'rotary-dials', values: { count: place - 1, theta, pair: 3 } },
        places: { place },
        numbers: { place, theta },
      };
    },
    async solve({ engine, drawn: { numbers } }) {
      const { place, theta } = numbers;
      const ready = await engine();
      const width = 4;
      // the second pair: its cosine and its sine are the rotated unit's numbers
      const query = repeated(unit(width, 1), place);
      const turnedTo = async (part: number) => {
        const key = repeated(unit(width, part), 1);
        const { trace } = await ready.scaledDotProductAttention(query, key, key, {
          positions: { ...ROTARY, theta },
          trace: true,
        });
        return (at: number) => valueAt(trace.dotProducts, 0, at, 0);
      };
      const [cosine, sine] = [await turnedTo(1), await turnedTo(1 + width / 2)];
      const angleAt = (at: number) => (Math.atan2(sine(at), cosine(at)) * 180) / Math.PI;
      const once = angleAt(1);
      return {
        right: angleAt(place - 1),
        tolerance: ROUNDED,
        decimals: 1,
        mistakes: { once, fromOne: place * once },
        places: { angle: once },
      };
    },
  },
  {
    id: 'same-distance',
    kind: 'choose',
    mistakes: ['later', 'earlier', ...WRONG],
    draw({ random, base, words }) {
      const { state, count } = spoken(base, words);
      const moved = random.pick(['later', 'earlier']);
      // two words of the sentence, at their places in it and further on
      const home = random.shuffle([...Array(count).keys()]).slice(0, 2);
      const further = random.pick([10, 50]);
      const [from, shift] = moved === 'later' ? [0, further] : [further, -further];
      const [key, query] = [Math.min(...home) + from, Math.max(...home) + from];
      return {
        state: {
          ...{ ...state, heads: 4, width: 32, seed: random.index(1000) },
          selection: { head: 0, query: Math.max(...home), key: Math.min(...home) },
        },
        drawing: { exhibit: 'rotary-dials', values: { show: 2, count: further } },
        options: random.shuffle([moved, ...WRONG]),
        places: {
          ...{ query, key, queryShifted: query + shift, keyShifted: key + shift },
          ...{ queryDouble: 2 * query, keyDouble: 2 * key },
        },
        numbers: { query, key, shift, moved, home },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { query, key, shift, moved, home } = numbers;
      const count = 2 * query + Math.max(shift, 0) + 1;
      const ready = await engine();
      // the words alone: the lab has added positions to its queries and keys
      const width = trace.query.shape[2];
      const { in_proj_weight: all, in_proj_bias: biases } = trace.weights;
      const embedDim = all.shape[1];
      const project = async (word: number, from: number) => {
        const { data } = trace.first.tokens;
        const { data: row } = await ready.linear(
          { data: data.slice(word * embedDim, (word + 1) * embedDim), shape: [1, embedDim] },
          {
            data: all.data.slice(from * embedDim, (from + width) * embedDim),
            shape: [width, embedDim],
          },
          { data: biases.data.slice(from, from + width), shape: [width] },
        );
        return repeated([...row], count);
      };
      const [queries, keys] = [
        await project(Math.max(...home), 0),
        await project(Math.min(...home), embedDim),
      ];
      const { trace: turned } = await ready.scaledDotProductAttention(queries, keys, keys, {
        positions: ROTARY,
        trace: true,
      });
      const score = (row: number, column: number) => valueAt(turned.scores, 0, row, column);
      const right = score(query, key);
      const scores = {
        [moved]: score(query + shift, key + shift),
        swapped: score(key, query),
        doubled: score(2 * query, 2 * key),
        one: score(query + shift, key),
      };
      const off = Object.entries(scores).map(
        ([name, value]) => [name, Math.abs(value - right)] as const,
      );
      const same = off.filter(([, distance]) => distance < 1e-5);
      const others = off.filter(([, distance]) => distance > 0.02);
      return {
        right: same[0]?.[0],
        clear: same.length === 1 && others.length === WRONG.length,
        mistakes: {},
        places: { score: right },
      };
    },
  },
];
