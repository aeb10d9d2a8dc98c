// Texts of the lesson about the cache, in English.

import type { LessonText } from '../lessons.ts';

export const cache: LessonText = {
  title: 'Writing with a cache',
  about: 'What is computed for each new word, and what is kept.',
  scenes: [
    {
      title: 'A new word changes nothing before it',
      text: [
        'A model that writes adds one word at a time, and reads everything so far to find the next. Here the words of your sentence come one after another, as if a model wrote them.',
        'Each word looks only at itself and back. So a new word cannot change the rows above its own. It only adds one.',
      ],
      attempt: 'Write two more words.',
      after:
        'Two rows more. Every number above them is the same, to the last bit. So why compute it again?',
    },
    {
      title: 'What is computed, what is kept',
      text: [
        'Without a cache, all words go in again for each new one. With a cache only the new word goes in: one row of {x}, and one new query, key and value in each head.',
        'The new query still meets the keys of all words and mixes all their values. So keys and values are kept: that is the cache. Old queries are never needed again.',
      ],
      attempt: 'Write the next word, and see which shapes change.',
      after:
        'Without a cache everything grows. With one, only what is looked at grows: the keys and values that were kept, and the new row of the map.',
    },
    {
      title: 'The same bits',
      text: [
        'One map was computed at once, for the whole sentence. The other was put together of rows that were computed one at a time, with a cache. They are the same, to the last bit: a cache saves work and changes no result.',
        'It may do so for one reason: no word looks ahead.',
      ],
      attempt: 'Switch the causal mask off.',
      after:
        'Now words of the whole sentence look ahead, and the two maps differ. When the first rows were written, the later words were not there yet.',
    },
    {
      title: 'What the cache costs',
      text: [
        'A cache holds a key and a value of each word, for each head, in each layer. With long texts it can take more memory than the model itself.',
        'So heads share: several queries look at the same keys and values. That is grouped-query attention. Each head still has queries of its own, and so a map of its own.',
      ],
      guess: ['How many numbers will be left to keep?', 'half', 'a quarter', 'an eighth'],
      attempt: 'Let the 8 heads share 2 sets of keys and values.',
      after:
        'A quarter of the numbers, and still 8 maps. With one set for all heads it would be an eighth. But heads that share can differ less.',
    },
  ],
};
