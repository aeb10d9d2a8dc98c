// Texts of the questions about the effect of a head, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const headDid: QuestionTexts = {
  'most-missed': {
    ask: '所有头都在时，答案是 {all} %。头 1、2、3、4 看向它的词的份额是 {a}、{b}、{c}、{d} %。去掉头 1 答案剩 {e} %，去掉头 2 剩 {f} %，去掉头 3 剩 {g} %，去掉头 4 剩 {h} %。少了哪个头影响最大？',
    why: '少了它只剩 {least} %。一个头看一个词看得多不多，与此无关。',
    hints: {
      looks: '那个头看得最多。请看少了它的答案。',
      rises: '少了那个头，答案反而上升：它在为别的词说话。',
    },
  },
  'pair-effect': {
    ask: '所有头都在时，答案是 {all} %。去掉头 1 是 {a} %，去掉头 2 是 {b} %，两个都去掉是 {c} %。这说明什么？',
    why: '两次单独的损失合起来是 {single} 个百分点；两个都去掉，损失 {lost} 个百分点。',
    options: {
      shared: '每一个都能做另一个的工作',
      own: '每一个都有自己的工作',
      none: '两个对这个答案都不重要',
    },
    hints: {
      shared: '那样的话，两个都去掉的损失会比两次单独损失之和大得多。',
      own: '那样的话，两次单独损失之和大约等于两个都去掉的损失，而且不接近零。',
      none: '两个都去掉，答案损失很大。',
    },
  },
};
