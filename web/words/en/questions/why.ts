// Texts of the questions about the reason for attention, in English.

import type { QuestionTexts } from '../questions.ts';

export const why: QuestionTexts = {
  'average-share': {
    ask: '“{word}” is the last of {tokens} words. Its new vector is the plain average of all of them, itself included. What part of it comes from the first word?',
    why: 'All {tokens} have the same part, and together they are the whole.',
    hints: {
      one: 'Then the other words would have no part.',
      before: 'The word itself counts, too.',
      count: 'That is the number of words. Together their parts are 1.',
    },
  },
  'look-around': {
    ask: {
      alone:
        'No word looks at other words. In the sentence, “{word}” is replaced by “{other}”. How much of the new vector of “they” changes?',
      average:
        'Each new vector is the plain average of all words so far. “{word}” is replaced by “{other}”. How much of the new vector of “they” changes?',
      attention:
        'Head 2 of the trained model has the role “pronoun to noun”. “{word}” is replaced by “{other}”. How much of the new vector of “they” changes?',
    },
    why: {
      alone: 'Alone, it takes {share} of its vector from “{word}”: nothing.',
      average: 'It takes {share} of its vector from “{word}”, as from every other word.',
      attention: 'It takes {share} of its vector from “{word}”, so most of it changes.',
    },
    options: {
      none: 'nothing',
      little: 'a small part',
      most: 'nearly all of it',
    },
    hints: {
      none: {
        average: '“{word}” is one of the words that are averaged.',
        attention: 'This head looks at “{word}”.',
      },
      little: {
        alone: 'No number of the changed word enters its vector.',
        attention: 'A head may take nearly everything from one word.',
      },
      most: {
        alone: 'No number of the changed word enters its vector.',
        average: '“{word}” is one word among several.',
      },
    },
  },
};
