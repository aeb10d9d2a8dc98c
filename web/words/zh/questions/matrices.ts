// Texts of the questions about the three matrices, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const matrices: QuestionTexts = {
  'mirror-score': {
    ask: '{W_Q} 和 {W_K} 原来是同一个矩阵，“{word}” 给 “{other}” 的分数是 {score}。现在 {W_K} 的每个数都乘以 {factor}。“{other}” 给 “{word}” 的分数是多少？',
    why: '只有一个矩阵时，两个方向的分数相同：两串数只是交换位置。然后每个乘积再乘以 {factor}。',
    hints: {
      same: '那是之前的分数。键的每个数都变大了。',
      twice: '只有键乘了，查询没有乘：乘一次就够了。',
      minus: '换个方向不会变号：相乘的还是那几对数。',
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
    ask: {
      values: '“{word}” 和 “{other}” 只交换值，别的都不动。什么会变？',
      keys: '“{word}” 和 “{other}” 只交换键，别的都不动。什么会变？',
      pairs: '“{word}” 和 “{other}” 既交换键，也交换值，查询不动。什么会变？',
    },
    why: {
      values: '份额只由查询和键得出，新向量由值混合而成。',
      keys: '份额由查询和键得出，所以图的两列交换位置；值也就按别的份额混合。',
      pairs: '图的两列交换位置，但每个份额仍然对着同一个值，所以混合的结果不变。',
    },
    options: {
      mixed: '只有新向量',
      map: '只有图',
      both: '图和新向量',
      none: '都不变',
    },
    hints: {
      mixed: {
        keys: '键决定份额，份额就是图。',
        pairs: '键决定份额，份额就是图。',
      },
      map: {
        values: '计算图时用到值吗？',
        keys: '图变了。按它的份额混合的是哪些数？',
      },
      both: {
        values: '计算图时用到值吗？',
        pairs: '图变了。但每个份额乘的还是原来那个值。',
      },
      none: {
        values: '图不变。按它的份额混合的是哪些数？',
        keys: '在这两列，查询与不同的键相乘。',
        pairs: '在这两列，查询与不同的键相乘。',
      },
    },
  },
  'order-steps': {
    ask: '请把这些步骤从先到后排好顺序。',
    why: '引擎在每一步改动一个数，只有后面的步骤跟着变。',
    options: {
      query: '每个词得到查询',
      dotProducts: '查询与键相乘',
      scores: '除以平方根',
      attention: 'softmax 变成份额',
      heads: '混合各个值',
    },
  },
};
