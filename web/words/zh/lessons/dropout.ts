// Texts of the lesson about dropout, blocks and heads, in simplified Chinese.

import type { LessonText } from '../../en/lessons.ts';

export const dropout: LessonText = {
  title: 'dropout、块与头',
  about: '容易混淆的几个词，一个一个说清楚。',
  scenes: [
    {
      title: '被丢弃的份额',
      text: [
        '训练模型的时候，每张图里会随机把一些份额设为 0，这就是 dropout。这样一个头就不会只依赖某一个词。',
        '留下的份额要放大来补偿：丢弃的概率是 p，就除以 1 − p。headwise 显示的图总是 dropout 之前的。',
      ],
      attempt: '把概率设为 0.5，看看这一行的和。',
      after: '留下的都变成两倍，一行加起来不再是 1。只有算很多次取平均才是 1。',
    },
    {
      title: '忘了关掉',
      text: [
        'dropout 只用于训练。使用模型时必须关掉：PyTorch 里是 `model.eval()`，Keras 里是 `training=False`。',
        '如果没有关，每次丢弃的份额都不同，同一句话每次得到的答案也不同。你的数每次都在变吗？先查这里。',
      ],
      attempt: '再算两次。然后关掉训练模式。',
      after: '现在每次的数都一样，直到最后一位。',
    },
    {
      title: '去掉一个头是另一回事',
      text: [
        '有时会读到一个头被“丢掉”了。多半是指有意去掉整个头，看看它有什么用。这叫消融。',
        'dropout 在所有头里随机去掉单个的份额，并把其余的放大。消融去掉一个头，每次都是同一个，这一层的其他头都不变。',
      ],
      attempt: '先随机去掉一些份额，再去掉头 2。比较这几行。',
      after: 'dropout：到处是空洞，两次结果不同。消融：一个头不再出声。',
    },
    {
      title: '块不是头',
      text: [
        '一个头有一张图，还有自己的 {W_Q}、{W_K} 和 {W_V}。一个块，也叫一层，有好几个头，后面通常还有一个前馈网络，权重大约是注意力的两倍。',
        '一个块里的头并排工作，用的是同一个 {x}，谁也不等谁。块则先后相接：每一块拿到前一块的结果。',
      ],
      attempt: '选 4 个块，每块 6 个头。',
      after: '4 乘 6 是 24 个头，24 张图。但先后只有 4 步。',
    },
  ],
};
