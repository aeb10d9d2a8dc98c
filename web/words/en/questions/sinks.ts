// Texts of the questions about attention sinks, the first word, in English.

import type { QuestionTexts } from '../questions.ts';

export const sinks: QuestionTexts = {
  'find-sink': {
    ask: 'Which of these heads gives the first word the most weight? Point at its map.',
    why: 'From the third word on, it gives the first word {share} on average. In the other heads the first column is weaker.',
  },
  arrives: {
    ask: 'In the row of “{word}”, “{other}” has a share of {share}. The value of “{other}”, after {W_O}, is {length} long. How long is share × value?',
    why: 'The share times the value: a share only makes the value shorter.',
    hints: {
      share: 'That is the share. What arrives depends on the value, too.',
      length: 'That is the whole value. Only a part of it is taken.',
      added: 'The two are multiplied, not added.',
    },
  },
  'removed-head': {
    ask: 'Both heads are in layer {layer}. Head {sinkHead} gives the first word most. Head {head} gives it less. Without which of them does more of the predicted probabilities move?',
    why: 'Without head {head}, {moved} % moves; without head {sinkHead}, {sinkMoved} %. A map shows where a head looks, not how much the model needs it.',
    options: {
      sink: 'without head {sinkHead}',
      worker: 'without head {head}',
      same: 'about the same',
    },
    hints: {
      sink: 'A large share is not a large effect.',
      worker: 'A head that looks at the first word can still matter for the words after it.',
      same: 'They differ by more than a fifth.',
    },
  },
};
