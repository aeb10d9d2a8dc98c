// Texts of the answers to common questions in simplified Chinese; see en.

import type { AnswerWords } from '../answers.ts';

export const words: AnswerWords = {
  twice: {
    answer: '一次。这个公式里的 {Q} 就是 {x}。',
    text: '公式里每列是一个词，矩阵乘在左边。本页每行是一个词，矩阵乘在右边：{x} {W_i}。只有一个句子时，{Q} 只是输入 {x} 的另一个名字。所以在得到分数之前，{x} 只乘以一个矩阵 {W_i}。图中的第一个矩阵不改变任何数。',
    literal:
      '现在 {W_i} 前面多了矩阵 {W}。数变了，但模型什么也没有多得到：接连乘两次，等于用矩阵 {W} {W_i} 乘一次。',
    standsFor: '公式里的 {Q} 代表',
    difference: '输出与只乘一次的差',
  },
  where: {
    answer: '起初随机，然后学到。没有哪个 {W} 由另一个得来。',
    text: '每个头都有自己的 {W_i} 用于查询，另一个用于键，再一个用于值。它们都是模型的参数。训练的每一步都把它们改变一点，直到这些头对模型有用。',
    together: '程序库把所有头的矩阵并排存成一个大矩阵，再把结果切成各个头。数完全相同。',
    shows: '图中显示的矩阵',
    random: '起初：随机',
    trained: '训练之后',
    map: '用这些矩阵得到的头 {head} 的图',
    difference: '切开的大矩阵与每个头各自的矩阵之差',
  },
  linear: {
    answer: '不对。它得到 {made} 列，而一个头需要 {needed} 列。',
    luck: '这里两者碰巧都是 {needed}。一般来说是错的。',
    text: '查询的宽度就是 `nn.Linear` 的第二个数。它必须是 `head_dim`，即 `embed_dim / nhead`，而且每个头都有自己的一层。',
    makes: '`nn.Linear({width}, {columns})` 得到',
    needs: '一个头需要 `nn.Linear({width}, {columns})`',
    columns: '{rows} 个词，{columns} 列：头 1 的查询',
    together: '全部 {heads} 个头并排：{W_O} 需要 {width} 列，这里有 {joined} 列',
    layer: '代码中的这一行',
    says: '引擎说',
    fits: '引擎可以计算：{joined} 列进入 {W_O}。',
  },
  out: {
    answer: '{rows} × {columns}：从并排的所有头，变回一个词。',
    text: '每个头为每个词给出 {headDim} 个数。并排就是 {heads} × {headDim} = {rows} 个，所以 {W_O} 有 {rows} 行。它有 {columns} 列，因为它的结果要加到宽度为 {columns} 的 {x} 上。',
    head: '头 {head}',
    joined: '一个词的各个头并排：{rows} 个数',
    rows: '{rows} 行',
    columns: '{columns} 列',
    output: '这个词的输出：{columns} 个数',
    headCount: '头数',
    headWidth: '每个头的宽度',
    split: '{width} ÷ 头数',
  },
  trained: {
    answer: '看特定的词：代词所指的名词，动词的主语。',
    text: '这个模型学会了修改一个小语法里的句子。头下面的名字是它的角色，由训练形成。在上面选一个词，看看每个头从那里看向哪里。',
  },
  same: '无',
  signed: '蓝色小于零，橙色大于零，灰色接近零。',
};
