// Texts of the questions about long texts and the cache, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const longTexts: QuestionTexts = {
  'map-cells': {
    ask: '一段文字有 {tokens} 个词。一个头的注意力图里有多少个数？',
    why: '每一对词一个：{tokens} 乘以 {tokens}。',
    hints: {
      row: '那是一行。每个词都有一行。',
      twice: '是行乘以列，不是行加列。',
      width: '图的形状与词的宽度无关。',
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
  'keys-again': {
    ask: '没有缓存时，每一步都要计算到目前为止所有词的键。一个一个地写出 {tokens} 个词，一个头总共计算多少个键？',
    why: '第一个词 1 个，第二个词 2 个，这样一直到 {tokens}，全部加起来。',
    hints: {
      once: '有缓存时才是这样：每个词一个键。',
      square: '不是每一步都有 {tokens} 个词。第一步只有一个。',
    },
  },
  'kept-what': {
    ask: {
      row: '用缓存加一个词。它的新向量需要前面各词的哪些数？',
      shares: '用缓存加一个词。它的份额需要前面各词的哪些数？',
      never: '用缓存加一个词。它不再需要前面各词的哪些数？',
    },
    why: '引擎逐个改了一遍。键改变份额，键和值改变新向量，旧的查询两者都不改变。',
    options: {
      keysValues: '它们的键和值',
      all: '它们的查询、键和值',
      keys: '只有它们的键',
      queries: '只有它们的查询',
    },
    hints: {
      keysValues: {
        shares: '份额算好以后才混合值。',
        never: '缓存保存的正是这些。',
      },
      all: {
        row: '旧的查询只用于它自己的行，那一行已经算好了。',
        shares: '旧的查询只用于它自己的行，那一行已经算好了。',
        never: '旧的键要与新的查询相乘，旧的值要混合。',
      },
      keys: {
        row: '键给出份额。按份额混合的是哪些数？',
        never: '新的查询要与所有词的键相乘。',
      },
      queries: '旧的查询只用于它自己的行，那一行已经算好了。',
    },
  },
  'cached-map': {
    ask: '连同正在加的这个词一共 {tokens} 个词，每个词 {width} 个数，只有一个头。有缓存时，这一步的图是什么形状？',
    why: '只有一个查询，就是新的那个，它与全部 {tokens} 个词的键相乘。',
    hints: {
      whole: '那是所有查询的图。其他查询的行已经算过了。',
      query: '那是新词自己的形状。',
      before: '新词也看它自己。',
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
      width: '图里每一对词一格，它的形状与词的宽度无关。',
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
};
