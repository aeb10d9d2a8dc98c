// Texts of the questions about shapes, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const shapes: QuestionTexts = {
  'head-width': {
    ask: '宽度是 {width}，共有 {heads} 个头。一个头有多宽？',
    why: '各个头平分宽度：{width} 除以 {heads}。',
    hints: {
      whole: '那是词的宽度，要由各个头平分。',
      heads: '那是头数。',
      product: '各个头平分宽度，不是相乘。',
    },
  },
  'set-head-width': {
    ask: '宽度是 {width}。请在注意力图的上方选择头数，使每个头宽 {headDim}。',
    said: '头：{heads}，每个头的宽度：{eachWidth}',
    why: '{width} 除以头数，就是一个头的宽度。',
  },
  'map-shape': {
    ask: '有 {tokens} 个词、{heads} 个头，宽度 {width}。所有头的注意力图合在一起是什么形状？头写在最前面。',
    why: '每个头一张图，每个词占一行一列。图的形状与宽度无关。',
    hints: {
      one: '那是一个头的图。',
      last: '头写在最前面。',
      values: '那是查询的形状。图的两边都是词。',
    },
  },
};
