// Texts of the questions about shapes, in English.

import type { QuestionTexts } from '../questions.ts';

export const shapes: QuestionTexts = {
  'head-width': {
    ask: 'The width is {width}, the number of heads is {heads}. How wide is one head?',
    why: 'The heads split the width: {width} divided by {heads}.',
    hints: {
      whole: 'That is the width of the word. The heads split it.',
      heads: 'That is the number of heads.',
      product: 'The heads split the width, they do not multiply it.',
    },
  },
  'set-head-width': {
    ask: 'The width is {width}. Choose a number of heads, above the maps, so that each head is {headDim} wide.',
    said: 'heads: {heads}, width of each: {eachWidth}',
    why: '{width} divided by the number of heads is the width of one head.',
  },
  'map-shape': {
    ask: 'There are {tokens} words, {heads} heads and a width of {width}. What shape have the maps of all heads together? The heads come first.',
    why: 'There is one map for each head, with a row and a column for each word. The shape of a map does not depend on the width.',
    hints: {
      one: 'That is the map of one head.',
      last: 'The heads come first.',
      values: 'That is the shape of the queries. A map has words on both sides.',
    },
  },
};
