// Texts of the questions about roles of heads, in English.

import type { QuestionTexts } from '../questions.ts';

export const roles: QuestionTexts = {
  'untrained-share': {
    ask: 'The weights are random. How large will the largest share be in the row of {word}?',
    why: 'It is {largest}. Before training, no head looks anywhere in particular.',
    options: {
      one: 'nearly everything',
      half: 'about half',
      spread: 'small: many words get a little',
    },
    hints: {
      one: 'For that a head must have learned what to look for.',
      half: 'Even that would need a head that prefers a word.',
    },
  },
  'find-head': {
    ask: 'These heads are trained. One of them leads the verb {word} to its subject {other}. Point at its map.',
    why: 'In the row of {word}, only this head has nearly everything under {other}.',
  },
  'find-word': {
    ask: 'Choose a word of the sentence that gives nearly everything to {other} in head {head}.',
    why: 'This head leads verbs to their subjects, so {word} does it.',
  },
};
