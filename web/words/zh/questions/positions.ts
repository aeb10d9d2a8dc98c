// Texts of the questions about positions, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const positions: QuestionTexts = {
  'even-share': {
    ask: '“{word}” 连续出现 {tokens} 次，既不加位置，也不旋转。每个份额是多少？',
    why: '所有分数都相等，所以 softmax 把每一行平分：1 除以 {tokens}。',
    hints: {
      whole: '那是整行加起来的和。',
      count: '那是词的个数。它们的份额加起来才是 1。',
    },
  },
  'turn-angle': {
    ask: '一支箭头每前进一个位置转 {angle}°。第一个词在位置 0。第 {place} 个词的箭头转了多少度？',
    why: '第一个词在位置 0，所以第 {place} 个词在位置 {place} − 1。',
    hints: {
      once: '那只是一步。从第一个词走过来要几步？',
      fromOne: '要数步数，不是词数：第一个词一点也不转。',
    },
  },
  'same-distance': {
    ask: '查询在位置 {query}，键在位置 {key}，分数是 {score}。把两者都移到别的位置。在哪里分数还是一样？',
    why: '两者移动了同样多的位置，距离不变。分数只取决于距离。',
    options: {
      later: '查询在 {queryShifted}，键在 {keyShifted}',
      earlier: '查询在 {queryShifted}，键在 {keyShifted}',
      swapped: '查询在 {key}，键在 {query}',
      doubled: '查询在 {queryDouble}，键在 {keyDouble}',
      one: '查询在 {queryShifted}，键在 {key}',
    },
    hints: {
      swapped: '那样查询和键交换了位置，距离的符号反了。',
      doubled: '位置加倍，距离也加倍。',
      one: '只有查询移动了，距离就变了。',
    },
  },
};
