// Texts of the questions about attention sinks, the first word, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const sinks: QuestionTexts = {
  'find-sink': {
    ask: '在其中一个头里，大多数词把很大一部分权重给了第一个词。请指出它的图。',
    why: '从第三个词起，它平均给第一个词 {share}。其他头的第一列都比较弱。',
  },
  arrives: {
    ask: '在 {word} 这一行，{other} 的份额是 {share}。{other} 的值经过 {W_O} 之后长 {length}。到达的有多长？',
    why: '份额乘以值：份额只是把值变短。',
    hints: {
      share: '那是份额。到达的量还取决于值。',
      length: '那是整个值。只取了其中一部分。',
      added: '两者相乘，不是相加。',
    },
  },
  'removed-head': {
    ask: '第 {sinkLayer} 层的头 {sinkHead} 给第一个词很多。第 {layer} 层的头 {head} 几乎什么也不给它。去掉哪一个，模型的预计变化更大？',
    why: '去掉第 {layer} 层的头 {head}，{moved} % 的预计移走了；去掉另一个，只有 {sinkMoved} %。一列颜色醒目，并不说明这个头重要。',
    options: {
      sink: '去掉第 {sinkLayer} 层的头 {sinkHead}',
      worker: '去掉第 {layer} 层的头 {head}',
      same: '差不多',
    },
    hints: {
      sink: '它的权重给了一个说不出多少东西的地方。',
      same: '两者相差两倍以上。',
    },
  },
};
