// Questions of the lesson about the scale of scores.

import { rowOf, spoken } from '../question-parts.ts';
import type { Question } from '../questions.ts';

/** Tolerance of a ratio, as a power of two. */
const NEAR = 0.4;
/** Widths and numbers of heads for which the root of the head's width is whole. */
const SQUARES = [
  [16, 4],
  [64, 4],
  [64, 1],
  [128, 2],
  [256, 16],
  [256, 1],
  [512, 8],
  [512, 2],
];

/** The median magnitude. */
function usual(numbers: Float32Array) {
  const sizes = numbers.map(Math.abs).sort();
  return sizes[sizes.length >> 1];
}

export const scale: readonly Question[] = [
  {
    id: 'score-growth',
    kind: 'choose',
    mistakes: ['half', 'same', 'twice', 'four'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const width = random.pick([16, 32, 64, 128]);
      const plain = { ...state, heads: 1, scaled: false, seed: random.index(1000) };
      return {
        state: { ...plain, width: 4 * width, view: 'steps', step: 'scores' },
        options: ['half', 'same', 'twice', 'four'],
        places: { width, wide: 4 * width },
        numbers: { width },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const sizeAt = async (width: number) =>
        usual((await compute({ ...state, width })).trace.scores.data);
      const ratio = (await sizeAt(4 * numbers.width)) / (await sizeAt(numbers.width));
      const powers = { half: -1, same: 0, twice: 1, four: 2 };
      const near = Object.entries(powers).filter(
        ([, power]) => ratio > 2 ** (power - NEAR) && ratio < 2 ** (power + NEAR),
      );
      // chance makes some ratios resemble another rule
      const clear = near.length === 1 && near[0][0] === 'twice';
      return { right: near[0]?.[0], clear, mistakes: {}, places: { ratio } };
    },
  },
  {
    id: 'divide-by',
    kind: 'number',
    mistakes: ['noRoot', 'whole', 'heads'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const [width, heads] = random.pick(SQUARES);
      return {
        state: { ...state, width, heads, scaled: true, view: 'steps', step: 'scores' },
        places: { width, heads, headDim: width / heads },
        numbers: { width, heads },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const products = trace.dotProducts.data;
      const largest = products.reduce(
        (best: number, one: number, at: number) =>
          Math.abs(one) > Math.abs(products[best]) ? at : best,
        0,
      );
      const { width, heads } = numbers;
      return {
        right: products[largest] / trace.scores.data[largest],
        tolerance: 0.01,
        mistakes: {
          noRoot: width / heads,
          ...(heads > 1 && { whole: Math.sqrt(width) }),
          heads,
        },
      };
    },
  },
  {
    id: 'what-stays',
    kind: 'choose',
    mistakes: ['scores', 'shares', 'largest'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words);
      const query = random.index(count);
      return {
        state: {
          ...{ ...state, heads: 1, width: 128, scaled: false, seed: random.index(1000) },
          ...{ view: 'steps', step: 'attention', selection: { head: 0, query, key: null } },
        },
        shows: ['panel'],
        options: random.shuffle(['scores', 'shares', 'largest']),
        places: { word: pieces[query] },
        numbers: { query },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const factsAt = async (scaled: boolean) => {
        const { trace } = await compute({ ...state, scaled });
        const sum = (list: number[]) => list.reduce((all, one) => all + one, 0);
        const shares = rowOf(trace.attention, 0, numbers.query);
        return {
          scores: sum(rowOf(trace.scores, 0, numbers.query)),
          shares: sum(shares),
          largest: Math.max(...shares),
        };
      };
      const [on, off] = [await factsAt(true), await factsAt(false)];
      const names = Object.keys(on) as (keyof typeof on)[];
      const same = names.filter((name) => Math.abs(on[name] - off[name]) < 1e-5);
      const others = names.filter((name) => Math.abs(on[name] - off[name]) > 0.05);
      return {
        right: same[0],
        clear: same.length === 1 && others.length === names.length - 1,
        mistakes: {},
      };
    },
  },
];
