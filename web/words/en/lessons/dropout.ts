// Texts of the lesson about dropout, in English.

import type { LessonText } from '../lessons.ts';

export const dropout: LessonText = {
  title: 'Dropout',
  about: 'Shares that are dropped in training, and the difference from removed heads.',
  scenes: [
    {
      title: 'Shares that are dropped',
      text: [
        'While a model is being trained, some shares of every map are set to 0, by chance. This is dropout. It keeps a head from relying on a single word.',
        'Each share is dropped with probability p. The shares that stay are divided by 1 − p. The maps of headwise always show the shares before dropout.',
      ],
      guess: [
        'What will the sum of the row be?',
        'still 1',
        'less than 1',
        'sometimes more, sometimes less',
      ],
      attempt: 'Set the chance to 0.5, and look at the sum of the row.',
      after:
        'The shares that stay are twice as large, and the row no longer adds up to 1. Only its average over many runs is 1.',
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
      title: 'Dropout does not remove heads',
      text: [
        'You may read that a head was “dropped”. Usually this means that one whole head was removed on purpose, to measure its effect. This is called ablation.',
        'Dropout removes single shares, in all heads, by chance, and makes the other shares larger. Ablation removes one chosen head and does not change the other heads of the layer.',
      ],
      attempt: 'Remove shares by chance, then head 2. Compare the lines.',
      after:
        'Dropout: shares of 0 in all heads, and two runs differ. Ablation: one head adds nothing, and two runs are the same.',
    },
  ],
};
