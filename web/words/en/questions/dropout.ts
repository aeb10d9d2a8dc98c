// Texts of the questions about dropout, blocks and heads, in English.

import type { QuestionTexts } from '../questions.ts';

export const dropout: QuestionTexts = {
  'drop-factor': {
    ask: 'The share that “{word}” gives to “{other}” is {share}. Dropout with p = {chance} is on, and this share stays. How large is it then?',
    why: 'What stays is divided by 1 − p, here by {stays}.',
    hints: {
      same: 'What stays is made larger, to make up for what is dropped.',
      less: 'It is divided by 1 − p, not multiplied.',
      over: 'It is divided by the chance to stay, not by that to be dropped.',
    },
  },
  'row-after': {
    ask: 'A row has the shares {a}, {b}, {c} and {d}. With p = 0.5, only {left} and {right} stay. What does the row add up to after dropout?',
    why: 'The shares that stay are doubled, and then added up. A row is 1 only on average.',
    hints: {
      one: 'Before dropout it was 1. What is dropped is not shared out again.',
      kept: 'What stays is also divided by 1 − p.',
    },
  },
  'which-maps': {
    ask: 'There are {blocks} blocks with {heads} heads each. One number of {W_Q} changes, in the first head of the first block. In how many maps can numbers change?',
    why: 'The other heads of its block do not notice. But all heads of the later blocks get what it made.',
    hints: {
      one: 'Its own map, and what comes after it?',
      all: 'The other heads of the first block work side by side with it.',
      block: 'Heads of the same block do not get what it made. Later blocks do.',
    },
  },
};
