// Texts of the questions about the effect of a head, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const headDid: QuestionTexts = {
  'most-missed': {
    ask: '所有头都在时，答案是 {all} %。头 1、2、3、4 看向它的词的份额是 {a}、{b}、{c}、{d} %。去掉头 1 答案是 {e} %，去掉头 2 是 {f} %，去掉头 3 是 {g} %，去掉头 4 是 {h} %。答案最需要哪个头？',
    why: '去掉它，答案只有 {least} %。一个头给这个词的份额显示不出这一点。',
    hints: {
      looks: '那个头看得最多。请读出去掉它之后答案的概率。',
      rises: '去掉那个头，答案的概率反而升高：它提高了其他词的概率。',
    },
  },
  'pair-effect': {
    ask: '所有头都在时，答案是 {all} %。去掉头 1 是 {a} %，去掉头 2 是 {b} %，两个都去掉是 {c} %。哪句话是对的？',
    why: '两次单独的损失合起来是 {single} 个百分点；两个都去掉，损失 {lost} 个百分点。',
    options: {
      shared: '每一个都能做另一个的工作',
      own: '每一个都有自己的工作',
      none: '答案对两个都不需要',
    },
    hints: {
      shared: '那样的话，两个都去掉的损失会比两次单独损失之和大得多。',
      own: '那样的话，两次单独损失之和大约等于两个都去掉的损失，而且不接近零。',
      none: '两个都去掉，答案损失很大。',
    },
  },
};
