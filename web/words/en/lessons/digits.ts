// Texts of the lesson about rounding, in English.

import type { LessonText } from '../lessons.ts';

export const digits: LessonText = {
  title: 'Numbers that are not exact',
  about: 'Why softmax takes off the largest score, and what short formats cost.',
  scenes: [
    {
      title: 'When exp is too large for float32',
      text: [
        'Softmax takes `exp` of every score and divides by the sum. But a float32 ends at about 3.4 × 10³⁸: `exp(88)` still fits, `exp(89)` is infinite.',
        'Only the distances between scores count. So the same number may be added to all scores of a row, and every share should stay as it is.',
      ],
      guess: [
        'What will become of the shares?',
        'they stay the same',
        'they change',
        'they are lost',
      ],
      attempt: 'Add 100 to every score.',
      after:
        'Every `exp` is infinite, and so is the sum. Infinite divided by infinite is NaN, “not a number”: the whole row is lost.',
    },
    {
      title: 'Take off the largest first',
      text: [
        'The cure is one subtraction. The largest score is taken off all of them before `exp`. Then the largest is 0, `exp(0)` is 1, and nothing can become too large.',
        'The shares stay the same, since all scores moved together. Libraries do this, and so does the engine here.',
      ],
      attempt: 'Add 40, then 100, and compare the two ways.',
      after: 'With 40 both still agree. With 100 only the careful one has shares.',
    },
    {
      title: 'In one pass',
      text: [
        'First the largest, then the sum: that reads every score twice. For long texts this is slow. Online softmax reads once. It keeps the largest so far, and the sum so far.',
        'A larger score comes? The sum so far was made with the old largest. Multiply it by `exp`(old largest − new largest), and go on. FlashAttention is built on this.',
      ],
      attempt: 'Move the slider to the end. Where is the sum made smaller?',
      after:
        'Wherever a new largest score came. In the end the sum and the shares are the same, up to the last digits of a float32.',
    },
    {
      title: 'Shorter numbers',
      text: [
        'A float32 takes 4 bytes. float16 and bfloat16 take 2, int8 takes 1. That saves memory and time. What does it cost?',
        'Queries and keys are rounded, and the map of this head is computed again. You see how far each cell is off: the stronger its color, the further.',
      ],
      attempt: 'Go through float16, bfloat16 and int8.',
      after:
        'Each is further off than the one before it. float16 keeps 11 binary digits of a number, bfloat16 keeps 8, and int8 has 127 steps to either side of 0.',
    },
    {
      title: 'Which digits survive',
      text: [
        'Here is one share, the largest of its row, from all four. Digits that are still right are bold. The last column says how far each is off.',
        'Range counts, too: float16 ends at 65,504, and what is larger becomes infinite. bfloat16 has fewer digits but reaches as far as float32, so it is often used for training.',
      ],
      attempt: 'Choose another word, and compare the digits.',
      after: 'No format is exact, float32 neither. What counts is how many digits you need.',
    },
  ],
};
