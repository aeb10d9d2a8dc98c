// Texts of the lesson about rounding, in English.

import type { LessonText } from '../lessons.ts';

export const digits: LessonText = {
  title: 'Numbers that are not exact',
  about: 'Why softmax subtracts the largest score, and how exact short formats are.',
  scenes: [
    {
      title: 'When exp is too large for float32',
      text: [
        'Softmax takes `exp` of every score and divides by the sum. But a float32 ends at about 3.4 × 10³⁸: `exp(88)` still fits, `exp(89)` is infinite.',
        'Only the differences between scores count. So the same number may be added to all scores of a row, and every share should stay as it is.',
      ],
      guess: [
        'What will happen to the shares?',
        'they stay the same',
        'they change',
        'they are lost',
      ],
      attempt: 'Add 100 to every score.',
      after:
        'Every `exp` is infinite, and so is the sum. Infinite divided by infinite is NaN, “not a number”: the whole row is lost.',
    },
    {
      title: 'Subtract the largest first',
      text: [
        'One subtraction is enough. The largest score is subtracted from all scores before `exp`. Then the largest is 0, `exp(0)` is 1, and no number can become too large.',
        'The shares stay the same, because the differences between scores stay the same. Libraries do this, and so does the engine here.',
      ],
      attempt: 'Add 40, then 100, and compare the two ways.',
      after:
        'With 40 both ways still agree. With 100 only the way with the subtraction has shares.',
    },
    {
      title: 'In one pass',
      text: [
        'First the largest, then the sum: that reads every score twice. For long texts this is slow. Online softmax reads once. It keeps the largest so far, and the sum so far.',
        'If a larger score comes, the sum so far does not fit: it was made with the old largest. So it is multiplied by `exp`(old largest − new largest), and the reading goes on. FlashAttention uses this.',
      ],
      attempt: 'Move the slider to the end. Where is the sum made smaller?',
      after:
        'At every new largest score. In the end the sum and the shares are the same, up to the last digits of a float32.',
    },
    {
      title: 'Shorter numbers',
      text: [
        'A float32 takes 4 bytes. float16 and bfloat16 take 2, int8 takes 1. That saves memory and time, but the numbers are less exact.',
        'Queries and keys are rounded, and the map of this head is computed again. You see how far each cell is off: the stronger its colour, the further.',
      ],
      attempt: 'Go through float16, bfloat16 and int8.',
      after:
        'Each is further off than the one before it. float16 keeps 11 binary digits of a number, bfloat16 keeps 8, and int8 has 127 steps to either side of 0.',
    },
    {
      title: 'Which digits stay right',
      text: [
        'Here is one share, the largest of its row, in all four formats. Digits that are still right are bold. The last column is the error.',
        'The range matters, too: float16 ends at 65,504, and larger numbers become infinite. bfloat16 has fewer digits but reaches as far as float32, so it is often used for training.',
      ],
      attempt: 'Choose another word, and compare the digits.',
      after:
        'No format is exact, not even float32. Choose the format by the number of digits that you need.',
    },
  ],
};
