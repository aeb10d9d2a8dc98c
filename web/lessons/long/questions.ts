// Questions of the lesson about long texts.

import { headOf, spoken } from '../question-parts.ts';
import type { Question } from '../questions.ts';

export const long: readonly Question[] = [
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
];
