// Texts of the questions about the three matrices, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const matrices: QuestionTexts = {
  'mirror-score': {
    ask: '{W_Q} 和 {W_K} 是同一个矩阵。softmax 之前，“{word}” 给 “{other}” 的分数是 {score}。“{other}” 给 “{word}” 的分数是多少？',
    why: '点积里两串数交换位置，每一对的乘积都不变。',
    hints: {
      minus: '反过来看不会变号：相乘的还是那几对数。',
      rest: '分数加起来不等于 1。softmax 之后的份额才是。',
    },
  },
  'form-shape': {
    ask: '一个头的 {W_Q} 和 {W_K} 各有 {width} 行、{headDim} 列。{W_Q} {W_K}ᵀ 是什么形状？',
    why: '行数来自第一个矩阵；第二个矩阵转置了，所以列数是它的行数：两个词的每一对数对应一个数。',
    hints: {
      small: '那是 {W_Q}ᵀ {W_K}。',
      one: '那只是 {W_Q}。',
    },
  },
  'exchange-values': {
    ask: '“{word}” 和 “{other}” 只交换值，别的都不动。什么会变？',
    why: '份额只由查询和键得出，新向量由值混合而成。',
    options: {
      mixed: '只有新向量',
      map: '只有图',
      both: '图和新向量',
      none: '都不变',
    },
    hints: {
      map: '图算出来之前，用到值了吗？',
      both: '图算出来之前，用到值了吗？',
      none: '图不变。可是按它混合的是什么？',
    },
  },
};
