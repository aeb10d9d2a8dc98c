// Texts of the lesson about the three matrices, in English.

import type { LessonText } from '../lessons.ts';

export const matrices: LessonText = {
  title: 'Why three matrices?',
  about: 'What would go wrong with one for queries and keys, or without values.',
  scenes: [
    {
      title: 'One matrix for both',
      text: [
        'A query and a key are both made of {x}. Why does each need a matrix of its own? Let us try one for both: {W_K} is {W_Q}.',
        'Look at two words. What is the score from “{word}” to “{other}”? And from “{other}” to “{word}”? With two matrices these are two different numbers, as they should be: a pronoun needs its noun, but the noun can do without the pronoun.',
      ],
      attempt: 'Switch on one matrix for both.',
      after:
        'Now both scores are equal, for these two words and for any others. The picture has become its own mirror image. A pronoun could no longer have a high score for its noun without the noun having the same score for the pronoun.',
    },
    {
      title: 'Each word finds itself',
      text: [
        'There is a second flaw. With one matrix, the query of a word and its key are the same list. And the dot product of a list with itself is usually the largest.',
        'So here most words have their highest score with themselves.',
      ],
      attempt: 'Choose another word, and see which word is best for it.',
      after:
        'Count them: it is nearly always the word itself. Switch the two matrices back on, and there is no such rule.',
    },
    {
      title: 'Two small ones make a large one',
      text: [
        'A score is a query times a key: {x} {W_Q}, times {x} {W_K} transposed, its rows as columns. The two matrices stand side by side in that product, so they can be multiplied first: {W_Q} {W_K}ᵀ is one large matrix. It takes two words and gives their score.',
        'Then why keep two? A head is narrow: two small matrices hold fewer numbers. So the large one can do less than its size says: its rank is at most {headDim}. It tells apart only {headDim} directions of {width}.',
      ],
      attempt: 'Choose a different number of heads above, and compare the numbers.',
      after:
        'The large matrix keeps its size, and its rank follows the width of a head, as the two small ones do. Whichever way it is written, the scores are the same, up to rounding.',
    },
    {
      title: 'Found by one thing, giving another',
      text: [
        'And values? A key says what a word can be found by. A value says what it hands over. In a library, a book is found by its number on the shelf, and what you take home is its text.',
        'To see them apart, let “{word}” and “{other}” exchange their keys, or their values.',
      ],
      guess: ['Will the map change?', 'yes', 'a little', 'no'],
      attempt: 'Exchange the values.',
      after:
        'The map kept every bit, and the new vectors changed. Values have no say in where a head looks. Keys do: exchange those, and the map changes too.',
    },
    {
      title: 'Without values',
      text: [
        'Suppose there were no values, and words handed over their keys. A head looks at keys that agree with its query, so what it gets is a mixture of keys that it already matched.',
        'The table shows how well each query agrees with what it gets: with equal shares for all words, and with the shares of the head.',
      ],
      attempt: 'Let keys be handed over.',
      after:
        'Now every word matches better with attention than with equal shares, as it must: what is mixed is what was matched. Keys would have to do two things at once: be found, and say what is handed over. With values a head looks for one thing and fetches another.',
    },
  ],
};
