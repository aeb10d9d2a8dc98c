// Texts of the questions about long texts, in English.

import type { QuestionTexts } from '../questions.ts';

export const long: QuestionTexts = {
  'map-cells': {
    ask: 'A text has {tokens} words. How many numbers are there in the map of one head?',
    why: 'One for each pair of words: {tokens} times {tokens}.',
    hints: {
      row: 'That is one row. Each word has one.',
      twice: 'Rows times columns, not rows and columns.',
      width: 'How wide a word is does not show in a map.',
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
      width: 'A map has a cell for each pair of words. How wide a word is does not show in it.',
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
  kept: {
    ask: 'The width is {width}, the number of heads is {heads}. How many numbers are kept for each word: queries, keys and values of all heads?',
    why: 'A query, a key and a value as wide as the word: three times {width}, however many heads split it.',
    hints: {
      one: 'That is enough for one of the three.',
      head: 'That is what one head keeps.',
      words: 'That counts all words, and only one of the three.',
    },
  },
};
