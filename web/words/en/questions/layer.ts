// Texts of the questions about the layer, in English.

import type { QuestionTexts } from '../questions.ts';

export const layer: QuestionTexts = {
  'joined-shape': {
    ask: 'A sentence has {tokens} words, and there are {heads} heads. Each head makes {headDim} numbers for each word. What shape has the matrix in which all heads stand side by side?',
    why: 'A row for each word, and {headDim} columns for each of {heads} heads.',
    hints: {
      stacked: 'That is one head below another. They stand side by side: the rows stay.',
      one: 'That is one head.',
      turned: 'The right numbers, the other way round: here words are rows.',
    },
  },
  'residual-sum': {
    ask: 'One number of a word is {number}. The output of attention for it is {added}. How large is it before the norm?',
    why: 'The output of attention is added to the word.',
    hints: {
      replaced: 'The output does not replace the word.',
      kept: 'That is the number that went in. The output of attention is still missing.',
      mean: 'The two are added, and not divided.',
    },
  },
  'cross-shape': {
    ask: 'Queries come from a sentence of {tokens} words, keys and values from one of {others} words. What shape has the map of one head?',
    why: 'A row for each query, and a column for each key.',
    hints: {
      turned: 'Rows are the words that look: those of the queries.',
      square: 'That is right for a sentence that looks at itself.',
      joined: 'The two sentences are not put together: one looks at the other.',
    },
  },
  'which-maps': {
    ask: 'There are {blocks} blocks with {heads} heads each. One number of {W_Q} changes, in the first head of the first block. In how many maps can numbers change?',
    why: 'The maps of the other heads of its block do not change. But all heads of the later blocks get its output.',
    hints: {
      one: 'That is its own map. The later blocks get its output.',
      all: 'The other heads of the first block work side by side with it.',
      block: 'Heads of the same block do not get its output. Later blocks do.',
    },
  },
};
