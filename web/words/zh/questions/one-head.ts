// Texts of the questions about one head, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const oneHead: QuestionTexts = {
  'query-shape': {
    ask: '一个句子有 {tokens} 个词，每个词有 {width} 个数，只有一个头。{Q} 里是所有词的查询。它的形状是什么？',
    why: '每个词给出一行；只有一个头时，查询和词一样宽。',
    hints: {
      turned: '数对了，顺序反了：这里每个词是一行。',
      weights: '那是 {W_Q} 的形状，查询由它产生。',
      map: '那是注意力图的形状：词 × 词。',
    },
  },
  'dot-product': {
    ask: '查询是 {query}，键是 {key}。它们的点积是多少？',
    why: '两者逐个相乘，再把乘积加起来。',
    hints: {
      unsigned: '要看符号：负数乘正数得负数。',
      added: '每一对是相乘，不是相加。',
      sums: '先逐对相乘，再把乘积相加。',
    },
  },
  'last-share': {
    ask: 'softmax 算出了 “{word}” 这一行的份额。除 “{other}” 以外的所有词一共占 {others}。“{other}” 的份额是多少？',
    why: '一行的份额加起来是 1，所以每个份额等于 1 减去其他份额之和。',
    hints: {
      same: '那是其他词的份额之和。从 1 里还剩多少？',
      even: '那是平均分配。份额加起来是 1，但各不相同。',
    },
  },
  mixture: {
    ask: {
      one: '在 “{word}” 这一行，把 “{other}” 的份额设为 1，其余设为 0。“{word}” 的 {z} 会是什么？',
      own: '在 “{word}” 这一行，把它自己的份额设为 1，其余（也包括 “{other}”）设为 0。“{word}” 的 {z} 会是什么？',
      even: '在 “{word}” 这一行，把所有份额（也包括 “{other}”）设为同一个数，加起来是 1。“{word}” 的 {z} 会是什么？',
    },
    why: {
      one: '{z} 是各个值乘以各自份额的和：这里一个值乘 1，其余乘 0。',
      own: '{z} 是各个值乘以各自份额的和：这里它自己的值乘 1，其余乘 0。',
      even: '{z} 是各个值乘以各自份额的和。份额相等时，那就是它们的均值。',
    },
    options: {
      value: '“{other}” 的值',
      key: '“{other}” 的键',
      own: '“{word}” 的值',
      mean: '所有值的均值',
    },
    hints: {
      value: {
        own: '“{other}” 的份额是 0，所以它的值一点也没取。',
        even: '它的份额不比其他词大。',
      },
      key: '键只用来计算份额，混合的是值。',
      own: '它自己的值取了多少？看看份额。',
      mean: '那需要所有份额相等。',
    },
  },
};
