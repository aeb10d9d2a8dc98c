// Questions of the lesson about masks.

import { headOf, rowOf, spoken } from '../question-parts.ts';
import type { Question } from '../questions.ts';

const SHORT = [
  'The animal was too tired',
  'The cat sat because it was tired',
  'A dog ran home',
  'They will see the river here',
];

export const masks: readonly Question[] = [
  {
    id: 'row-count',
    kind: 'number',
    mistakes: ['all', 'ahead', 'notItself'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words);
      const query = random.whole(1, count - 2);
      return {
        state: {
          ...{ ...state, causal: true, heads: 4, width: 64, view: 'heads', padding: 0 },
          selection: { head: random.index(4), query, key: null },
        },
        places: { tokens: count, word: pieces[query], place: query + 1 },
        numbers: { query },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace, columns } = await compute(state);
      const { query } = numbers;
      return {
        right: rowOf(trace.attention, 0, query).filter((share) => share > 0).length,
        tolerance: 0,
        mistakes: { all: columns, ahead: columns - query - 1, notItself: query },
      };
    },
  },
  {
    id: 'empty-cells',
    kind: 'number',
    mistakes: ['corner', 'both', 'fillers'],
    draw({ random, base }) {
      const sentence = random.pick(SHORT);
      const padding = random.whole(1, 4);
      const text = [sentence, ...Array(padding).fill('∅')].join(' ');
      const tokens = text.split(' ').length;
      return {
        state: {
          ...{ ...base, text, padding, causal: false, heads: 4, width: 64, view: 'heads' },
          selection: { head: 0, query: null, key: null },
        },
        places: { tokens, fillers: padding },
        numbers: { tokens, padding },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { tokens, padding } = numbers;
      const both = 2 * tokens * padding - padding * padding;
      return {
        right: headOf(trace.attention, 0).filter((share) => share === 0).length,
        tolerance: 0,
        mistakes: { corner: padding * padding, both, fillers: padding },
      };
    },
  },
  {
    id: 'first-hidden',
    kind: 'point',
    mistakes: ['itself', 'turned'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words);
      const query = random.whole(1, count - 3);
      const shown = {
        ...{ ...state, causal: false, padding: 0, heads: 1, width: 64, view: 'heads' },
        ...{ seed: random.index(1000), selection: { head: 0, query: null, key: null } },
      };
      return {
        state: { ...shown, causal: true, selection: { head: 0, query, key: null } },
        shown,
        places: { word: pieces[query], place: query + 1 },
        numbers: { query },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { query } = numbers;
      const key = rowOf(trace.attention, 0, query).indexOf(0);
      return {
        right: { query, key },
        clear: key > 0,
        mistakes: { itself: { query, key: query }, turned: { query: key, key: query } },
      };
    },
  },
];
