// Texts of the questions about the pairs of rotary positions, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const pairs: QuestionTexts = {
  'arrow-count': {
    ask: '宽度是 {width}，共有 {heads} 个头。一个词在一个头里的查询要作为箭头来旋转。一共有多少支箭头？',
    why: '一个头有 {width} / {heads} 个数，每两个组成一支箭头。',
    hints: {
      numbers: '每支箭头要用其中两个数。',
      all: '那把所有头的数都算进去了。',
      heads: '那是头的个数。',
    },
  },
  'turn-partner': {
    ask: '一个查询有 {headDim} 个数，按两半配对。和第 {number} 个数一起转的是第几个数？',
    why: '它的搭档在另一半的同一个位置。',
    hints: {
      neighbour: '相邻配对时才对。',
      mirrored: '两半都从自己的开头数起。',
    },
  },
};
