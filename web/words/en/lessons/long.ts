// Texts of the lesson about long texts, in English.

import type { LessonText } from '../lessons.ts';

export const long: LessonText = {
  title: 'Long texts',
  about: 'A map of thousands of words, through a window.',
  scenes: [
    {
      title: 'A map too large to draw',
      text: [
        'Here your sentence is repeated until it is a text of 4,096 words. A map has a number for each pair of words, so each head’s map has 16,777,216 numbers. A screen has about two million pixels.',
        'So the picture of the whole map has 256 rows of 256 dots, and each dot is the mean of 16 × 16 numbers. The pattern you see comes from the words that repeat, and from their positions.',
      ],
      attempt: 'Click anywhere in the picture to zoom in.',
      after:
        'The window is four times smaller on each side, and what is in it was computed just now.',
    },
    {
      title: 'Only what you look at',
      text: [
        'The whole map is never stored. What is kept are the queries, keys and values of all words, and for each row the two numbers that its softmax needs: the largest score, and the sum that it divides by.',
        'From these, any window can be computed afterwards. The work depends on the size of the window, not on the length of the text.',
      ],
      attempt: 'Zoom in until the words can be read.',
      after:
        'Now each cell is a single number: the one that the whole map would have there, to the last bit.',
    },
    {
      title: 'What grows, and how fast',
      text: [
        'Twice as many words make a map four times as large: twice as many rows, each twice as long. This is why attention is expensive for long texts.',
        'Memory grows only with the number of words: {kept} numbers for each word, and two numbers of the softmax in each head. So you can see a map that was never stored.',
      ],
      attempt: 'Choose 8,192 words, and compare the first two lines beside the picture.',
      after: 'The map grew to four times its size, what is kept to twice.',
    },
  ],
};
