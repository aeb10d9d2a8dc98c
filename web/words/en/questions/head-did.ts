// Texts of the questions about the effect of a head, in English.

import type { QuestionTexts } from '../questions.ts';

export const headDid: QuestionTexts = {
  'most-missed': {
    ask: 'With all heads the answer has {all} %. Heads 1, 2, 3 and 4 look at its word with {a}, {b}, {c} and {d} %. Without head 1 the answer has {e} %, without head 2 {f} %, without head 3 {g} %, without head 4 {h} %. Which head does the answer need most?',
    why: 'Without it the answer has only {least} %. The share that a head gives to the word does not show this.',
    hints: {
      looks: 'That head looks most. Read the probability of the answer without it.',
      rises: 'Without that head the answer is more likely: the head made other words more likely.',
    },
  },
  'pair-effect': {
    ask: 'With all heads the answer has {all} %. Without head 1 it has {a} %, without head 2 it has {b} %, and without both {c} %. Which sentence is right?',
    why: 'The two single losses are {single} points together; without both, {lost} points are lost.',
    options: {
      shared: 'each of them can do the work of the other',
      own: 'each of them has work of its own',
      none: 'the answer needs neither of them',
    },
    hints: {
      shared:
        'Then the loss without both would be much larger than the two single losses together.',
      own: 'Then the two single losses together would be about the loss without both, and not near zero.',
      none: 'Without both the answer loses much.',
    },
  },
};
