// Texts of the lesson about masks, in English.

import type { LessonText } from '../lessons.ts';

export const masks: LessonText = {
  title: 'Masks',
  about: 'Who may look at whom, and what “true” means.',
  scenes: [
    {
      title: 'Never ahead',
      text: [
        'A model that writes word by word must not see the words that it has yet to write. So each word may look at itself and back, never ahead. This is the causal mask; the upper right half of every map is empty.',
        'What remains is still distributed completely: every row adds up to 1.',
      ],
      attempt: 'Choose the first word of the sentence.',
      after: 'It may look only at itself, so it gives itself everything: exactly 1, in every head.',
    },
    {
      title: 'Before the softmax, not after',
      text: [
        'How is a word kept out? Its score is replaced by minus infinity before the softmax, which gives it a share of exactly 0. The others divide the whole 1 among themselves.',
        'If you cross shares out afterwards instead, the row no longer adds up to 1. And the words that should be hidden have already had an effect: they made every other share smaller.',
      ],
      attempt: 'Choose the last word of the sentence, and compare.',
      after: 'For the last word nothing lies ahead. Nothing is crossed out, so both ways agree.',
    },
    {
      title: 'Padding',
      text: [
        'Sentences that are computed together must be equally long, so short ones are padded at the end. The padding, here ∅, is not text, so no word may look at it: its columns are empty.',
        'The rows of the padding are computed all the same, because it is simpler. Their results are thrown away.',
      ],
      guess: ['Will the rows of the words change?', 'yes', 'a little', 'no'],
      attempt: 'Change the number of padding tokens at the end.',
      after:
        'The padding came or went with its columns. The rows of the words did not change by a single bit: what may not be seen counts for nothing.',
    },
    {
      title: 'What does true mean?',
      text: [
        'A mask is often a table of true and false. In most libraries true means: may look. In `torch.nn.MultiheadAttention` it means: may not; in PyTorch’s `scaled_dot_product_attention`: may. The same table then gives opposite maps, and no error.',
        'In headwise you must write `attend` or `ignore`. If your own maps look upside down, check this first.',
      ],
      attempt: 'Choose the last word, and follow its row in both maps.',
      after:
        'On one side it sees everything, on the other nothing. The next scene shows what becomes of an empty row.',
    },
    {
      title: 'A row with nothing left',
      text: [
        'If a word may look at nothing at all, there is nothing to distribute: the softmax would have to divide zero by zero. The result is NaN, “not a number”, and a single NaN spoils every sum it gets into.',
        'Libraries disagree about what to do. Here such a row is zeros: the word takes in nothing, its {z} is zero, and what comes out of the layer is only its constant, {b_O}.',
      ],
      attempt: 'Choose another word; it will be the one that may look at nothing.',
      after: 'Its row went to zero, and no other row changed by a single bit.',
    },
  ],
};
