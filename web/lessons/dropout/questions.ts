// Questions of the lesson about dropout, blocks and heads.

import { rowOf, spoken, valueAt } from '../question-parts.ts';
import type { Question } from '../questions.ts';

/** Probabilities with short rescaling factors. */
const CHANCES = [0.2, 0.5, 0.75, 0.8];
/** Attention weights of a row of four, with a sum of 1. */
const ROWS = [
  [0.4, 0.3, 0.2, 0.1],
  [0.1, 0.2, 0.4, 0.3],
  [0.25, 0.15, 0.2, 0.4],
  [0.3, 0.1, 0.35, 0.25],
];
const FOUR = 'The cat sat down';

export const dropout: readonly Question[] = [
  {
    id: 'drop-factor',
    kind: 'number',
    mistakes: ['same', 'less', 'over'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words);
      const chance = random.pick(CHANCES);
      const [query, key] = [random.index(count), random.index(count)];
      const share = random.whole(10, 40) / 100;
      return {
        state: {
          ...{ ...state, heads: 1, width: 16, view: 'steps', step: 'attention' },
          edits: { [`attention.0.${query}.${key}`]: share },
          selection: { head: 0, query, key },
        },
        places: { word: pieces[query], other: pieces[key], share, chance, stays: 1 - chance },
        numbers: { query, key, chance },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { query, key, chance } = numbers;
      const share = valueAt(trace.attention, 0, query, key);
      const lab = await engine();
      const one = (value: number) => ({
        data: Float32Array.of(value),
        shape: [1, 1],
      });
      const { data } = await lab.linear(one(share), one(1 / (1 - chance)));
      return {
        right: data[0],
        tolerance: 0.006,
        mistakes: {
          same: share,
          less: share * (1 - chance),
          ...(chance !== 0.5 && { over: share / chance }),
        },
      };
    },
  },
  {
    id: 'row-after',
    kind: 'number',
    mistakes: ['one', 'kept'],
    draw({ random, base }) {
      const row = random.pick(ROWS);
      const [first, second] = random.shuffle([0, 1, 2, 3]);
      const kept = row.map((share, at) => (at === first || at === second ? share * 2 : 0));
      const [left, right] = [first, second].sort().map((at) => row[at]);
      const stays = { left, right };
      const edits = Object.fromEntries(kept.map((share, at) => [`attention.0.1.${at}`, share]));
      return {
        state: {
          ...{ ...base, model: 'untrained', layer: 0, text: FOUR, causal: false, off: [], edits },
          ...{ heads: 1, width: 16, view: 'steps', step: 'attention' },
          selection: { head: 0, query: 1, key: null },
        },
        shows: ['panel'],
        places: { ...Object.fromEntries(row.map((share, at) => ['abcd'[at], share])), ...stays },
        numbers: { kept: row[first] + row[second] },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const shares = rowOf(trace.attention, 0, 1);
      const lab = await engine();
      const shape = [1, shares.length];
      const { data } = await lab.linear(
        { data: Float32Array.from(shares), shape },
        { data: new Float32Array(shares.length).fill(1), shape },
      );
      return {
        right: data[0],
        tolerance: 0.005,
        mistakes: { one: 1, kept: numbers.kept },
      };
    },
  },
];
