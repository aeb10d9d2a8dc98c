// Texts of the questions about the pairs of rotary positions, in English.

import type { QuestionTexts } from '../questions.ts';

export const pairs: QuestionTexts = {
  'arrow-count': {
    ask: 'The width is {width}, the number of heads is {heads}. The query of one word in one head is rotated as arrows. How many arrows are there?',
    why: 'A head has {width} / {heads} numbers, and two of them make an arrow.',
    hints: {
      numbers: 'Each arrow takes two of them.',
      all: 'That counts the numbers of all heads.',
      heads: 'That is how many heads there are.',
    },
  },
  'turn-partner': {
    ask: 'A query has {headDim} numbers, and its halves are paired. Which number is rotated together with number {number}?',
    why: 'Its partner is at the same place of the other half.',
    hints: {
      neighbour: 'That is right if neighbours are paired.',
      mirrored: 'Both halves are counted from their beginning.',
    },
  },
};
