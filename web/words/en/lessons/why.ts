// Texts of the lesson about the reason for attention, in English.

import type { LessonText } from '../lessons.ts';

export const why: LessonText = {
  title: 'Why a word needs the others',
  about: 'A word alone, the plain average of all, and attention.',
  scenes: [
    {
      title: 'A word without the others',
      text: [
        'Who are “they”? To answer, you read the words before. A model begins with less: it replaces each word of the sentence by a list of numbers, one row in this picture. The list says which word it is and at which position. It says nothing about the other words.',
        'The lists are from a small trained model that corrects sentences. At every word it says which word should be there. To check “they”, it must know whether the word means one person or several.',
      ],
      attempt: 'Write “boys” in place of “girls”, in the sentence above, and look at the rows.',
      after:
        'Only the row of that word changed. The row of “they” is the same as before. This row alone does not say whom “they” means.',
    },
    {
      title: 'The plain average',
      text: [
        'So each word must take something from the other words. For this, each word has a second list of numbers: its value. The left picture shows the values in one head, a row for each word. The right picture shows the new vectors. Each new vector is a mixture of values.',
        'The simplest mixture is the plain average: each word takes equal parts from itself and from all words before it.',
      ],
      attempt: 'Choose the average.',
      after:
        'The new vector of “{word}” now has a small part of each word before it, also of the noun. But all parts are equal, so the noun counts no more than the rest. And from top to bottom the new rows become more alike: an average says little about any one word.',
    },
    {
      title: 'Look where it matters',
      text: [
        'An average treats a noun like any other word. It would be better to take much from the words that matter, and little from the rest. Attention does this: each word has parts of its own, computed from the sentence. One computation of this kind is called a head.',
        'The head in this picture is in the second layer of the model. It learned in training, from sentences with mistakes. It was given no rule.',
      ],
      attempt: 'Choose attention, and read the row of “{word}”.',
      after:
        'Nearly all of its new vector comes from one word: its row on the right is almost equal to the row of that word on the left. So the new vector of “they” says whom it means. The next lesson shows how a head finds the right word.',
    },
    {
      title: 'With and without attention',
      text: [
        'This sentence has four mistakes. With all its heads, the model finds all four. Now suppose that no word looks at other words: all heads are removed, and everything after them is computed again.',
        'Then the model has only each word itself and its position.',
      ],
      guess: [
        'How many of the mistakes will still be found?',
        'all of them',
        'some',
        'almost none',
      ],
      attempt: 'Let no word look at other words. Which mistakes are still found?',
      after:
        'Most mistakes stay, because a word alone cannot be wrong: “follows” is a correct word, but not in this sentence. Where the model still changes a word, it guesses from the word and its position.',
    },
  ],
};
