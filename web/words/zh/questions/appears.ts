// Texts of the questions about the lens, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const appears: QuestionTexts = {
  'lens-sum': {
    ask: '假设没有最后的归一化。“{word}” 在输入处的分数是 {a}。第 1 层加 {b}，第 2 层加 {c}，第 3 层加 {d}。透镜在第 {layer} 层之后读到的分数是多少？',
    why: '一层之后的向量里有输入，还有到这一层为止各层加上的一切。',
    hints: {
      layer: '那是这一层加上的。输入和前面各层的仍在向量里。',
      end: '那是最后的分数。透镜停在第 {layer} 层之后。',
    },
  },
  'lens-from': {
    ask: '透镜显示五层中每一层之后最可能的词：“{a}”、“{b}”、“{c}”、“{d}”、“{e}”。从第几层起答案不再改变？',
    why: '答案是 “{answer}”，即最后一层之后的词。从那一层起，它在每一层都领先。',
    hints: {
      early: '它在那里第一次领先，但后来被另一个词超过。',
      end: '它更早就领先了，之后没有再被超过。',
    },
  },
};
