// Texts of the questions about the sources of the matrices, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const fiveWays: QuestionTexts = {
  'whose-column': {
    ask: '{W_Q} 有 {width} 列，供 {heads} 个头使用。第 {column} 列中的一个数改变了。哪个头的查询会变？请指出它的注意力图。',
    why: '这些列被切成并排的 {heads} 块，每个头一块。',
    hints: {
      dealt: '列不是轮流分发的，同一个头的列是相邻的。',
    },
  },
  'product-shape': {
    ask: '{W} 的形状是 {width} × {width}，{W_i} 的形状是 {width} × {headDim}。乘积 {W} {W_i} 的形状是什么？',
    why: '行来自第一个，列来自第二个：又是 {W_i} 的形状，所以一个矩阵就能做两个的事。',
    hints: {
      large: '那只是 {W}。列来自 {W_i}。',
      turned: '反了：行来自第一个矩阵。',
    },
  },
  'sees-all': {
    ask: '一个词有 {width} 个数，共有 {heads} 个头。一个头的查询取决于其中多少个数？',
    why: '每个头的矩阵都读入整个词，只是结果较短。',
    hints: {
      piece: '那是每个头输出的个数。输入有多少个？',
      heads: '那是头数。',
    },
  },
};
