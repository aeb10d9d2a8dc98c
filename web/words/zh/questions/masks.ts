// Texts of the questions about masks, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const masks: QuestionTexts = {
  'row-count': {
    ask: '即将打开因果掩码。“{word}” 是 {tokens} 个词中的第 {place} 个。它会给多少个词份额？',
    why: '它可以看自己和前面的词，所以就是它在句中的位置。',
    hints: {
      all: '那是所有的词。后面的词是隐藏的。',
      ahead: '那是它看不到的词。',
      notItself: '一个词也可以看自己。',
    },
  },
  'empty-cells': {
    ask: '因果掩码没有打开。一个句子长 {tokens} 个词元，末尾的填充符：{fillers} 个。一张注意力图里有多少个空格子？',
    why: '任何一行都不能看填充，所以每个填充符有一列 {tokens} 个空格子：{fillers} × {tokens}。填充的行照样计算。',
    hints: {
      corner: '任何一行都不能看填充，不只是填充的行。',
      both: '只有列是空的，填充的行照样计算。',
      fillers: '那是列数。每一列在每一行都有一个格子。',
    },
  },
  'first-hidden': {
    ask: '即将打开因果掩码。找到 “{word}” 的行（第 {place} 行）。这一行里第一个会变空的格子是哪个？请指出来。',
    why: '行是在看的词，列是被看的词。后面的词被遮住。',
    hints: {
      itself: '一个词可以看自己。下一个格子才是第一个隐藏的。',
      turned: '行和列反了：行是在看的词。',
    },
  },
};
