// All texts of the doctor page, in Chinese.

import type { Messages } from '../en/doctor.ts';

export const words: Messages = Object.freeze({
  title: '检查你的注意力实现',
  what: '你写了多头注意力，但数值不对？保存输入、权重和输出。这个页面会指出是哪个错误：它的公式恰好给出你的数值。',
  stays: '所有数据都留在你的电脑上。',

  drop: '把文件拖到这里',
  choose: '选择文件',
  kinds: '.npz 或 .safetensors，可选多个',
  examples: '或者试一个例子：',
  exampleRight: '一个正确的',
  exampleScale: '分数没有缩放',
  exampleMask: '掩码错开一格',

  checking: '正在检查 {file}',
  tooLarge: '这个文件有 {size} MB。这里最多检查 {most} MB；几个词元就够了。',
  unreadable: '无法检查这个文件。',

  right: '正确',
  rightMeaning: '这些就是公式的数值，精确到 float32 的精度。',
  fault: '一个已知的错误',
  faultMeaning: '它的公式恰好给出这些数值：',
  faultsMeaning: '下面每一个错误都恰好给出这些数值：',
  different: '其他问题',
  differentMeaning:
    '数值不对。已试过 {faults} 个已知错误和它们的 {pairs} 种两两组合，都给不出这些数值。',
  forgotten:
    '加上 {option}: {value}，这些数值就是对的：文件里没有写这个选项。请把它和数组一起保存。',
  firstShape: '最先不同的是 {name}：形状是 ({given})，应为 ({expected})。',
  firstPlace: '最先不同的是 {name}，位置 [{at}]：值为 {given}，应为 {expected}。',
  first: '最先不同的是 {name}。',
  chain: '从输入到输出',
  chainSame: '{name}：符合预期',
  chainDiffers: '{name}：不同',
  chainAfter: '{name}：由它算出',
  unseen: '这些输入看不出的错误（{count}）',
  unseenMeaning: '即使有这些错误，结果也会是同样的数值：',
  again: '移除 {file}',

  save: '怎样保存你的数值',
  saveHow:
    '规模小最好：批次大小为 2，5 到 10 个词元，每个 16 到 64 个数。偏置也要随机取值：偏置为 0 时，漏加偏置看不出来。',
  snippetsLabel: '程序库',
  copy: '复制',
  copied: '已复制',
  copyFailed: '请选中后复制',
  more: '文件可以包含的所有名称，以及用命令行评分',
});
