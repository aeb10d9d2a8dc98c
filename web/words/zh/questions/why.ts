// Texts of the questions about the reason for attention, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const why: QuestionTexts = {
  'average-share': {
    ask: '“{word}” 是 {tokens} 个词里的最后一个。它的新向量是所有词（包括它自己）的平均。其中多少来自第一个词？',
    why: '{tokens} 个词各占同样多，合起来是整个。',
    hints: {
      one: '那样其他词就没有份了。',
      before: '这个词自己也要算。',
      count: '那是词数。它们的比例加起来是 1。',
    },
  },
  'look-around': {
    ask: {
      alone: '每个词都不看其他词。句中的 “{word}” 换成 “{other}”。“they” 的新向量改变多少？',
      average:
        '每个新向量是到此为止所有词的平均。“{word}” 换成 “{other}”。“they” 的新向量改变多少？',
      attention:
        '训练好的模型的头 2 的角色是“代词到名词”。“{word}” 换成 “{other}”。“they” 的新向量改变多少？',
    },
    why: {
      alone: '单独时，它从 “{word}” 取 {share}：什么也没有。',
      average: '它的向量有 {share} 来自 “{word}”，和来自其他词一样多。',
      attention: '它的向量有 {share} 来自 “{word}”，所以大部分都变。',
    },
    options: {
      none: '不变',
      little: '一小部分',
      most: '几乎全部',
    },
    hints: {
      none: {
        average: '“{word}” 是参加平均的词之一。',
        attention: '这个头正看着 “{word}”。',
      },
      little: {
        alone: '被换的词没有任何数进入它的向量。',
        attention: '一个头可以几乎全部取自一个词。',
      },
      most: {
        alone: '被换的词没有任何数进入它的向量。',
        average: '“{word}” 只是好几个词中的一个。',
      },
    },
  },
};
