// Texts of the questions about roles of heads, in simplified Chinese.

import type { QuestionTexts } from '../../en/questions.ts';

export const roles: QuestionTexts = {
  'untrained-share': {
    ask: {
      random: '权重是随机的，抽取 {draws} 次。“{word}” 有多常把最大的份额给它的主语 “{other}”？',
      trained:
        '现在是训练好的模型的头 {head}，角色是“动词到主语”：从 “{word}” 到 “{other}”。在 {draws} 个句子里，动词有多常把最大的份额给主语？',
    },
    why: {
      random:
        '{draws} 次里有 {count} 次。权重随机时，一个头可能把很多给了某个词，但给哪个词是偶然的。',
      trained:
        '{draws} 个句子里有 {count} 个。训练好的头的角色就在它的权重里，所以每个句子都一样。',
    },
    options: {
      always: '几乎总是',
      half: '大约一半的时候',
      chance: '和碰巧差不多',
    },
    hints: {
      always: '要做到那样，头必须先学会什么是主语。',
      half: {
        random: '就连这样，也需要权重经过关于主语的训练。',
        trained: '它用成千上万个句子训练过，每个句子里动词都有主语。',
      },
      chance: '它的权重已经不是随机的了。',
    },
  },
  'find-head': {
    ask: '这些头已经训练好。只有其中一个，“{word}” 几乎把全部给了 “{other}”。请指出它的注意力图。',
    why: '在 “{word}” 这一行，只有这个头几乎全部落在 “{other}” 上。',
  },
  'find-word': {
    ask: '请选择句中的一个词，它在头 {head} 里几乎把全部给了 “{other}”。',
    why: '在 “{word}” 这一行，头 {head} 几乎全部落在 “{other}” 上。',
  },
};
