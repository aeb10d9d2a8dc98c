// Texts of the questions about dropout, blocks and heads, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const dropout: QuestionTexts = {
  'drop-factor': {
    ask: '“{word}” 给 “{other}” 的份额是 {share}。打开了 p = {chance} 的 dropout，这个份额留了下来。它变成多少？',
    why: '留下的除以 1 − p，这里是 {stays}。',
    hints: {
      same: '留下的要放大，用来补偿被丢弃的。',
      less: '是除以 1 − p，不是乘。',
      over: '除以的是留下的概率，不是被丢弃的概率。',
    },
  },
  'row-after': {
    ask: '一行的份额是 {a}、{b}、{c}、{d}。p = 0.5 时，只有 {left} 和 {right} 留下。dropout 之后这一行加起来是多少？',
    why: '留下的份额变成两倍，再相加。一行只有平均起来才是 1。',
    hints: {
      one: 'dropout 之前是 1。被丢弃的不会重新分配。',
      kept: '留下的还要除以 1 − p。',
    },
  },
  'which-maps': {
    ask: '有 {blocks} 个块，每块 {heads} 个头。第一块第一个头的 {W_Q} 里有一个数变了。有多少张图里的数可能改变？',
    why: '同一块的其他头察觉不到。但后面各块的所有头都会拿到它的结果。',
    hints: {
      one: '它自己的图，那么在它之后的呢？',
      all: '第一块的其他头与它并排工作。',
      block: '同一块的头拿不到它的结果，后面的块才会。',
    },
  },
};
