// Texts of the lesson about the effect of a head, in English.

import type { LessonText } from '../lessons.ts';

export const headDid: LessonText = {
  title: 'What did that head do?',
  about: 'Its map looks important. Take it away and see.',
  scenes: [
    {
      title: 'A map that looks important',
      text: [
        'The sentence ends in “the”, and the model says a word from its beginning. So some head of the last word should look back at it. The first table shows how much each head does; the one in bold looks most.',
        'Does the answer depend on that head? A map cannot say so. The second table can: it removes one head after another, runs the whole model again, and reads the probability of the answer.',
      ],
      guess: ['Is the head that looks most the one that is missed most?', 'yes', 'no'],
      attempt: 'Remove the bold head of the first table: choose its layer and its number.',
      after:
        'The sentence above the tables says what is left of the answer. If it is nearly all, the map looked more important than the head is. If it even rose, the head spoke for another word.',
    },
    {
      title: 'Who else carries the answer',
      text: [
        'One head is removed now. In the second table each of the others is removed beside it, so it shows the model’s second line: the heads on which the answer depends when the first is gone.',
        'Compare it with the table of single heads. A head that hardly mattered alone may matter now: two heads that carry the same thing hide each other, and only taking both away shows it.',
      ],
      attempt: 'Remove another head, and compare the bold cell.',
      after:
        'The effects of two heads rarely add up. So “without it nothing changed” does not mean that a head does nothing: it may mean that another does it too.',
    },
    {
      title: 'Your own sentence',
      text: [
        'Everything here is true of this sentence and this answer. A different sentence may need a different head. The tables are computed again for each.',
        '“Open a model” has the same as a view, “Causes”: for any word against any other, with the sum of all parts, and with parts of a second text put into the first.',
      ],
      attempt: 'Write another sentence, and look for the head that is missed most.',
      after:
        'Is it the same head in both sentences? If many sentences need the same head, it has a role. If only one sentence needs it, it had one task there.',
    },
  ],
};
