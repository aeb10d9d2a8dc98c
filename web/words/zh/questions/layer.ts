// Texts of the questions about the layer, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const layer: QuestionTexts = {
  'joined-shape': {
    ask: '一个句子有 {tokens} 个词，共有 {heads} 个头。每个头为每个词算出 {headDim} 个数。把所有的头并排放在一起，矩阵的形状是什么？',
    why: '每个词一行，{heads} 个头各占 {headDim} 列。',
    hints: {
      stacked: '那是把头上下叠放。它们是并排的：行数不变。',
      one: '那是一个头。',
      turned: '数对了，顺序反了：这里每个词是一行。',
    },
  },
  'residual-sum': {
    ask: '一个词的一个数是 {number}。注意力对它的输出是 {added}。归一化之前它是多少？',
    why: '注意力的输出加到这个词上。',
    hints: {
      replaced: '输出并不取代这个词。',
      kept: '那是输入的数，还没有加上注意力的输出。',
      mean: '两者相加，不再除。',
    },
  },
  'cross-shape': {
    ask: '查询来自一个 {tokens} 个词的句子，键和值来自一个 {others} 个词的句子。一个头的图是什么形状？',
    why: '每个查询一行，每个键一列。',
    hints: {
      turned: '行是在看的词，也就是查询的词。',
      square: '句子看自己时才是这样。',
      joined: '两个句子没有合在一起：一个看另一个。',
    },
  },
  'which-maps': {
    ask: '有 {blocks} 个块，每块 {heads} 个头。第一块第一个头的 {W_Q} 里有一个数变了。有多少张图里的数可能改变？',
    why: '同一块其他头的图不变。但后面各块的所有头都得到它的输出。',
    hints: {
      one: '那是它自己的图。后面的块会得到它的输出。',
      all: '第一块的其他头与它并排工作。',
      block: '同一块的头得不到它的输出，后面的块才会。',
    },
  },
};
