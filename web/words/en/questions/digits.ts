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
      zero: 'That is right for a score far below zero.',
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
    why: 'The differences between the scores are the same, so the shares are the same.',
    hints: {
      times: 'The other scores have grown by the same number.',
      even: 'The differences between the scores are as before, so the shares are as before.',
    },
  },
  'online-sum': {
    ask: 'Online softmax reads the row of “{word}”. The sum so far is {sum}. Now a score comes that is larger than all before, so the sum must be multiplied by {factor}. What is the sum with the new score?',
    why: 'The sum times the factor, and 1 for the new score: it is the largest now, and exp(0) is 1.',
    hints: {
      unscaled: 'First the sum so far is multiplied by the factor.',
      noNew: 'The new score is missing. It adds exp(0), which is 1.',
      added: 'The factor is for the sum so far: multiply. The new score adds 1.',
    },
  },
};
