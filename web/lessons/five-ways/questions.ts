// Questions of the lesson about the sources of the matrices.

import { headOf, spoken } from '../question-parts.ts';
import type { Question } from '../questions.ts';

/** Large enough to be visible in the map. */
const CHANGED = 9;

export const fiveWays: readonly Question[] = [
  {
    id: 'whose-column',
    kind: 'point',
    mistakes: ['dealt'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const heads = random.pick([2, 4, 8]);
      const column = random.index(64);
      const shown = {
        ...{ ...state, heads, width: 64, view: 'heads', edits: {} },
        selection: { head: 0, query: null, key: null },
      };
      return {
        state: { ...shown, edits: { [`W_Q.0.${column}`]: CHANGED } },
        shown,
        places: { heads, width: 64, column: column + 1 },
        numbers: { heads, column },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { heads, column } = numbers;
      const before = (await compute({ ...state, edits: {} })).trace.query;
      const after = (await compute(state)).trace.query;
      const changed = Array.from({ length: heads }, (_, head) => head).filter((head) => {
        const old = headOf(before, head);
        return headOf(after, head).some((value, i) => value !== old[i]);
      });
      return {
        right: { head: changed[0] },
        clear: changed.length === 1,
        mistakes: { dealt: { head: column % heads } },
      };
    },
  },
  {
    id: 'product-shape',
    kind: 'shape',
    mistakes: ['large', 'turned'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const width = random.pick([32, 64, 128]);
      const heads = random.pick([2, 4]);
      return {
        state: { ...state, width, heads },
        drawing: { exhibit: 'five-ways', values: { way: 3, plain: 0 } },
        places: { width, headDim: width / heads },
        numbers: { width, headDim: width / heads },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { width, headDim } = numbers;
      const { data } = (await compute(state)).trace.weights.in_proj_weight;
      const large = { data: data.slice(0, width * width), shape: [width, width] };
      // torch stores W_i with rows and columns swapped
      const small = { data: data.slice(0, headDim * width), shape: [headDim, width] };
      const { shape } = await (await engine()).linear(large, small);
      return {
        right: [...shape],
        mistakes: { large: [width, width], turned: [headDim, width] },
      };
    },
  },
  {
    id: 'sees-all',
    kind: 'number',
    mistakes: ['piece', 'heads'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const width = random.pick([32, 64, 128]);
      const heads = random.pick([2, 4, 8]);
      return {
        state: { ...state, width, heads, view: 'steps', step: 'projection' },
        places: { width, heads },
        numbers: { width, heads },
      };
    },
    // the inputs of a row of the first head's weights
    async solve({ compute, drawn: { state, numbers } }) {
      const { width, heads } = numbers;
      const { data } = (await compute(state)).trace.weights.in_proj_weight;
      const rows = Array.from({ length: width / heads }, (_, row) => row);
      const seen = Array.from({ length: width }, (_, column) =>
        rows.some((row) => data[row * width + column] !== 0),
      );
      return {
        right: seen.filter(Boolean).length,
        tolerance: 0,
        mistakes: { piece: width / heads, heads },
      };
    },
  },
];
