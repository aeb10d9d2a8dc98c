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
        'Look at two words. What is the score from “{word}” to “{other}”? And from “{other}” to “{word}”? With two matrices these are two different numbers, as they should be: a pronoun needs its noun, but the noun does not need the pronoun.',
      ],
      attempt: 'Switch on one matrix for both.',
      after:
        'Now both scores are equal, for these two words and for any two. The picture is symmetric. If a pronoun has a high score for its noun, the noun must have the same score for the pronoun.',
    },
    {
      title: 'Each word matches itself',
      text: [
        'There is a second flaw. With one matrix, the query of a word and its key are the same list. And the dot product of a list with itself is usually the largest.',
        'So here most words have their highest score with themselves.',
      ],
      attempt: 'Choose another word, and read which word has its highest score.',
      after:
        'It is nearly always the word itself. With two matrices there is no such rule: switch the one matrix off, and compare the count.',
    },
    {
      title: 'Two small matrices make a large one',
      text: [
        'A score is a query times a key: {x} {W_Q}, times {x} {W_K} transposed, its rows as columns. The two matrices are neighbours in that product, so they can be multiplied first: {W_Q} {W_K}ᵀ is one large matrix.',
        'Then why keep two? A head is narrow, so the two small matrices together have fewer numbers. The price is the rank: the large matrix has at most rank {headDim}, the length of the sides where the small ones meet. So it uses only {headDim} directions of {width}.',
      ],
      attempt: 'Choose a different number of heads above, and compare the three areas.',
      after:
        'The large matrix keeps its size. The rank and the two small matrices follow the width of a head. Both ways give the same scores, up to rounding.',
    },
    {
      title: 'Keys and values do different work',
      text: [
        'And values? The keys decide how much is taken from each word. The values are the numbers that are taken. In a library you find a book by its number on the shelf, and then you read its text.',
        'To see the difference, let “{word}” and “{other}” exchange their keys, or their values.',
      ],
      guess: ['Will the map change?', 'yes', 'a little', 'no'],
      attempt: 'Exchange the values.',
      after:
        'No number of the map changed, and the new vectors did. Values do not change where a head looks. Keys do: exchange the keys, and the map changes too.',
    },
    {
      title: 'Without values',
      text: [
        'Suppose that there were no values, and that keys were mixed in their place. A key that matches the query gets a large share. So the mixture is made of keys that match the query already.',
        'The table shows how well each query matches its mixture: with equal shares for all words, and with the shares of the head.',
      ],
      attempt: 'Mix the keys in place of the values.',
      after:
        'Now every query matches better with attention than with equal shares. It must: the keys that match best are the keys that are mixed most. One list would have to do two things: match queries, and be the content. With values, there is a list for each.',
    },
    {
      title: 'The letters Q, K and V',
      text: [
        'In “One head”, {Q}, {K} and {V} are the queries, keys and values. In many formulas the same letters are the inputs, from which these are made.',
        'Why three letters for the inputs? Queries may come from one sentence, keys and values from another, as in a translator. With one sentence, all three inputs are {x}.',
      ],
      attempt: 'Add a second sentence above.',
      after:
        'Now queries come from the first sentence, keys and values from the second. So the inputs need a letter each.',
    },
  ],
};
