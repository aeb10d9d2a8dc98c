// Questions of the lesson about the pairs of rotary positions.

import { repeated, spoken, unit, valueAt } from '../question-parts.ts';
import type { Question } from '../questions.ts';

const ROTARY = { type: 'rotary' };

export const pairs: readonly Question[] = [
  {
    id: 'arrow-count',
    kind: 'number',
    mistakes: ['numbers', 'all', 'heads'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const heads = random.pick([2, 4, 8]);
      const headDim = random.pick([8, 16, 32]);
      const width = heads * headDim;
      return {
        state: { ...state, heads, width, selection: { head: 0, query: 1, key: null } },
        drawing: { exhibit: 'rotary-dials', values: { count: 3 } },
        places: { width, heads },
        numbers: { width, heads },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { width, heads } = numbers;
      const headDim = trace.query.shape[2];
      const right = headDim / 2;
      const mistakes = { numbers: headDim, all: width / 2, heads };
      return { right, tolerance: 0, clear: heads !== right, mistakes };
    },
  },
  {
    id: 'turn-partner',
    kind: 'number',
    mistakes: ['neighbour', 'mirrored'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const headDim = random.pick([8, 16, 32]);
      const at = random.index(headDim / 2 - 1);
      return {
        state: { ...state, heads: 4, width: 4 * headDim },
        drawing: { exhibit: 'rotary-pairs', values: { on: 0 } },
        places: { headDim, number: at + 1 },
        numbers: { headDim, at },
      };
    },
    // the rotated unit: its own number is the cosine, its partner's the sine
    async solve({ engine, drawn: { numbers } }) {
      const { headDim, at } = numbers;
      const ready = await engine();
      const query = repeated(unit(headDim, at), 2);
      const parts = await Promise.all(
        Array.from({ length: headDim }, async (_, part) => {
          const key = repeated(unit(headDim, part), 1);
          const { trace } = await ready.scaledDotProductAttention(query, key, key, {
            positions: ROTARY,
            trace: true,
          });
          return valueAt(trace.dotProducts, 0, 1, 0);
        }),
      );
      const partners = parts.flatMap((value, i) => (value !== 0 && i !== at ? [i + 1] : []));
      return {
        right: partners[0],
        tolerance: 0,
        clear: partners.length === 1,
        mistakes: {
          neighbour: at % 2 === 0 ? at + 2 : at,
          mirrored: headDim - at,
        },
      };
    },
  },
];
