// Texts of the questions about roles of heads, in English.

import type { QuestionTexts } from '../questions.ts';

export const roles: QuestionTexts = {
  'untrained-share': {
    ask: {
      random:
        'The weights are random, and they are drawn {draws} times. How often does “{word}” give its largest share to its subject, “{other}”?',
      trained:
        'Now head {head} of the trained model, with the role “verb to subject”: from “{word}” to “{other}”. In {draws} sentences, how often does the verb give its largest share to its subject?',
    },
    why: {
      random:
        'In {count} of {draws} draws. With random weights a head may give much to one word, but which word is chance.',
      trained:
        'In {count} of {draws} sentences. The role of a trained head is in its weights, so it is the same in every sentence.',
    },
    options: {
      always: 'nearly always',
      half: 'about half of the time',
      chance: 'about as often as by chance',
    },
    hints: {
      always: 'For that a head must have learned what a subject is.',
      half: {
        random: 'Even that needs weights that were trained on subjects.',
        trained: 'It was trained with thousands of sentences, and a verb has one subject in each.',
      },
      chance: 'Its weights are no longer random.',
    },
  },
  'find-head': {
    ask: 'These heads are trained. In only one of them, “{word}” gives nearly everything to “{other}”. Point at its map.',
    why: 'In the row of “{word}”, only this head has nearly everything under “{other}”.',
  },
  'find-word': {
    ask: 'Choose a word of the sentence that gives nearly everything to “{other}” in head {head}.',
    why: 'In the row of “{word}”, head {head} has nearly everything under “{other}”.',
  },
};
