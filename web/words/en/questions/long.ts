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
