// Texts of the lesson about masks, in English.

import type { LessonText } from '../lessons.ts';

export const masks: LessonText = {
  title: 'Masks',
  about: 'Who may look at whom, and what “true” means.',
  scenes: [
    {
      title: 'No word looks ahead',
      text: [
        'A model that writes word by word must not see the words that it has yet to write. So each word may look at itself and back, never ahead. This is the causal mask; the upper right half of every map is empty.',
        'The shares of the remaining words still add up to 1 in every row.',
      ],
      attempt: 'Choose the first word of the sentence.',
      after: 'It may look only at itself, so its share for itself is exactly 1, in every head.',
    },
    {
      title: 'Before the softmax, not after',
      text: [
        'How is a word hidden? Its score is replaced by minus infinity before the softmax, which gives it a share of exactly 0. The others divide the whole 1 among themselves.',
        'If you cross shares out afterwards instead, the row no longer adds up to 1. And the words that should be hidden have already had an effect: they made every other share smaller.',
      ],
      attempt: 'Choose the last word of the sentence, and compare.',
      after:
        'For the last word nothing lies ahead. Nothing is crossed out, so both ways give the same shares.',
    },
    {
      title: 'Padding',
      text: [
        'Sentences that are computed together need the same length, so short ones are padded. The padding, here ∅, is not text, so no word may look at it: its columns are empty.',
        'Its rows are computed, but not used.',
      ],
      guess: ['Will the other rows change?', 'yes', 'a little', 'no'],
      attempt: 'Change the number of padding tokens.',
      after:
        'The padding came or went with its columns. The rows of the words did not change by a single bit: hidden words have no effect.',
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
      title: 'A row without any word',
      text: [
        'If a word may not look at any word, the softmax would have to divide zero by zero. The result is NaN, “not a number”. Every sum with a NaN in it is NaN, too.',
        'Libraries differ here. In headwise such a row is zeros: the word takes nothing from any word, its {z} is zero, and the output of the layer is only the constant {b_O}.',
      ],
      attempt: 'Choose another word: then the mask hides all words from this one.',
      after:
        'Its row is zero now, and the row that was zero before has its shares again. No other row changed by a single bit.',
    },
  ],
};
