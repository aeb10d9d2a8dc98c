// Questions of the lesson about the layer.

import { spoken } from '../question-parts.ts';
import { addNumbers, caseOf } from './added-case.ts';
import type { Question } from '../questions.ts';

/** Second sentences, by their numbers of words. */
const SECOND = [
  'El animal',
  'El animal estaba',
  'El animal estaba cansado',
  'El animal estaba muy cansado',
];

export const layer: readonly Question[] = [
  {
    id: 'joined-shape',
    kind: 'shape',
    mistakes: ['stacked', 'one', 'turned'],
    draw({ random, base, words }) {
      const { state, count } = spoken(base, words);
      const [headDim, heads] = [random.pick([8, 16, 32]), random.pick([2, 4, 8])];
      return {
        state: { ...state, heads, width: heads * headDim, view: 'steps', step: 'concatenated' },
        places: { tokens: count, heads, headDim },
        numbers: { heads, headDim },
      };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace, rows } = await compute(state);
      const { heads, headDim } = numbers;
      const right = [...trace.concatenated.shape];
      return {
        right,
        mistakes: {
          stacked: [heads * rows, headDim],
          one: [rows, headDim],
          turned: [right[1], right[0]],
        },
      };
    },
  },
  {
    id: 'residual-sum',
    kind: 'number',
    mistakes: ['replaced', 'kept', 'mean'],
    draw({ random, base, words }) {
      const { state } = spoken(base, words);
      const [x, added] = [random.whole(5, 30) / 10, -random.whole(5, 30) / 10];
      return {
        state: { ...state, heads: 4, width: 64 },
        drawing: { exhibit: 'add-norm', values: caseOf(x, added) },
        places: { number: x, added },
        numbers: { x, added },
      };
    },
    async solve({ engine, drawn: { numbers } }) {
      const { x, added } = numbers;
      const [, , sum] = (await addNumbers(await engine(), x, added)).case;
      return {
        right: sum,
        tolerance: 0.006,
        decimals: 1,
        mistakes: { replaced: added, kept: x, mean: (x + added) / 2 },
        clear: Math.abs(x + added) > 0.2,
      };
    },
  },
  {
    id: 'cross-shape',
    kind: 'shape',
    mistakes: ['turned', 'square', 'joined'],
    draw({ random, base, words }) {
      const { state, count } = spoken(base, words);
      const second = random.pick(SECOND);
      const others = second.split(' ').length;
      return {
        state: { ...state, second, heads: 4, width: 64, view: 'heads' },
        places: { tokens: count, others },
        numbers: {},
      };
    },
    async solve({ compute, drawn: { state } }) {
      const { rows, columns } = await compute(state);
      return {
        right: [rows, columns],
        clear: rows !== columns,
        mistakes: {
          turned: [columns, rows],
          square: [rows, rows],
          joined: [rows + columns, rows + columns],
        },
      };
    },
  },
  {
    id: 'which-maps',
    kind: 'number',
    mistakes: ['one', 'all', 'block'],
    draw({ random, base, words }) {
      const { state, count } = spoken(base, words);
      const [blocks, heads] = [random.whole(2, 4), random.pick([2, 4, 6])];
      const way = [1, 2, 4, 6, 8].indexOf(heads);
      return {
        state: { ...state, heads: 4, width: 64 },
        drawing: { exhibit: 'blocks', values: { count: blocks, way, show: 1 } },
        places: { blocks, heads },
        numbers: { blocks, heads, length: count },
      };
    },
    // changes a number of the first head's W_Q in the first block and counts the maps that change
    async solve({ transformer, drawn: { numbers } }) {
      const { blocks, heads, length } = numbers;
      const model = await transformer({
        ...{ vocabSize: length, contextLen: length, embedDim: 8 * heads },
        ...{ numHeads: heads, numLayers: blocks, causal: false },
      });
      try {
        const tokens = [...Array(length).keys()];
        const before = (await model.forward(tokens, { attention: true })).attention;
        const weights = await model.stateDict();
        weights['layers.0.self_attn.in_proj_weight'].data[0] += 1;
        await model.loadStateDict(weights);
        const after = (await model.forward(tokens, { attention: true })).attention;
        const size = length * length;
        const changed = before.flatMap(({ data }: any, block: number) =>
          Array.from({ length: heads }, (_, head) =>
            data.subarray(head * size, (head + 1) * size).some((one: number, at: number) => {
              return one !== after[block].data[head * size + at];
            }),
          ),
        );
        return {
          right: changed.filter(Boolean).length,
          tolerance: 0,
          mistakes: { one: 1, all: blocks * heads, block: heads },
        };
      } finally {
        await model.dispose();
      }
    },
  },
];
