// Texts of the questions about the effect of a head, in English.

import type { QuestionTexts } from '../questions.ts';

export const headDid: QuestionTexts = {
  'most-missed': {
    ask: 'With all heads the answer has {all} %. Heads 1, 2, 3 and 4 look at its word with {a}, {b}, {c} and {d} %. Without head 1 the answer has {e} %, without head 2 {f} %, without head 3 {g} %, without head 4 {h} %. Which head is missed most?',
    why: 'Without it only {least} % are left. How much a head looks at a word does not matter for that.',
    hints: {
      looks: 'That head looks most. Look at the answer without it.',
      rises: 'Without that head the answer rises: it spoke for other words.',
    },
  },
  'pair-effect': {
    ask: 'With all heads the answer has {all} %. Without head 1 it has {a} %, without head 2 it has {b} %, and without both {c} %. What follows?',
    why: 'The two single losses are {single} points together; without both, {lost} points are lost.',
    options: {
      shared: 'each of them can do the work of the other',
      own: 'each of them has work of its own',
      none: 'neither matters for this answer',
    },
    hints: {
      shared:
        'Then the loss without both would be much larger than the two single losses together.',
      own: 'Then the two single losses together would be about the loss without both, and not near zero.',
      none: 'Without both the answer loses much.',
    },
  },
};
