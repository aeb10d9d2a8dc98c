// Texts of the questions about the three matrices, in English.

import type { QuestionTexts } from '../questions.ts';

export const matrices: QuestionTexts = {
  'mirror-score': {
    ask: '{W_Q} and {W_K} were the same matrix, and the score from “{word}” to “{other}” was {score}. Now every number of {W_K} is multiplied by {factor}. What is the score from “{other}” to “{word}”?',
    why: 'With one matrix both directions have the same score: the two lists only change places. Then each product is multiplied by {factor}.',
    hints: {
      same: 'That was the score before. Every number of the key has become larger.',
      twice: 'Only keys were multiplied, not queries: once is enough.',
      minus: 'The other direction changes no sign: the same pairs are multiplied.',
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
    ask: {
      values: 'The values of “{word}” and “{other}” are exchanged, and nothing else. What changes?',
      keys: 'The keys of “{word}” and “{other}” are exchanged, and nothing else. What changes?',
      pairs:
        '“{word}” and “{other}” exchange their keys and also their values. Queries stay. What changes?',
    },
    why: {
      values: 'The shares come from queries and keys alone; the new vectors are mixed from values.',
      keys: 'The shares come from queries and keys, so two columns of the map change places. And the values are mixed by different shares.',
      pairs:
        'Two columns of the map change places, and each share still goes to the same value. So the mixtures are the same.',
    },
    options: {
      mixed: 'the new vectors alone',
      map: 'the map alone',
      both: 'the map and the new vectors',
      none: 'nothing',
    },
    hints: {
      mixed: {
        keys: 'Keys decide the shares, and the shares are the map.',
        pairs: 'Keys decide the shares, and the shares are the map.',
      },
      map: {
        values: 'Are values used to compute the map?',
        keys: 'The map changes. Which numbers are mixed with its shares?',
      },
      both: {
        values: 'Are values used to compute the map?',
        pairs: 'The map changes. But each share is still multiplied with the same value.',
      },
      none: {
        values: 'The map stays. Which numbers are mixed with its shares?',
        keys: 'A query is multiplied with different keys in these two columns.',
        pairs: 'A query is multiplied with different keys in these two columns.',
      },
    },
  },
  'order-steps': {
    ask: 'Put the steps in order, from the first to the last.',
    why: 'The engine changed one number in each step, and only the steps after it changed.',
    options: {
      query: 'each word gets a query',
      dotProducts: 'multiply queries with keys',
      scores: 'divide by the root',
      attention: 'softmax makes shares',
      heads: 'mix the values',
    },
  },
};
