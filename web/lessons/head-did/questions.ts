// Questions of the lesson about the effect of a head on the answer.

import { packed } from './invented.ts';
import type { Question } from '../questions.ts';

/** A loss below this, in hundredths, is none. */
const LITTLE = 4;

/** Losses of the answer without one head, without another, and without both, in hundredths. */
const CASES = [
  { one: [1, 3], other: [1, 3], both: [25, 35] },
  { one: [10, 14], other: [8, 12], both: [20, 25] },
  { one: [0, 1], other: [0, 1], both: [1, 2] },
] as const;

export const headDid: readonly Question[] = [
  {
    id: 'most-missed',
    kind: 'number',
    mistakes: ['looks', 'rises'],
    draw({ random, base }) {
      const all = random.whole(40, 60);
      const [missed, looking, rising, other] = random.shuffle([0, 1, 2, 3]);
      const looks: number[] = [];
      const left: number[] = [];
      const put = (head: number, look: number, rest: number) => {
        looks[head] = look;
        left[head] = rest;
      };
      put(missed, random.whole(1, 9), random.whole(2, 9));
      put(looking, random.whole(50, 80), all - random.whole(2, 6));
      put(rising, random.whole(5, 20), all + random.whole(3, 9));
      put(other, random.whole(5, 20), all - random.whole(10, 20));
      const [a, b, c, d] = looks;
      const [e, f, g, h] = left;
      return {
        state: { ...base, model: 'untrained', layer: 0 },
        drawing: {
          exhibit: 'head-case',
          values: { shares: packed(looks), answers: packed([all, ...left]) },
        },
        places: { all, a, b, c, d, e, f, g, h },
        numbers: { looks, left },
      };
    },
    async solve({ drawn: { numbers } }) {
      const { looks, left } = numbers;
      const right = left.indexOf(Math.min(...left));
      return {
        right: right + 1,
        tolerance: 0,
        mistakes: {
          looks: looks.indexOf(Math.max(...looks)) + 1,
          rises: left.indexOf(Math.max(...left)) + 1,
        },
        places: { least: left[right] },
      };
    },
  },
  {
    id: 'pair-effect',
    kind: 'choose',
    mistakes: ['shared', 'own', 'none'],
    draw({ random, base }) {
      const all = random.whole(50, 80);
      const { one, other, both } = random.pick(CASES);
      const less = ([from, to]: readonly [number, number]) => all - random.whole(from, to);
      const [a, b, c] = [less(one), less(other), less(both)];
      return {
        state: { ...base, model: 'untrained', layer: 0 },
        drawing: { exhibit: 'head-case', values: { answers: packed([all, a, b, c]) } },
        options: ['shared', 'own', 'none'],
        places: { all, a, b, c },
      };
    },
    async solve({ drawn: { places } }) {
      const [a, b, both] = ['a', 'b', 'c'].map((name) => Number(places.all) - Number(places[name]));
      const right = both < LITTLE ? 'none' : both > 2 * (a + b) ? 'shared' : 'own';
      return { right, mistakes: {}, places: { lost: both, single: a + b } };
    },
  },
];
