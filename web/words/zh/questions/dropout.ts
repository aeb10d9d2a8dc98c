// Texts of the questions about dropout, in simplified Chinese.

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
};
