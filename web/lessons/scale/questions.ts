// Questions of the lesson about the scale of scores.

import { wordTokenizer } from '../../elements/lab/answer/tokenizer.ts';
import { rowOf, spoken } from '../question-parts.ts';
import { DRAWS, measureGrowth } from './experiment.ts';
import type { Question } from '../questions.ts';

/** Tolerance of a ratio, as a power of two. */
const NEAR = 0.4;
/** A change of a share that can be seen. */
const MOVED = 0.01;
/** Widths before and after. */
const GROWTHS = [
  [16, 64],
  [32, 128],
  [64, 256],
  [16, 256],
  [64, 16],
  [128, 32],
  [256, 64],
];
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

export const scale: readonly Question[] = [
  {
    id: 'score-growth',
    kind: 'choose',
    mistakes: ['half', 'same', 'twice', 'four'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const [width, wide] = random.pick(GROWTHS);
      const plain = { ...state, heads: 1, scaled: false };
      return {
        state: { ...plain, width: wide },
        drawing: { exhibit: 'growth' },
        options: ['half', 'same', 'twice', 'four'],
        places: { width, wide, draws: DRAWS },
        numbers: { width, wide },
      };
    },
    async solve({ engine, drawn: { state, numbers } }) {
      const ids = wordTokenizer.encode(String(state.text)).tokens.map(({ id }) => id);
      const widths = [numbers.width, numbers.wide];
      const [before, after] = await measureGrowth(await engine(), ids, widths);
      const ratio = after.size / before.size;
      const powers = { half: -1, same: 0, twice: 1, four: 2 };
      const near = Object.entries(powers).filter(
        ([, power]) => ratio > 2 ** (power - NEAR) && ratio < 2 ** (power + NEAR),
      );
      return { right: near[0]?.[0], clear: near.length === 1, mistakes: {}, places: { ratio } };
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
    mistakes: ['shares', 'largest', 'smallest'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words);
      const query = random.index(count);
      const form = random.pick(['stays', 'grows', 'shrinks']);
      return {
        state: {
          ...{ ...state, heads: 1, width: 128, scaled: false, seed: random.index(1000) },
          ...{ view: 'steps', step: 'attention', selection: { head: 0, query, key: null } },
        },
        shows: ['panel'],
        form,
        options: random.shuffle(['shares', 'largest', 'smallest']),
        places: { word: pieces[query] },
        numbers: { query, form },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const factsAt = async (scaled: boolean) => {
        const { trace } = await compute({ ...state, scaled });
        const sum = (list: number[]) => list.reduce((all, one) => all + one, 0);
        const shares = rowOf(trace.attention, 0, numbers.query);
        return {
          shares: sum(shares),
          largest: Math.max(...shares),
          smallest: Math.min(...shares),
        };
      };
      const [on, off] = [await factsAt(true), await factsAt(false)];
      const names = Object.keys(on) as (keyof typeof on)[];
      const changes: Readonly<Record<string, (by: number) => boolean>> = {
        stays: (by) => Math.abs(by) < 1e-5,
        grows: (by) => by > MOVED,
        shrinks: (by) => by < -MOVED,
      };
      const fitting = (form: string) => names.filter((name) => changes[form](off[name] - on[name]));
      return {
        right: fitting(numbers.form)[0],
        clear: Object.keys(changes).every((form) => fitting(form).length === 1),
        mistakes: {},
      };
    },
  },
];
