// Texts of the lesson about dropout, in simplified Chinese.

import type { LessonText } from '../../en/lessons.ts';

export const dropout: LessonText = {
  title: 'dropout',
  about: '训练时丢弃的份额，以及它与去掉头的区别。',
  scenes: [
    {
      title: '被丢弃的份额',
      text: [
        '训练模型的时候，每张图里会随机把一些份额设为 0，这就是 dropout。这样一个头就不会只依赖某一个词。',
        '每个份额以概率 p 被丢弃。留下的份额除以 1 − p。headwise 的图总是显示 dropout 之前的份额。',
      ],
      guess: ['这一行的和会是多少？', '还是 1', '小于 1', '有时大，有时小'],
      attempt: '把概率设为 0.5，看看这一行的和。',
      after: '留下的份额变成两倍，一行加起来不再是 1。只有多次计算的平均才是 1。',
    },
    {
      title: '忘了关掉',
      text: [
        'dropout 只用于训练。使用模型时必须关掉：PyTorch 里是 `model.eval()`，Keras 里是 `training=False`。',
        '如果没有关，每次丢弃的份额都不同，所以结果每次都不同。你的数每次都在变吗？先查这里。',
      ],
      attempt: '再算两次。然后关掉训练模式。',
      after: '现在每次的数都一样，直到最后一位。',
    },
    {
      title: 'dropout 不去掉头',
      text: [
        '有时会读到一个头被“丢掉”了。通常是指有意去掉整个头，来测量它的作用。这叫做消融。',
        'dropout 在所有头里随机去掉单个份额，并把其余的份额放大。消融去掉一个选定的头，这一层的其他头都不变。',
      ],
      attempt: '先随机去掉一些份额，再去掉头 2。比较这几行。',
      after:
        'dropout：所有头里都有为 0 的份额，两次结果不同。消融：一个头不加上任何内容，两次结果相同。',
    },
  ],
};
