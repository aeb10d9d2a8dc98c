// Texts of the questions about roles of heads, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const roles: QuestionTexts = {
  'untrained-share': {
    ask: '权重是随机的，抽取 {draws} 次。“{word}”有多常把最大的份额给它的主语“{other}”？',
    why: '{draws} 次里有 {count} 次。权重随机时，一个头可能把很多给了某个词，但给哪个词是偶然的。',
    options: {
      always: '几乎总是',
      half: '大约一半的时候',
      chance: '和碰巧差不多',
    },
    hints: {
      always: '要做到那样，头必须先学会什么是主语。',
      half: '就连这样，也需要权重对主语有所了解。',
    },
  },
  'find-head': {
    ask: '这些头已经训练好。其中一个把动词 “{word}” 引向它的主语 “{other}”。请指出它的注意力图。',
    why: '在 “{word}” 这一行，只有这个头几乎全部落在 “{other}” 上。',
  },
  'find-word': {
    ask: '请选择句中的一个词，它在头 {head} 里几乎把全部给了 “{other}”。',
    why: '这个头把动词引向主语，所以 “{word}” 就是。',
  },
};
