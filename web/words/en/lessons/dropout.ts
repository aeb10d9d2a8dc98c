// Texts of the lesson about dropout, in English.

import type { LessonText } from '../lessons.ts';

export const dropout: LessonText = {
  title: 'Dropout',
  about: 'What is dropped in training, and what is not.',
  scenes: [
    {
      title: 'Shares that are dropped',
      text: [
        'While a model is being trained, some shares of every map are set to 0, by chance. This is dropout. It keeps a head from relying on a single word.',
        'If a weight is dropped with probability p, the other weights are divided by 1 − p. headwise always shows the maps before dropout.',
      ],
      guess: [
        'What will the sum of the row be?',
        'still 1',
        'less than 1',
        'sometimes more, sometimes less',
      ],
      attempt: 'Set the chance to 0.5, and look at the sum of the row.',
      after:
        'What stays has doubled, and the row no longer adds up to 1. It would only do so on average, over many runs.',
    },
    {
      title: 'Left on by mistake',
      text: [
        'Dropout is for training only. When the model is used it has to be off: `model.eval()` in PyTorch, `training=False` in Keras.',
        'If it stays on, each run drops different shares, so the result differs each time. Do your numbers change from run to run? Check this first.',
      ],
      attempt: 'Compute again, twice. Then switch training mode off.',
      after: 'Now all runs have the same numbers, to the last digit.',
    },
    {
      title: 'Taking a head away is something else',
      text: [
        'You may read that a head was “dropped”. Mostly this means that one whole head was taken away on purpose, to see what it is good for. The word for that is ablation.',
        'Dropout takes single shares, in all heads, by chance, and makes the rest larger. Ablation takes one head, always the same one, and changes nothing else in the layer’s heads.',
      ],
      attempt: 'Take away shares by chance, then head 2. Compare the lines.',
      after: 'Dropout: holes everywhere, and two runs differ. Ablation: one head is silent.',
    },
  ],
};
