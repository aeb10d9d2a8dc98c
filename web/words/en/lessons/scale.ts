// Texts of the lesson about the scale of scores, in English.

import type { LessonText } from '../lessons.ts';

export const scale: LessonText = {
  title: 'Why divide by √d?',
  about: 'The errors without the division, and its only purpose.',
  scenes: [
    {
      title: 'Long lists make large sums',
      text: [
        'A score is a sum of products, one for each number of the query. There is one head here, so that is {headDim} products. The division is switched off: you see the plain sums.',
        'More products make larger sums. But a list four times as long does not make sums four times as large: some products are negative and cancel others. Variances add up: the variance grows like d, and the size like √d.',
      ],
      attempt: 'Set the width to 64, then to 256, and compare the rows of the table.',
      after:
        'The typical size is about twice as large, and then about twice again. Single draws of the weights differ, as the third column shows. But the size divided by √d is nearly the same in every row.',
    },
    {
      title: 'Softmax enlarges differences',
      text: [
        'Only the differences between scores count, and softmax enlarges them. A score that is larger by 1 gets a share 2.7 times as large (e¹). A score that is larger by 10 gets a share 22,026 times as large (e¹⁰).',
        'With scores as large as these, one word in a row takes nearly everything. Look at the map: most rows have a single cell of strong colour.',
      ],
      attempt: 'Choose two different words. How large is the largest share of each?',
      after: 'Such a head hardly mixes words any more: nearly everything comes from one word.',
    },
    {
      title: 'Where nothing can be learned',
      text: [
        'Training needs to know: if this score were a little larger, how much would its share grow? This number is the slope. It is the share times the rest of the row, 1 minus the share. It is at most 0.25, for a share of one half.',
        'If one share is almost 1, nothing is left for the others, and the slope is almost 0. If a share is almost 0, so is its slope. The head may be wrong, but no small change of a score can change the shares. This is called a vanishing gradient.',
      ],
      attempt: 'Switch the division on, and compare the slopes.',
      after:
        'Where one share was almost 1, the slopes are no longer near 0. Now a small change of a score changes its share.',
    },
    {
      title: 'The right size at every width',
      text: [
        'Sums grow with the square root of the width. So each is divided by the square root of the width, here that of {headDim}, and the scores have about the same size, however wide the head is.',
        'The division has no other purpose. It uses the same number for every score of the head, and this number is not learned.',
      ],
      attempt: 'Leave the division on, and set the width to 16.',
      after:
        'Not divided, the typical score has become much smaller. Divided, it has about the same size: the division followed the width.',
    },
    {
      title: 'What makes the probabilities?',
      text: [
        'You may read that the scores are divided “to get probabilities”. Look at the sums. The scores can add up to any number, divided or not, and many are negative.',
        'The shares add up to 1, divided or not. The softmax makes them parts of one whole. The division only makes them more even.',
      ],
      attempt: 'Switch the division off, and watch the two sums.',
      after: 'The sum of the scores changed, the sum of the shares is still 1.',
    },
  ],
};
