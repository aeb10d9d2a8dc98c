// Texts of the questions about the lens, in English.

import type { QuestionTexts } from '../questions.ts';

export const appears: QuestionTexts = {
  'lens-sum': {
    ask: 'Suppose that there is no final norm. The score of “{word}” is {a} at the input. Layer 1 adds {b}, layer 2 adds {c}, layer 3 adds {d}. Which score does the lens read after layer {layer}?',
    why: 'The vector after a layer holds the input and everything that the layers up to this one have added.',
    hints: {
      layer: 'This layer adds that. The input and the layers before it are still in the vector.',
      end: 'That is the score at the end. The lens stops after layer {layer}.',
    },
  },
  'lens-from': {
    ask: 'The lens shows the likeliest word after each of five layers: “{a}”, “{b}”, “{c}”, “{d}”, “{e}”. From which layer on does the answer stay?',
    why: 'The answer is “{answer}”, the word after the last layer. From that layer on it leads in all of them.',
    hints: {
      early: 'There it leads for the first time, but another word overtakes it.',
      end: 'It leads earlier already, and is not overtaken any more.',
    },
  },
};
