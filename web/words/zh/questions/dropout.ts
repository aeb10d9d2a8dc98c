// Texts of the questions about dropout, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const dropout: QuestionTexts = {
  'drop-factor': {
    ask: '“{word}” 给 “{other}” 的份额是 {share}。打开了 p = {chance} 的 dropout，这个份额留了下来。它变成多少？',
    why: '留下的份额除以 1 − p，这里是 {stays}。',
    hints: {
      same: '留下的份额要放大，使多次计算的平均不变。',
      less: '是除以 1 − p，不是乘。',
      over: '除以留下的概率 1 − p，不是除以 p。',
    },
  },
  'row-after': {
    ask: '一行的份额是 {a}、{b}、{c}、{d}。p = 0.5 时，只有 {left} 和 {right} 留下。dropout 之后这一行加起来是多少？',
    why: '留下的份额变成两倍，再相加。一行只有平均起来才是 1。',
    hints: {
      one: 'dropout 之前是 1。被丢弃的份额不会分给其他词。',
      kept: '留下的份额还要除以 1 − p。',
    },
  },
};
