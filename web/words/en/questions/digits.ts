// Texts of the questions about rounding, in English.

import type { QuestionTexts } from '../questions.ts';

export const digits: QuestionTexts = {
  'too-large': {
    ask: 'A score is {score}. What is `exp` of it in a float32?',
    why: {
      below: 'Below −104, `exp` is smaller than any float32 above zero, so it becomes zero.',
      between: 'Up to 88, `exp` fits into a float32. From 89 on it is infinite.',
      above: 'From 89 on, `exp` is larger than any float32, so it becomes infinite.',
    },
    options: {
      zero: 'zero',
      large: 'very large, but finite',
      infinite: 'infinite',
    },
    hints: {
      zero: 'That would be so for a score far below zero.',
      large: {
        below: '`exp` of a number below zero is less than 1.',
        above: 'It is larger than the largest float32, about 3.4 × 10³⁸.',
      },
      infinite: {
        below: '`exp` of a number below zero is less than 1.',
        between: 'A float32 reaches to about 3.4 × 10³⁸, which is nearly `exp(89)`.',
      },
    },
  },
  'shifted-share': {
    ask: '“{word}” gives “{other}” a share of {share}. Now {shift} is added to every score of the row. How large is the share?',
    why: 'All scores moved together, so the distances between them are the same, and so are the shares.',
    hints: {
      times: 'The other scores have grown just as much.',
      even: 'The distances between the scores are as before, so the shares still differ.',
    },
  },
  'online-sum': {
    ask: 'Online softmax reads the row of “{word}”. The sum so far is {sum}. Now a new largest score comes, and the sum is too large for it: it has to be multiplied by {factor}. What is the sum with the new score?',
    why: 'The sum times the factor, and 1 for the new score: it is the largest now, and exp(0) is 1.',
    hints: {
      unscaled: 'First the sum so far is multiplied by the factor.',
      noNew: 'The new score is missing. It adds exp(0), which is 1.',
      added: 'The factor is for the sum so far: multiply. The new score adds 1.',
    },
  },
};
