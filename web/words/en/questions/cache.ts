// Texts of the questions about the cache, in English.

import type { QuestionTexts } from '../questions.ts';

export const cache: QuestionTexts = {
  'keys-again': {
    ask: 'Without a cache, each step computes the keys of all words so far. {tokens} words are written one by one. How many keys does one head compute altogether?',
    why: '1 for the first word, 2 for the second, and so on up to {tokens}, added up.',
    hints: {
      once: 'That would be so with a cache: one key for each word.',
      square: 'Not every step has {tokens} words. The first has one.',
    },
  },
  'kept-what': {
    ask: 'A word is added, with a cache. What of the earlier words does its row need?',
    why: 'The engine changed each in turn: with different keys or values the new row changes, with different old queries it stays.',
    options: {
      keysValues: 'their keys and values',
      all: 'their queries, keys and values',
      queriesKeys: 'their queries and keys',
      keys: 'their keys alone',
    },
    hints: {
      all: 'An old query made an old row, and that is done.',
      queriesKeys: 'Old queries are done. And what would be mixed?',
      keys: 'Keys give the shares. What is mixed by them?',
    },
  },
  'cached-map': {
    ask: 'With the word that is being added there are {tokens} words, {width} numbers wide each, and there is one head. With a cache, which shape has the map of this step?',
    why: 'One query, the new one, meets the keys of all {tokens} words.',
    hints: {
      whole: 'That is the map of all queries. The others were done before.',
      query: 'That is the shape of the new word.',
      before: 'The new word looks at itself, too.',
    },
  },
};
