// Texts of the lesson about one head, in English.

import type { LessonText } from '../lessons.ts';

export const oneHead: LessonText = {
  title: 'One head',
  about: 'From a word’s vector to its new vector.',
  scenes: [
    {
      title: 'A word becomes numbers',
      text: [
        'A model computes with numbers only. So each word is replaced by a list of numbers, its vector. Here it has {width} numbers; real models use hundreds or thousands, and the arithmetic is the same.',
        'A second list is added to it: the list for the word’s position. The sum is called {x}. From here on the layer works only with {x}: one row for each of your {tokens} words.',
      ],
      guess: ['How many rows will change?', 'one', 'one, and the rows after it', 'all'],
      attempt: 'Change one word of the sentence above, and look at the rows.',
      after:
        'The numbers with a dark corner have changed: only the row of that word. Up to here, no word knows anything about the others.',
    },
    {
      title: 'Query, key and value',
      text: [
        'The row of a word is multiplied by three matrices, which gives three new rows. With {W_Q} it becomes a query, like a question. With {W_K} it becomes a key, like a label: each query is compared with the keys. With {W_V} it becomes a value: the content that words take from it.',
        'Each of the three is one multiplication of {x}. All words use the same three matrices. A model learns their numbers in training; here they are still random.',
      ],
      attempt: 'Click any number of Q.',
      after:
        'You see its parts: {width} products, added up, and at the end a constant, the bias. One factor of each product comes from {x}, the other from {W_Q}.',
    },
    {
      title: 'A query meets the keys',
      text: [
        'How well does the query of “{word}” match the key of each word? The two lists are multiplied number by number, and the products are added. This is called a dot product: it is large when the two lists point the same way, and negative when they point opposite ways.',
        'In the drawing the queries are rows. K is transposed: each key is a column. Where a row and a column cross, QKᵀ has their dot product.',
      ],
      attempt: 'Click a number of QKᵀ in the row of “{word}”.',
      after: 'One query, one key, {headDim} products: this is one dot product.',
    },
    {
      title: 'Scores become shares',
      text: [
        'First each dot product is divided by the square root of {headDim}, the width of the head; see “Why divide by √d?”. Then softmax takes e to the power of each score and divides by the sum of the row. The results are shares, also called attention weights. A larger score gets a larger share, every share is above 0, and the row adds up to 1.',
        'The numbers of a row say how much of the new vector of “{word}” comes from each word. Each map shows such rows.',
      ],
      attempt: 'Choose another word of the sentence and read its row.',
      after: 'A different query with the same keys gives different shares. They still add up to 1.',
    },
    {
      title: 'The new vector is a mixture',
      text: [
        'Now the values come in. Each word’s value is multiplied by its share, and the results are added up. The resulting row is called {z}: the new vector of “{word}”.',
        'So {z} is a mixture of the whole sentence, mostly of the words with large shares. This is attention: the new vector of a word contains parts of other words.',
      ],
      guess: ['Whose new vectors will change?', 'only that word’s', 'every word’s'],
      attempt: 'Click a share in the row of “{word}”, in A, and change it to 1 or to 0.',
      after:
        'Its {z} changed at once, and the rows of the other words did not: one row of shares makes one row of {z}. You set a share by hand, so the row no longer adds up to 1.',
    },
    {
      title: 'One head, then several',
      text: [
        'From {x} to query, key and value; from query and keys to scores; from scores to shares; from shares and values to {z}. This is computed for all words at the same time.',
        'A layer has several such heads side by side. Each has three matrices of its own, so each can learn something different. Below you see {heads} of them, and one map for each.',
      ],
      attempt: 'Type a sentence of your own.',
      after:
        'Same matrices, different words: everything you see was computed again for your sentence.',
    },
  ],
};
