// Texts of the questions about the scale of scores, in English.

import type { QuestionTexts } from '../questions.ts';

export const scale: QuestionTexts = {
  'score-growth': {
    ask: 'Nothing is divided here. The width of a head changes from {width} numbers to {wide}. Over many draws of the weights, the typical size of a score will be about:',
    why: 'Measured just now over {draws} draws: {ratio} times. The variance grows like the width, so the size grows like its square root.',
    options: {
      half: 'half as large',
      same: 'the same',
      twice: 'twice as large',
      four: 'four times as large',
    },
    hints: {
      half: 'The size grows like the square root of the width: how many times as wide is the head?',
      same: 'Sums of more products are larger, so they are divided.',
      twice:
        'The size grows like the square root of the width: how many times as wide is the head?',
      four: 'The size grows like the square root of the width, not with the width.',
    },
  },
  'divide-by': {
    ask: 'The width is {width}, the number of heads is {heads}. By which number is each dot product divided?',
    why: 'By the square root of the width of one head, which is {headDim} here.',
    hints: {
      noRoot: 'That is the width of a head. Now take the square root.',
      whole: 'That is the root of the whole width. A query is only as wide as one head.',
      heads: 'That is the number of heads.',
    },
  },
  'what-stays': {
    ask: {
      stays:
        'The division will be switched off. Which number of the row of “{word}” stays the same?',
      grows:
        'The division will be switched off. Which number of the row of “{word}” becomes larger?',
      shrinks:
        'The division will be switched off. Which number of the row of “{word}” becomes smaller?',
    },
    why: 'Without the division the differences between scores are larger: the largest share grows and the smallest shrinks. The row still adds up to 1.',
    options: {
      shares: 'the sum of its shares',
      largest: 'its largest share',
      smallest: 'its smallest share',
    },
    hints: {
      shares: 'Softmax divides by the sum of the row, whatever the scores.',
      largest: 'Larger scores have larger differences. How does that change the largest share?',
      smallest: 'Larger scores have larger differences. How does that change the smallest share?',
    },
  },
};
