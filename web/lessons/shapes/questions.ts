// Questions of the lesson about shapes.

import { spoken } from '../question-parts.ts';
import type { Answer, Question } from '../questions.ts';

const WIDE = 512;

/** Heads, and the width of each. */
const settingsOf = ({ trace }: Answer) => ({
  heads: trace.query.shape[0],
  eachWidth: trace.query.shape[2],
});

export const shapes: readonly Question[] = [
  {
    id: 'head-width',
    kind: 'number',
    mistakes: ['whole', 'heads', 'product'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const width = random.pick([64, 128, 256, 512]);
      const heads = random.pick([2, 4, 8, 16]);
      return {
        state: { ...state, width, heads, view: 'steps', step: 'projection' },
        places: { width, heads },
        numbers: { width, heads },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { width, heads } = numbers;
      const { trace } = await compute(state);
      return {
        right: trace.query.shape[2],
        tolerance: 0,
        mistakes: { whole: width, heads, product: width * heads },
      };
    },
  },
  {
    id: 'set-head-width',
    kind: 'set',
    needs: ['heads'],
    mistakes: [],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const [heads, wanted] = random.shuffle([1, 2, 4, 8, 16]);
      const view = { ...state, width: WIDE, view: 'heads' };
      return {
        state: { ...view, heads: wanted },
        shown: { ...view, heads },
        shows: ['heads'],
        places: { width: WIDE, headDim: WIDE / wanted },
        numbers: { headDim: WIDE / wanted },
      };
    },
    async solve({ compute, drawn: { state, shown, numbers } }) {
      const [there, before] = [await compute(state), await compute(shown ?? state)];
      const isWide = ({ trace }: Answer) => trace.query.shape[2] === numbers.headDim;
      return {
        right: true,
        clear: isWide(there) && !isWide(before),
        mistakes: {},
        settings: settingsOf(there),
      };
    },
    settings: settingsOf,
    reached: ({ trace }, _state, { numbers }) => trace.query.shape[2] === numbers.headDim,
  },
  {
    id: 'map-shape',
    kind: 'shape',
    mistakes: ['one', 'last', 'values'],
    draw({ random, base, words }) {
      const { state, count } = spoken(base, words, random.whole(5, 12));
      const heads = random.pick([2, 4, 8, 16]);
      return {
        state: { ...state, width: 64, heads, view: 'heads' },
        places: { tokens: count, heads, width: 64 },
        numbers: { heads },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace, rows } = await compute(state);
      const { heads } = numbers;
      return {
        right: [...trace.attention.shape],
        mistakes: {
          one: [rows, rows],
          last: [rows, rows, heads],
          values: [heads, rows, 64 / heads],
        },
      };
    },
  },
];
