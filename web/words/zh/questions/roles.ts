// Texts of the questions about roles of heads, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const roles: QuestionTexts = {
  'untrained-share': {
    ask: '权重是随机的。{word} 这一行里最大的份额会有多大？',
    why: '是 {largest}。训练之前，没有哪个头特别看哪里。',
    options: {
      one: '几乎全部',
      half: '大约一半',
      spread: '很小：许多词各得一点',
    },
    hints: {
      one: '要做到那样，头必须先学会看什么。',
      half: '就连这样，也需要头偏爱某个词。',
    },
  },
  'find-head': {
    ask: '这些头已经训练好。其中一个把动词 {word} 引向它的主语 {other}。请指出它的注意力图。',
    why: '在 {word} 这一行，只有这个头几乎全部落在 {other} 上。',
  },
  'find-word': {
    ask: '请选择句中的一个词，它在头 {head} 里几乎把全部给了 {other}。',
    why: '这个头把动词引向主语，所以 {word} 就是。',
  },
};
