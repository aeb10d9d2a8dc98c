// Texts of the questions about dropout, in English.

import type { QuestionTexts } from '../questions.ts';

export const dropout: QuestionTexts = {
  'drop-factor': {
    ask: 'The share that “{word}” gives to “{other}” is {share}. Dropout with p = {chance} is on, and this share stays. How large is it then?',
    why: 'A share that stays is divided by 1 − p, here by {stays}.',
    hints: {
      same: 'A share that stays is made larger, so that the mean over many runs is the same.',
      less: 'It is divided by 1 − p, not multiplied.',
      over: 'It is divided by the chance to stay, 1 − p, not by p.',
    },
  },
  'row-after': {
    ask: 'A row has the shares {a}, {b}, {c} and {d}. With p = 0.5, only {left} and {right} stay. What does the row add up to after dropout?',
    why: 'The shares that stay are doubled, and then added up. A row is 1 only on average.',
    hints: {
      one: 'Before dropout it was 1. Dropped shares are not given to the others.',
      kept: 'The shares that stay are also divided by 1 − p.',
    },
  },
};
