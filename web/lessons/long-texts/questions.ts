// Questions of the lesson about long texts and the cache.

import { headOf, rowOf, spoken } from '../question-parts.ts';
import type { Question } from '../questions.ts';

const KEPT = ['keysValues', 'all', 'keys', 'queries'];

export const longTexts: readonly Question[] = [
  {
    id: 'map-cells',
    kind: 'number',
    mistakes: ['row', 'twice', 'width'],
    draw({ random, base, words }) {
      const { state, count } = spoken(base, words, random.whole(5, 12));
      return {
        state: { ...state, heads: 1, width: 64, view: 'heads' },
        places: { tokens: count },
        numbers: { tokens: count },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { tokens } = numbers;
      return {
        right: headOf(trace.attention, 0).length,
        tolerance: 0,
        mistakes: { row: tokens, twice: 2 * tokens, width: 64 * tokens },
      };
    },
  },
  {
    id: 'kept',
    kind: 'number',
    mistakes: ['one', 'head', 'words'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const width = random.pick([16, 32, 64, 128]);
      const heads = random.pick([2, 4, 8]);
      return {
        state: { ...state, width, heads, view: 'steps', step: 'projection' },
        places: { width, heads },
        numbers: { width, heads },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace, rows } = await compute(state);
      const all = trace.query.data.length + trace.key.data.length + trace.value.data.length;
      const { width, heads } = numbers;
      return {
        right: all / rows,
        tolerance: 0,
        mistakes: { one: width, head: (3 * width) / heads, words: width * rows },
      };
    },
  },
  {
    id: 'times-as-long',
    kind: 'choose',
    mistakes: ['same', 'factor', 'double', 'square'],
    draw({ random, base, words }) {
      const { state, pieces } = spoken(base, words, 8);
      const form = random.pick(['map', 'row', 'width']);
      // a width is 4 times another one, and not 3 or 5 times
      const factor = form === 'width' ? 4 : random.pick([3, 4, 5]);
      const once = { ...state, text: pieces.join(' '), heads: 1, width: 32, view: 'heads' };
      const text = Array.from({ length: factor }, () => once.text).join(' ');
      return {
        state: { ...once, ...(form === 'width' ? { width: factor * once.width } : { text }) },
        form,
        options: ['same', 'factor', 'double', 'square'],
        places: { factor, double: 2 * factor, square: factor * factor },
        numbers: { once, factor, form },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { once, factor, form } = numbers;
      const [before, after] = await Promise.all(
        [once, state].map(async (one) => {
          const { attention, columns } = await compute(one);
          return form === 'row' ? columns : attention.length;
        }),
      );
      const sizes = { same: 1, factor, double: 2 * factor, square: factor * factor };
      const fitting = Object.entries(sizes).filter(([, times]) => after === times * before);
      return { right: fitting[0]?.[0], clear: fitting.length === 1, mistakes: {} };
    },
  },
  {
    id: 'keys-again',
    kind: 'number',
    mistakes: ['once', 'square'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words, random.whole(4, 9));
      return {
        state: { ...state, heads: 1, width: 16, causal: true, view: 'heads' },
        drawing: { exhibit: 'cache-step', values: { count } },
        places: { tokens: count },
        numbers: { pieces },
      };
    },
    // a step for each word, with all words up to it
    async solve({ compute, drawn: { state, numbers } }) {
      const { pieces } = numbers;
      let right = 0;
      for (let count = 1; count <= pieces.length; count++) {
        const { trace } = await compute({ ...state, text: pieces.slice(0, count).join(' ') });
        right += trace.key.shape[1];
      }
      const { length } = pieces;
      return { right, tolerance: 0, mistakes: { once: length, square: length * length } };
    },
  },
  {
    id: 'kept-what',
    kind: 'choose',
    mistakes: KEPT,
    draw({ random, base, words }) {
      const { state, count } = spoken(base, words);
      const form = random.pick(['row', 'shares', 'never']);
      const seed = random.index(1000);
      return {
        state: { ...state, heads: 1, width: 16, causal: true, seed },
        drawing: { exhibit: 'cache-step', values: { count } },
        form,
        options: random.shuffle(KEPT),
        places: {},
        numbers: { form },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace, rows } = await compute(state);
      const ready = await engine();
      const parts = { query: trace.query, key: trace.key, value: trace.value };
      const lastRow = async ({ query, key, value }: typeof parts) => {
        const { output, attention } = await ready.scaledDotProductAttention(query, key, value, {
          causal: true,
          attention: true,
        });
        return rowOf(numbers.form === 'shares' ? attention : output, 0, rows - 1);
      };
      const before = await lastRow(parts);
      const [needed, unneeded]: string[][] = [[], []];
      for (const name of ['query', 'key', 'value'] as const) {
        const data = parts[name].data.slice();
        data[0] += 1;
        const after = await lastRow({ ...parts, [name]: { ...parts[name], data } });
        (after.some((value, i) => value !== before[i]) ? needed : unneeded).push(name);
      }
      const names = {
        'key value': 'keysValues',
        'query key value': 'all',
        query: 'queries',
        key: 'keys',
      };
      const found = numbers.form === 'never' ? unneeded : needed;
      return { right: (names as any)[found.join(' ')], mistakes: {} };
    },
  },
  {
    id: 'cached-map',
    kind: 'shape',
    mistakes: ['whole', 'query', 'before'],
    draw({ random, base, words }) {
      const { state, count } = spoken(base, words, random.whole(5, 12));
      const width = random.pick([16, 32, 64]);
      return {
        state: { ...state, heads: 1, width, causal: true },
        drawing: { exhibit: 'cache-step', values: { count } },
        places: { tokens: count, width },
        numbers: { width },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace, rows } = await compute(state);
      const { width } = numbers;
      const { data } = trace.input;
      const ready = await engine();
      const layer = await ready.createMultiHeadAttention({ embedDim: width, numHeads: 1 });
      const kept = await layer.createCache({ capacity: rows });
      const write = async (from: number, to: number) => {
        const x = { data: data.slice(from * width, to * width), shape: [to - from, width] };
        return layer.forward(x, { causal: true, cache: kept, attention: true });
      };
      try {
        await write(0, rows - 1);
        const { attention } = await write(rows - 1, rows);
        return {
          right: attention.shape.slice(1),
          mistakes: { whole: [rows, rows], query: [1, width], before: [1, rows - 1] },
        };
      } finally {
        await kept.dispose();
        await layer.dispose();
      }
    },
  },
];
