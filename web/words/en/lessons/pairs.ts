// Texts of the lesson about the pairs of rotary positions, in English.

import type { LessonText } from '../lessons.ts';

export const pairs: LessonText = {
  title: 'Pairs of rotary positions',
  about: 'Which two numbers are rotated together, and the error with the wrong rule.',
  scenes: [
    {
      title: 'Which two make a pair?',
      text: [
        'In “Positions” two numbers of a query or a key make an arrow, and the arrow is rotated. Which two? Two rules are in use. The original paper and the first code of Llama pair neighbours: 1 and 2, 3 and 4. GPT-NeoX and the library of Hugging Face pair halves: the first number of the first half with the first number of the second half.',
        'Both rules work, as long as queries and keys follow the same one.',
      ],
      attempt: 'Pair the neighbours instead.',
      after:
        'The same query, the same position, different numbers. Neither is wrong. But the weights of a model were learned with one of the two rules.',
    },
    {
      title: 'The same weights, the wrong pairs',
      text: [
        'Suppose that the weights of head {head} were learned with halves, and that the code pairs neighbours. Every shape fits and no error appears. But the map is different, as the third picture shows.',
        'The repair is simple. The columns of {W_Q} and {W_K} are put into a different order, so that the numbers that belong together become neighbours. Programs that convert models do exactly this.',
      ],
      attempt: 'Switch the new order on.',
      after:
        'What is left of the difference is rounding: the same map again. The weights need no new training, only a new order.',
    },
    {
      title: 'How slow is the last arrow?',
      text: [
        'The angles of all arrows come from one number, the base. The first arrow rotates by 1 radian, about 57°, from one position to the next. From each arrow to the next the angle shrinks by the same factor. The larger the base, the more it shrinks.',
        'Slow arrows distinguish words that are far from each other, as long as they have not made a full turn. So models for longer texts have a larger base: Llama 2 has 10,000, Llama 3 has 500,000.',
      ],
      attempt: 'Choose the base of Llama 3.',
      after:
        'The first arrow rotates as before. All others rotate less, the last one least: it needs almost 20 times as many positions for one full turn.',
    },
  ],
};
