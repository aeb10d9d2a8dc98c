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
  'times-as-long': {
    ask: {
      map: '一段文字变成原来的 {factor} 倍长。一个头的注意力图会：',
      row: '一段文字变成原来的 {factor} 倍长。图的一行会：',
      width: '文字不变，但每个词的数变成 {factor} 倍。一个头的注意力图会：',
    },
    why: {
      map: '图的两边都变成 {factor} 倍，所以格子是 {square} 倍。',
      row: '一行里每个词一格，而词变成了 {factor} 倍。',
      width: '图里每一对词一格，看不出词有多宽。',
    },
    options: {
      same: '和原来一样大',
      factor: '是原来的 {factor} 倍',
      double: '是原来的 {double} 倍',
      square: '是原来的 {square} 倍',
    },
    hints: {
      same: '每个新词都带来一行和一列。',
      factor: {
        map: '那只数了行。行也变长了。',
        width: '宽度不是图的边。图的行和列是什么？',
      },
      double: '行与列是相乘，不是相加。',
      square: {
        row: '那是整张图。一行看多少个词？',
        width: '宽度不是图的边。图的行和列是什么？',
      },
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
