// Texts of the questions about long texts and the cache, in English.

import type { QuestionTexts } from '../questions.ts';

export const longTexts: QuestionTexts = {
  'map-cells': {
    ask: 'A text has {tokens} words. How many numbers are there in the map of one head?',
    why: 'One for each pair of words: {tokens} times {tokens}.',
    hints: {
      row: 'That is one row. Each word has one.',
      twice: 'Rows times columns, not rows and columns.',
      width: 'The shape of a map does not depend on the width of a word.',
    },
  },
  kept: {
    ask: 'The width is {width}, the number of heads is {heads}. How many numbers are kept for each word: queries, keys and values of all heads?',
    why: 'A query, a key and a value as wide as the word: three times {width}, however many heads split it.',
    hints: {
      one: 'That is enough for one of the three.',
      head: 'That is what one head keeps.',
      words: 'That counts all words, and only one of the three.',
    },
  },
  'keys-again': {
    ask: 'Without a cache, each step computes the keys of all words so far. {tokens} words are written one by one. How many keys does one head compute altogether?',
    why: '1 for the first word, 2 for the second, and so on up to {tokens}, added up.',
    hints: {
      once: 'That is right with a cache: one key for each word.',
      square: 'Not every step has {tokens} words. The first has one.',
    },
  },
  'kept-what': {
    ask: {
      row: 'A word is added, with a cache. Which numbers of the earlier words does its new vector need?',
      shares:
        'A word is added, with a cache. Which numbers of the earlier words do its shares need?',
      never:
        'A word is added, with a cache. Which numbers of the earlier words does it not need any more?',
    },
    why: 'The engine changed each in turn. Keys changed the shares, keys and values changed the new vector, and old queries changed neither.',
    options: {
      keysValues: 'their keys and values',
      all: 'their queries, keys and values',
      keys: 'their keys alone',
      queries: 'their queries alone',
    },
    hints: {
      keysValues: {
        shares: 'Values are mixed only after the shares are computed.',
        never: 'A cache keeps exactly these.',
      },
      all: {
        row: 'An old query is used only for its own row, which is computed already.',
        shares: 'An old query is used only for its own row, which is computed already.',
        never: 'Old keys are multiplied with the new query, and old values are mixed.',
      },
      keys: {
        row: 'Keys give the shares. Which numbers are mixed with the shares?',
        never: 'The new query is multiplied with the keys of all words.',
      },
      queries: 'An old query is used only for its own row, which is computed already.',
    },
  },
  'cached-map': {
    ask: 'With the word that is being added there are {tokens} words, {width} numbers wide each, and there is one head. With a cache, which shape has the map of this step?',
    why: 'One query, the new one, is multiplied with the keys of all {tokens} words.',
    hints: {
      whole: 'That is the map of all queries. The rows of the other queries were computed before.',
      query: 'That is the shape of the new word.',
      before: 'The new word looks at itself, too.',
    },
  },
  'times-as-long': {
    ask: {
      map: 'A text grows to {factor} times its length. The map of a head will be:',
      row: 'A text grows to {factor} times its length. One row of a map will be:',
      width:
        'The text stays, but each word gets {factor} times as many numbers. The map of a head will be:',
    },
    why: {
      map: 'Both sides of the map grow to {factor} times their length, so it has {square} times as many cells.',
      row: 'A row has one cell for each word, and there are {factor} times as many words.',
      width:
        'A map has a cell for each pair of words. Its shape does not depend on the width of a word.',
    },
    options: {
      same: 'as large as before',
      factor: '{factor} times as large',
      double: '{double} times as large',
      square: '{square} times as large',
    },
    hints: {
      same: 'Each new word brings a row and a column.',
      factor: {
        map: 'That counts the rows. They also become longer.',
        width: 'The width is not a side of the map. What are its rows and columns?',
      },
      double: 'Rows and columns are multiplied, not added.',
      square: {
        row: 'That is the whole map. How many words does one row look at?',
        width: 'The width is not a side of the map. What are its rows and columns?',
      },
    },
  },
};
