// Texts of the questions about roles of heads, in English.

import type { QuestionTexts } from '../questions.ts';

export const roles: QuestionTexts = {
  'untrained-share': {
    ask: 'The weights are random, and they are drawn {draws} times. How often does “{word}” give its largest share to its subject, “{other}”?',
    why: 'In {count} of {draws} draws. With random weights a head may give much to one word, but which word is chance.',
    options: {
      always: 'nearly always',
      half: 'about half of the times',
      chance: 'about as often as by chance',
    },
    hints: {
      always: 'For that a head must have learned what a subject is.',
      half: 'Even that would need weights that know something of subjects.',
    },
  },
  'find-head': {
    ask: 'These heads are trained. One of them leads the verb “{word}” to its subject “{other}”. Point at its map.',
    why: 'In the row of “{word}”, only this head has nearly everything under “{other}”.',
  },
  'find-word': {
    ask: 'Choose a word of the sentence that gives nearly everything to “{other}” in head {head}.',
    why: 'This head leads verbs to their subjects, so it is the verb “{word}”.',
  },
};
