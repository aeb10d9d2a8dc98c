// Texts of the questions about attention sinks, the first word, in English.

import type { QuestionTexts } from '../questions.ts';

export const sinks: QuestionTexts = {
  'find-sink': {
    ask: 'In one of these heads, most words give a large part of their weight to the first word. Point at its map.',
    why: 'From the third word on, it gives the first word {share} on average. In the other heads the first column is weaker.',
  },
  arrives: {
    ask: 'In the row of {word}, {other} has a share of {share}. The value of {other}, after {W_O}, is {length} long. How long is what arrives?',
    why: 'The share times the value: a share only makes the value shorter.',
    hints: {
      share: 'That is the share. What arrives depends on the value, too.',
      length: 'That is the whole value. Only a part of it is taken.',
      added: 'The two are multiplied, not added.',
    },
  },
  'removed-head': {
    ask: 'Head {sinkHead} of layer {sinkLayer} gives much to the first word. Head {head} of layer {layer} gives it almost nothing. Without which of them does more change in what the model expects?',
    why: 'Without head {head} of layer {layer}, {moved} % of its expectation moves; without the other, {sinkMoved} %. A strong column does not mean that a head matters.',
    options: {
      sink: 'without head {sinkHead} of layer {sinkLayer}',
      worker: 'without head {head} of layer {layer}',
      same: 'about the same',
    },
    hints: {
      sink: 'Its weight goes to a place that tells little.',
      same: 'They differ by a factor of more than two.',
    },
  },
};
