// Texts of the lesson about the effect of a head, in English.

import type { LessonText } from '../lessons.ts';

export const headDid: LessonText = {
  title: 'What did that head do?',
  about: 'A map can look important. Remove the head and measure.',
  scenes: [
    {
      title: 'A map that looks important',
      text: [
        'The sentence ends in “the”, and the model says a word from its beginning. So in some head the last word should look back at it. The first table shows how much each head looks at it; the head in bold looks most.',
        'Does the answer depend on that head? The map does not show it. The second table does: it removes one head after another, runs the whole model again, and reads the probability of the answer.',
      ],
      guess: ['Does the answer need the head that looks most more than any other?', 'yes', 'no'],
      attempt: 'Remove the bold head of the first table: choose its layer and its number.',
      after:
        'The sentence above the tables has the new probability of the answer. If it is nearly the same, the head is less important than its map looks. If it even rose, the head made a different word more likely.',
    },
    {
      title: 'The other heads behind the answer',
      text: [
        'One head is removed now. In the second table a second head is removed as well, each in turn. So it shows which heads the answer still needs when the first one is gone.',
        'Compare it with the table of single heads. A head that hardly mattered alone may matter now: if two heads do the same work, each hides the effect of the other. Only the removal of both shows it.',
      ],
      attempt: 'Remove another head, and compare the bold cell.',
      after:
        'The effects of two heads rarely add up. So “without it nothing changed” does not mean that a head does nothing: perhaps another head does the same.',
    },
    {
      title: 'Your own sentence',
      text: [
        'All these numbers are for this sentence and this answer only. A different sentence may need a different head. The tables are computed again for each.',
        '“Open a model” has the same tables in the view “Causes”. There you can compare any two words, see the sum of all parts, and put parts of a second text into the first.',
      ],
      attempt: 'Write another sentence, and find the head that its answer needs most.',
      after:
        'Is it the same head in both sentences? If many sentences need the same head, it has a role. If only one sentence needs it, it may have no general role.',
    },
  ],
};
