// Texts of the questions about the sources of the matrices, in English.

import type { QuestionTexts } from '../questions.ts';

export const fiveWays: QuestionTexts = {
  'whose-column': {
    ask: '{W_Q} has {width} columns, for {heads} heads. One number in column {column} changes. In which head do the queries change? Point at its map.',
    why: 'The columns are cut into {heads} pieces that lie side by side, and each head has one piece.',
    hints: {
      dealt: 'Columns are not dealt out in turn. Those of one head are neighbours.',
    },
  },
  'product-shape': {
    ask: '{W} has the shape {width} × {width}, and {W_i} has {width} × {headDim}. What shape has their product, {W} {W_i}?',
    why: 'It has the rows of the first and the columns of the second: the shape of {W_i} again, so one matrix can do the work of both.',
    hints: {
      large: 'That is {W} alone. The columns come from {W_i}.',
      turned: 'The other way round: rows come from the first matrix.',
    },
  },
  'sees-all': {
    ask: 'A word has {width} numbers, and there are {heads} heads. On how many of these numbers does the query of one head depend?',
    why: 'The matrix of each head takes in the whole word. Only its result is shorter.',
    hints: {
      piece: 'That is how many come out for each head. How many go in?',
      heads: 'That is the number of heads.',
    },
  },
};
