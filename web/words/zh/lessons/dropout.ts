// Texts of the lesson about dropout, in simplified Chinese.

import type { LessonText } from '../../en/lessons.ts';

export const dropout: LessonText = {
  title: 'dropout',
  about: '训练时丢弃什么，不丢弃什么。',
  scenes: [
    {
      title: '被丢弃的份额',
      text: [
        '训练模型的时候，每张图里会随机把一些份额设为 0，这就是 dropout。这样一个头就不会只依赖某一个词。',
        '留下的份额要放大来补偿：丢弃的概率是 p，就除以 1 − p。headwise 显示的图总是 dropout 之前的。',
      ],
      guess: ['这一行的和会是多少？', '还是 1', '小于 1', '有时大，有时小'],
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
  ],
};
