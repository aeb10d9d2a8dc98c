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
