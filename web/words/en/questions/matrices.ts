// Texts of the questions about the three matrices, in English.

import type { QuestionTexts } from '../questions.ts';

export const matrices: QuestionTexts = {
  'mirror-score': {
    ask: '{W_Q} and {W_K} are the same matrix. Before softmax, the score from “{word}” to “{other}” is {score}. What is the score from “{other}” to “{word}”?',
    why: 'The two lists trade places in the dot product, and that changes none of its products.',
    hints: {
      minus: 'Turning around changes no sign: the same pairs are multiplied.',
      rest: 'Scores do not add up to 1. Shares do, after softmax.',
    },
  },
  'form-shape': {
    ask: '{W_Q} and {W_K} of a head have {width} rows and {headDim} columns each. Which shape has {W_Q} {W_K}ᵀ?',
    why: 'It has the rows of the first and, as the second is transposed, its rows as columns: one number for each pair of numbers of two words.',
    hints: {
      small: 'That would be {W_Q}ᵀ {W_K}.',
      one: 'That is {W_Q} alone.',
    },
  },
  'exchange-values': {
    ask: 'The values of “{word}” and “{other}” are exchanged, and nothing else. What changes?',
    why: 'The shares come from queries and keys alone; the new vectors are mixed from values.',
    options: {
      mixed: 'the new vectors alone',
      map: 'the map alone',
      both: 'the map and the new vectors',
      none: 'nothing',
    },
    hints: {
      map: 'Are values used before the map is there?',
      both: 'Are values used before the map is there?',
      none: 'The map stays. But what is mixed by it?',
    },
  },
};
