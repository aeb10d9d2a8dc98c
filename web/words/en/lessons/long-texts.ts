// Texts of the lesson about long texts and the cache, in English.

import type { LessonText } from '../lessons.ts';

export const longTexts: LessonText = {
  title: 'Long texts and the cache',
  about: 'Maps of thousands of words, and the numbers kept for each new word.',
  scenes: [
    {
      title: 'A map too large to draw',
      text: [
        'Here your sentence is repeated until it is a text of 4,096 words. A map has a number for each pair of words, so each head’s map has 16,777,216 numbers. A screen has about two million pixels, so each dot of this picture is the mean of 16 × 16 numbers.',
        'The whole map is never stored. Only the queries, keys and values of all words are kept, and for each row the two numbers that its softmax needs: the largest score, and the sum that it divides by. From these, any window of the map can be computed later.',
      ],
      attempt: 'Zoom in until the words can be read.',
      after:
        'Now each cell is a single number, computed just now. It is equal to the number of the whole map there, to the last bit.',
    },
    {
      title: 'How map and memory grow',
      text: [
        'Twice as many words make a map four times as large: twice as many rows, each twice as long. This is why attention is expensive for long texts.',
        'The stored numbers grow only with the number of words: {kept} numbers for each word, and the two numbers of its softmax in each head. So you can see a map that was never stored.',
      ],
      attempt: 'Choose 8,192 words, and compare the first two lines beside the picture.',
      after: 'The map grew to four times its size, the kept numbers to twice.',
    },
    {
      title: 'A new word changes nothing before it',
      text: [
        'A model that writes adds one word at a time. It reads all words so far to predict the next one. Here the words of your sentence come one after another, as if a model wrote them.',
        'Each word looks only at itself and back. So a new word cannot change the rows above its own. It only adds one row.',
      ],
      attempt: 'Write two more words.',
      after:
        'Two rows more. Every number above them is the same, to the last bit. So the old rows need not be computed again.',
    },
    {
      title: 'Computed and kept numbers',
      text: [
        'Without a cache, all words go in again for each new one. With a cache only the new word goes in: one row of {x}, and one new query, key and value in each head.',
        'The new query is still multiplied with the keys of all words, and all values are mixed. So keys and values are kept: they are the cache. Old queries are not needed again.',
      ],
      attempt: 'Write the next word, and see which shapes change.',
      after:
        'Without a cache all shapes grow. With a cache only two of them grow: the keys and values that are looked at, and the new row of the map.',
    },
    {
      title: 'The same bits',
      text: [
        'One map was computed at once, for the whole sentence. The other consists of rows that were computed one at a time, with a cache. They are the same, to the last bit: a cache saves work and changes no result.',
        'This works for one reason: no word looks ahead.',
      ],
      attempt: 'Switch the causal mask off.',
      after:
        'Now words look ahead when the whole sentence is computed at once, and the two maps differ. With a cache, the later words do not exist yet when the first rows are computed.',
    },
    {
      title: 'The memory of a cache',
      text: [
        'A cache holds a key and a value of each word, for each head, in each layer. With long texts it can take more memory than the model itself.',
        'So heads share: several queries look at the same keys and values. That is grouped-query attention. Each head still has queries of its own, and so a map of its own.',
      ],
      guess: ['How many numbers will be left to keep?', 'half', 'a quarter', 'an eighth'],
      attempt: 'Let the 8 heads share 2 sets of keys and values.',
      after:
        'A quarter of the numbers, and still 8 maps. With one set for all heads it would be an eighth. But heads that share keys and values can differ less.',
    },
  ],
};
