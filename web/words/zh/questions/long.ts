// Texts of the questions about long texts, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const long: QuestionTexts = {
  'map-cells': {
    ask: '一段文字有 {tokens} 个词。一个头的注意力图里有多少个数？',
    why: '每一对词一个：{tokens} 乘以 {tokens}。',
    hints: {
      row: '那是一行。每个词都有一行。',
      twice: '是行乘以列，不是行加列。',
      width: '图里看不出词有多宽。',
    },
  },
  kept: {
    ask: '宽度是 {width}，共有 {heads} 个头。所有头的查询、键和值，每个词要保存多少个数？',
    why: '查询、键和值各与词一样宽：{width} 的三倍，不论由多少个头来分。',
    hints: {
      one: '那只够三者中的一个。',
      head: '那是一个头保存的。',
      words: '那是所有的词，而且只是三者之一。',
    },
  },
};
