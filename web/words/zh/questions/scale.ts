// Texts of the questions about the scale of scores, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const scale: QuestionTexts = {
  'score-growth': {
    ask: '这里没有做除法。一个头的宽度从 {width} 个数变为 {wide} 个。权重抽取许多次时，分数的典型大小大约会：',
    why: '刚才抽取 {draws} 次测得：{ratio} 倍。方差与宽度成正比，所以大小与宽度的平方根成正比。',
    options: {
      half: '变成原来的一半',
      same: '不变',
      twice: '变成两倍',
      four: '变成四倍',
    },
    hints: {
      half: '大小随宽度的平方根变化：头的宽度变成了几倍？',
      same: '乘积更多，和就更大，所以才要除。',
      twice: '大小随宽度的平方根变化：头的宽度变成了几倍？',
      four: '大小随宽度的平方根变化，不是随宽度变化。',
    },
  },
  'divide-by': {
    ask: '宽度是 {width}，共有 {heads} 个头。每个点积除以哪个数？',
    why: '除以一个头的宽度的平方根，这里的宽度是 {headDim}。',
    hints: {
      noRoot: '那是一个头的宽度，还要开平方。',
      whole: '那是整个宽度的平方根。查询只有一个头那么宽。',
      heads: '那是头数。',
    },
  },
  'what-stays': {
    ask: {
      stays: '即将关闭除法。在 “{word}” 这一行，哪个数保持不变？',
      grows: '即将关闭除法。在 “{word}” 这一行，哪个数会变大？',
      shrinks: '即将关闭除法。在 “{word}” 这一行，哪个数会变小？',
    },
    why: '不做除法，分数之间的差更大：最大的份额变大，最小的份额变小。一行加起来仍是 1。',
    options: {
      shares: '份额之和',
      largest: '最大的份额',
      smallest: '最小的份额',
    },
    hints: {
      shares: '无论分数如何，softmax 都除以整行的和。',
      largest: '分数更大，差也更大。最大的份额会怎样？',
      smallest: '分数更大，差也更大。最小的份额会怎样？',
    },
  },
};
