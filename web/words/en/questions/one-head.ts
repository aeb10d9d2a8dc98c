// Texts of the questions about one head, in English.

import type { QuestionTexts } from '../questions.ts';

export const oneHead: QuestionTexts = {
  'query-shape': {
    ask: 'A sentence has {tokens} words, each {width} numbers wide, and there is one head. {Q} has the queries of all words. What shape is it?',
    why: 'Each word gives one row, and with one head its query is as wide as the word.',
    hints: {
      turned: 'The right numbers, the other way round: here words are rows.',
      weights: 'That is the shape of {W_Q}, the matrix that makes the queries.',
      map: 'That is the shape of a map: words by words.',
    },
  },
  'dot-product': {
    ask: 'A query is {query}, a key is {key}. What is their dot product?',
    why: 'The two are multiplied number by number, and the products are added.',
    hints: {
      unsigned: 'Signs count: minus times plus is minus.',
      added: 'Each pair is multiplied, not added.',
      sums: 'First multiply in pairs, then add the products.',
    },
  },
  'last-share': {
    ask: 'Softmax has computed the shares in the row of “{word}”. All words except “{other}” have {others} together. How large is the share of “{other}”?',
    why: 'The shares of a row add up to 1, so each share is 1 minus the sum of the others.',
    hints: {
      same: 'That is the sum of the others. How much is left of 1?',
      even: 'That would be the same share for all. Shares add up to 1, but they differ.',
    },
  },
  mixture: {
    ask: {
      one: 'In the row of “{word}”, the share of “{other}” is set to 1 and all others to 0. What will {z} of “{word}” be?',
      own: 'In the row of “{word}”, its own share is set to 1 and all others to 0, also that of “{other}”. What will {z} of “{word}” be?',
      even: 'In the row of “{word}”, all shares are set to the same number, also that of “{other}”, and together they are 1. What will {z} of “{word}” be?',
    },
    why: {
      one: '{z} is the sum of the values, each times its share: here one value times 1, the others times 0.',
      own: '{z} is the sum of the values, each times its share: here its own value times 1, the others times 0.',
      even: '{z} is the sum of the values, each times its share. With equal shares that is their mean.',
    },
    options: {
      value: 'the value of “{other}”',
      key: 'the key of “{other}”',
      own: 'the value of “{word}”',
      mean: 'the mean of all values',
    },
    hints: {
      value: {
        own: 'The share of “{other}” is 0, so nothing of its value is taken.',
        even: 'Its share is no larger than that of every other word.',
      },
      key: 'Keys are used only for the shares. The mixture is made of values.',
      own: 'How much of its own value is taken? Look at the shares.',
      mean: 'That would need equal shares for all.',
    },
  },
};
