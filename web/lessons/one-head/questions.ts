// Questions of the lesson about one head.

import { rowOf, spoken, valueAt } from '../question-parts.ts';
import type { Question } from '../questions.ts';

/** Numbers in the small query and key of the dot product. */
const FACTORS = [-3, -2, -1, 1, 2, 3, 4];
const SIZE = 4;
/** Tolerance of a weight that follows from one shown with two decimals. */
const ROUNDED = 0.006;

export const oneHead: readonly Question[] = [
  {
    id: 'query-shape',
    kind: 'shape',
    mistakes: ['turned', 'weights', 'map'],
    draw({ random, base, words }) {
      const { state, count } = spoken(base, words);
      const width = random.pick([16, 32, 64, 128]);
      return {
        state: { ...state, width, heads: 1, view: 'steps', step: 'projection' },
        places: { tokens: count, width },
      };
    },
    async solve({ compute, drawn }) {
      const { trace, rows } = await compute(drawn.state);
      const right = trace.query.shape.slice(1);
      const width = right[1];
      return {
        right,
        mistakes: { turned: [width, rows], weights: [width, width], map: [rows, rows] },
      };
    },
  },
  {
    id: 'dot-product',
    kind: 'number',
    mistakes: ['unsigned', 'added', 'sums'],
    draw({ random, base }) {
      const draw = () => Array.from({ length: SIZE }, () => random.pick(FACTORS));
      const [query, key] = [draw(), draw()];
      const edits = Object.fromEntries(
        query.flatMap((one, i) => [
          [`query.0.0.${i}`, one],
          [`key.0.1.${i}`, key[i]],
        ]),
      );
      const cell = 'dotProducts.0.0.1';
      return {
        state: {
          ...{ ...base, text: 'The cat sat', width: 16, heads: 16 / SIZE, edits },
          ...{ view: 'steps', step: 'dotProducts', trail: [cell] },
          selection: { head: 0, query: 0, key: 1 },
        },
        shows: ['panel'],
        places: { query: listOf(query), key: listOf(key) },
        numbers: { query, key },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { query, key } = numbers;
      const sum = (list: number[]) => list.reduce((all, one) => all + one, 0);
      return {
        right: valueAt(trace.dotProducts, 0, 0, 1),
        tolerance: 1e-4,
        mistakes: {
          unsigned: sum(query.map((one: number, i: number) => Math.abs(one * key[i]))),
          added: sum(query.map((one: number, i: number) => one + key[i])),
          sums: sum(query) * sum(key),
        },
      };
    },
  },
  {
    id: 'last-share',
    kind: 'number',
    mistakes: ['same', 'even'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words);
      const [query, key] = [random.index(count), random.index(count)];
      return {
        state: {
          ...{ ...state, view: 'steps', step: 'attention', heads: 1, width: 16 },
          ...{ seed: random.index(1000), selection: { head: 0, query, key } },
        },
        shows: ['panel'],
        places: { word: pieces[query], other: pieces[key] },
        numbers: { query, key },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace, columns } = await compute(state);
      const shares = rowOf(trace.attention, 0, numbers.query);
      const right = shares[numbers.key];
      const others = shares.reduce((all, one) => all + one, 0) - right;
      return {
        right,
        tolerance: ROUNDED,
        decimals: 2,
        clear: right > 0.03,
        mistakes: { same: others, even: 1 / columns },
        places: { others },
      };
    },
  },
  {
    id: 'mixture',
    kind: 'choose',
    mistakes: ['value', 'key', 'own', 'mean'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words);
      const [query, key] = random.shuffle([...Array(count).keys()]);
      const form = random.pick(['one', 'own', 'even']);
      const all = { one: key, own: query };
      const shareOf = (at: number) =>
        form === 'even' ? 1 / count : Number(at === all[form as 'one' | 'own']);
      const edits = Object.fromEntries(
        pieces.map((_, i) => [`attention.0.${query}.${i}`, Math.fround(shareOf(i))]),
      );
      return {
        state: {
          ...{ ...state, heads: 1, width: 16, seed: random.index(1000), edits },
          ...{ view: 'steps', step: 'heads', selection: { head: 0, query, key } },
        },
        form,
        options: random.shuffle(['value', 'key', 'own', 'mean']),
        places: { word: pieces[query], other: pieces[key] },
        numbers: { query, key, isNamed: pieces[query] !== pieces[key] },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace, rows } = await compute(state);
      const { query, key, isNamed } = numbers;
      const mixed = rowOf(trace.heads, 0, query);
      const values = Array.from({ length: rows }, (_, at) => rowOf(trace.value, 0, at));
      const candidates = {
        value: values[key],
        key: rowOf(trace.key, 0, key),
        own: values[query],
        mean: mixed.map((_, i) => values.reduce((all, one) => all + one[i] / rows, 0)),
      };
      const same = Object.entries(candidates).filter(([, one]) =>
        one.every((value, i) => Math.abs(value - mixed[i]) < 1e-5),
      );
      return { right: same[0]?.[0], clear: isNamed && same.length === 1, mistakes: {} };
    },
  },
];

function listOf(numbers: readonly number[]) {
  return `(${numbers.map((one) => String(one).replace('-', '−')).join(', ')})`;
}
