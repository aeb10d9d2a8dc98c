// Texts of the lesson about attention sinks, the first word, in English.

import type { LessonText } from '../lessons.ts';

export const sinks: LessonText = {
  title: 'The first word',
  about: 'Why it gets large shares, and why they can have little effect.',
  scenes: [
    {
      title: 'A strong column on the left',
      text: [
        'These heads are from a small model that reads English. Look at head 4: most words give a share of more than half to the first word of the sentence. And this word is only “The”.',
        'This is not a mistake in the drawing. It happens in most trained language models. It was learned, although nothing in the training asks for it.',
      ],
      attempt: 'Go to layer 1, above the maps. Is the strong column there, too?',
      after: 'In layer 1 no head does it. It begins in the later layers.',
    },
    {
      title: 'A place for shares without a use',
      text: [
        'A row has to add up to 1. So a head must give shares, even if no word fits the query.',
        'Every word can see the first word, so heads can give these shares to it. The first word is then an attention sink. The table measures its share in all heads of the model.',
      ],
      attempt: 'Write a sentence of your own, and look for the longest bars. Then write it twice.',
      after:
        'With most sentences the same few heads have the longest bars, often head 4 of layer 3. It looks at the word that followed the same word last time. If there is none, the first word gets the share. In a sentence written twice there is one, and the bar gets shorter.',
    },
    {
      title: 'A large share is not a large effect',
      text: [
        'A share is the part of a value that is taken. But values are not equally long. The table has the length of the first word’s value, and of the other values.',
        'The second map shows the length of share × value. This is the vector that is added to the output. The table compares the first word with all others together: in each line, share times length gives the last number.',
      ],
      attempt: 'Choose another word, not the first, and compare its bars in the two columns.',
      after:
        'Where the value of the first word is shorter than the others, its part of the sum is smaller than its share. And the first word always adds the same vector, only longer or shorter. So it says little about the word that looks.',
    },
    {
      title: 'Does the model need the head?',
      text: [
        'Remove such a head, and read the new predictions. The table removes each head in turn. Bold: the head of each layer that gives the first word the largest share.',
        'Compare heads within a layer only. Together, the heads of layer 1 change most, wherever they look, because all later layers use their results.',
      ],
      guess: [
        'How much will the removal of the bold head change?',
        'most in its layer',
        'least in its layer',
        'neither',
      ],
      attempt:
        'Remove head 4 of layer 3, then another head of that layer. Compare the words that change.',
      after:
        'Often the removal of the bold head changes least in its layer, but not always. A map shows where a head looks. It does not show which vector the head takes from there, or whether the model needs it.',
    },
  ],
};
