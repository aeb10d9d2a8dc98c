// Texts of the questions about attention sinks, the first word, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const sinks: QuestionTexts = {
  'find-sink': {
    ask: '这些头里，哪一个给第一个词的份额最大？请指出它的图。',
    why: '从第三个词起，它平均给第一个词 {share}。其他头的第一列，份额都比较小。',
  },
  arrives: {
    ask: '在 “{word}” 这一行，“{other}” 的份额是 {share}。“{other}” 的值经过 {W_O} 之后长 {length}。份额 × 值有多长？',
    why: '份额乘以值：份额只是把值变短。',
    hints: {
      share: '那是份额。结果还取决于值。',
      length: '那是整个值。只取了其中一部分。',
      added: '两者相乘，不是相加。',
    },
  },
  'removed-head': {
    ask: '两个头都在第 {layer} 层。头 {sinkHead} 给第一个词的份额最大，头 {head} 给的小些。去掉哪一个，预测概率改变得更多？',
    why: '去掉头 {head}，概率改变 {moved} %；去掉头 {sinkHead}，改变 {sinkMoved} %。图显示一个头看向哪里，不显示模型有多需要它。',
    options: {
      sink: '去掉头 {sinkHead}',
      worker: '去掉头 {head}',
      same: '差不多',
    },
    hints: {
      sink: '份额大不等于作用大。',
      worker: '看着第一个词的头，对后面的词也可能重要。',
      same: '两者相差五分之一以上。',
    },
  },
};
