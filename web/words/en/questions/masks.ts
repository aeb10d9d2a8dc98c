// Texts of the questions about masks, in English.

import type { QuestionTexts } from '../questions.ts';

export const masks: QuestionTexts = {
  'row-count': {
    ask: 'The causal mask will be switched on. “{word}” is word {place} of {tokens}. To how many words will it give a share?',
    why: 'It may look at itself and back, so the number is its own position in the sentence.',
    hints: {
      all: 'These are all the words. Those ahead are hidden.',
      ahead: 'These are the words that it may not see.',
      notItself: 'A word may look at itself, too.',
    },
  },
  'empty-cells': {
    ask: 'The causal mask is off. A sentence is {tokens} tokens long. Padding tokens at its end: {fillers}. How many cells of a map will be empty?',
    why: 'No row may look at padding, so each padding token has an empty column of {tokens} cells: {fillers} × {tokens}. The rows of the padding are computed all the same.',
    hints: {
      corner: 'No row may look at padding, and not only the rows of the padding.',
      both: 'Only the columns are empty. The rows of the padding are computed all the same.',
      fillers: 'That is the number of columns. Each has a cell for every row.',
    },
  },
  'first-hidden': {
    ask: 'The causal mask will be switched on. Which cell of row {place}, the row of “{word}”, will be the first empty one? Point at it.',
    why: 'The row is the word that looks, the column the word looked at. Later words are hidden.',
    hints: {
      itself: 'A word may look at itself. The next cell is the first that is hidden.',
      turned: 'Row and column are exchanged: the row is the word that looks.',
    },
  },
};
