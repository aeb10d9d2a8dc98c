// Texts of the lesson about the reason for attention, in English.

import type { LessonText } from '../lessons.ts';

export const why: LessonText = {
  title: 'Why look around',
  about: 'A word alone, the plain average of all, and attention.',
  scenes: [
    {
      title: 'A word without the others',
      text: [
        'Who are “they”? To know it, you read the words before. A model begins with less: each word of the sentence is replaced by a list of numbers, one row in this picture. The list says which word it is and at which position it stands. It says nothing about the other words.',
        'This is a small trained model that corrects sentences: at every word it says what the word should be. For “they”, it would have to know whether many people are meant.',
      ],
      attempt: 'Write “boys” in place of “girls”, in the sentence above, and look at the rows.',
      after:
        'Only the row of that word changed. The row of “they” is the same as before: from it alone, no one can tell whom it stands for.',
    },
    {
      title: 'The plain average',
      text: [
        'So each word has to take in something of the others. Each has something to hand over: its value, another list of numbers. The left picture has the values of one head, a row for each word. The right picture has what each word makes of them: its new vector.',
        'The simplest way is the plain average: every word takes the same part of all words up to itself.',
      ],
      attempt: 'Choose the average.',
      after:
        '“{word}” now has a small part of every word, also of the noun. But all parts are equal, so nothing stands out. And the new rows look more and more alike: an average says little about any word.',
    },
    {
      title: 'Look where it matters',
      text: [
        'An average treats a noun like any other word. It would be better to take most from the words that matter, and little from the others. How much from which, each word should decide for itself. That is attention, and what decides it is a head.',
        'This head has learned it in training, from sentences with mistakes. No one said what it should look for.',
      ],
      attempt: 'Choose attention, and read the row of “{word}”.',
      after:
        'Nearly all of its new vector is the value of one word: its row on the right is nearly that row on the left. “They” now knows whom it stands for. How a head finds the right word is what the next lesson shows.',
    },
    {
      title: 'What it is good for',
      text: [
        'This sentence has four mistakes. With all its heads, the model finds each of them. Now suppose that no word looks at others: all heads are taken away, and everything after them is computed again.',
        'What is left then is each word alone, and its position.',
      ],
      guess: [
        'How many of the mistakes will still be found?',
        'all of them',
        'some',
        'almost none',
      ],
      attempt: 'Let no word look at others. Which mistakes are still found?',
      after:
        'Most stay, because a word alone cannot be wrong: “follows” is a good word, only not here. What it still changes is a guess from the word and its position.',
    },
  ],
};
