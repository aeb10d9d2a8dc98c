// Texts of the questions about attention sinks, the first word, in English.

import type { QuestionTexts } from '../questions.ts';

export const sinks: QuestionTexts = {
  'find-sink': {
    ask: 'Which of these heads gives the first word the largest shares? Point at its map.',
    why: 'From the third word on, it gives the first word {share} on average. In the other heads the shares of the first column are smaller.',
  },
  arrives: {
    ask: 'In the row of “{word}”, “{other}” has a share of {share}. The value of “{other}”, after {W_O}, is {length} long. How long is share × value?',
    why: 'The share times the value: a share only makes the value shorter.',
    hints: {
      share: 'That is the share. The result depends on the value, too.',
      length: 'That is the whole value. Only a part of it is taken.',
      added: 'The two are multiplied, not added.',
    },
  },
  'removed-head': {
    ask: 'Both heads are in layer {layer}. Head {sinkHead} gives the first word the largest shares, and head {head} gives it smaller ones. Which removal changes more of the predicted probabilities?',
    why: 'Without head {head}, {moved} % of the probabilities change; without head {sinkHead}, {sinkMoved} %. A map shows where a head looks, not how much the model needs the head.',
    options: {
      sink: 'the removal of head {sinkHead}',
      worker: 'the removal of head {head}',
      same: 'both about the same',
    },
    hints: {
      sink: 'A large share is not a large effect.',
      worker: 'A head that looks at the first word can still matter for the words after it.',
      same: 'They differ by more than a fifth.',
    },
  },
};
