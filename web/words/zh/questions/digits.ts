// Texts of the questions about rounding, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const digits: QuestionTexts = {
  'too-large': {
    ask: '一个分数是 {score}。它的 `exp` 在 float32 里是多少？',
    why: {
      below: '小于 −104 时，`exp` 比任何大于零的 float32 都小，于是变成零。',
      between: '到 88 为止，`exp` 还放得进 float32。从 89 起就是无穷大。',
      above: '从 89 起，`exp` 比任何 float32 都大，于是变成无穷大。',
    },
    options: {
      zero: '零',
      large: '很大，但有限',
      infinite: '无穷大',
    },
    hints: {
      zero: '那是分数远小于零的时候。',
      large: {
        below: '负数的 `exp` 小于 1。',
        above: '它比最大的 float32 还大，后者大约是 3.4 × 10³⁸。',
      },
      infinite: {
        below: '负数的 `exp` 小于 1。',
        between: 'float32 的上限大约是 3.4 × 10³⁸，差不多就是 `exp(89)`。',
      },
    },
  },
  'shifted-share': {
    ask: '“{word}” 给 “{other}” 的份额是 {share}。现在这一行的每个分数都加上 {shift}。份额变成多少？',
    why: '分数之间的差不变，所以份额不变。',
    hints: {
      times: '其他分数也增加了同样多。',
      even: '分数之间的差和以前一样，所以份额也和以前一样。',
    },
  },
  'online-sum': {
    ask: '在线 softmax 正在读 “{word}” 这一行。目前的和是 {sum}。这时来了一个比以前都大的分数，所以和要乘以 {factor}。加上新分数之后，和是多少？',
    why: '和乘以这个倍数，再为新分数加 1：它现在最大，而 exp(0) 是 1。',
    hints: {
      unscaled: '先把之前的和乘以这个倍数。',
      noNew: '少了新的分数。它加上 exp(0)，也就是 1。',
      added: '这个倍数是乘在和上的。新分数加 1。',
    },
  },
};
