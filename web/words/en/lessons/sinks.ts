// Texts of the lesson about attention sinks, the first word, in English.

import type { LessonText } from '../lessons.ts';

export const sinks: LessonText = {
  title: 'The first word',
  about: 'Why so much weight goes there, and what a map does not show.',
  scenes: [
    {
      title: 'A strong column on the left',
      text: [
        'These heads are from a small model that reads English. Look at head 4: most words give more than half of their weight to the first word of the sentence. And that is only “The”.',
        'This is not a mistake in the drawing. It happens in most trained language models. It was learned, although nothing in the training asks for it.',
      ],
      attempt: 'Go to layer 1, above the maps. Is the strong column there, too?',
      after: 'In the first layer no head does it. The habit comes in the later ones.',
    },
    {
      title: 'A place for what is left over',
      text: [
        'A row has to add up to 1. A head cannot say “there is nothing for me here”. So weight that it has no use for must go somewhere.',
        'Every word can see the first one, so that becomes the place for it. It is called an attention sink. The table measures it in all heads of the model.',
      ],
      attempt: 'Write a sentence of your own, and look for the longest bars. Then write it twice.',
      after:
        'With most sentences, the same few heads have the longest bars. Often the longest is that of head 4 in layer 3. This head looks for what followed the same word last time. When no word has come before, it finds nothing, and the first word gets the weight. Write your sentence twice, and its bar gets shorter.',
    },
    {
      title: 'A large share is not a large effect',
      text: [
        'A share says what part of a value is taken. But values are not equally long. The table says how long the first word’s value is in this head, and how long those of the other words are.',
        'The second map shows what arrives: the share times the value. The table compares the first word with all others together: in each line, share times length is what arrives.',
      ],
      attempt: 'Choose another word, not the first, and compare its bars in the two columns.',
      after:
        'Where the first word’s value is the shorter one, its part of what arrives is smaller than its share. And from there it is always the same vector, only longer or shorter: it says little about the word that looks.',
    },
    {
      title: 'Is the head missed?',
      text: [
        'So what is a head good for? Take it away and see what the model says then. The table does this with each head in turn. In bold: the head of each layer that gives the first word most.',
        'Compare heads within a layer only. Together, the heads of layer 1 move most, wherever they look, because everything after them builds on what they made.',
      ],
      guess: ['Will the bold head be missed most?', 'yes', 'no, least', 'in between'],
      attempt:
        'Remove head 4 of layer 3, then another head of that layer. Compare the words that change.',
      after:
        'Often the bold head moves least in its layer, but not always. A map shows where a head looks. It does not show what the head takes from there, or whether the model needs it.',
    },
  ],
};
