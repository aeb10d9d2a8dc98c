// Messages about errors in a teacher's lesson, in Chinese. See en.ts.

import type { Messages } from '../en/own-lesson.ts';

export const words: Messages = Object.freeze({
  line: '第 {line} 行',
  notOne: '这一课有错误。作者可以在“编写课程”页面上改正。',
  more: '另有 {count} 处',

  tooLong: '文本有 {size} kB；一课最多 {most} kB。',
  longLine: '这一行太长：最多 {most} 个字。',
  forbidden: '第 {column} 个字是控制字符 {code}，课程中不能有它。请删去。',
  heading: '标题前应为 #，每一幕前应为 ##，这里是 {got}。',
  noTitle: '开头应有标题，例如“# 它们指谁？”。',
  titleTwice: '已经有标题了。每一幕以两个 # 开头：##。',
  noName: '# 后面应有名称。',
  longName: '名称太长：最多 {most} 个字。',
  noScene: '至少应有一幕：一行如“## 第一幕”，下面写上文字。',
  manyScenes: '有 {count} 幕；一课最多 {most} 幕。',
  manyParagraphs: '这一幕有 {count} 段；最多 {most} 段。',
  noWords: '这一幕没有文字：设置下面应写上文字。',
  wordsBefore: '文字应写在一幕里。请先用 ## 开始一幕，或在这一行前写“about:”。',
  noSetting: '没有“{got}”这项设置；可用的有 {expected}。如果是正文，请在行首加 \\。',
  formula:
    'formula：应为字母、数字、符号、^ _ / 和括号，例如 softmax((Q K^T) / sqrt(d)) V；现在是“{got}”。',
  picture:
    'picture：应先写说明，再写 PNG 或 JPEG 的 data: 地址，最多 {most} × {most} 像素；现在是“{got}”。',
  drawing: '应为某课中带图的一幕，例如 scale.4，而不是“{got}”。',
  unknownKey: '没有“{got}”这项设置。是指“{meant}”吗？如果是正文，请在行首加 \\。',
  twice: '“{key}”出现了两次。',
  empty: '“{key}:”后面应有内容。',
  inScene: '“{key}”应写在一幕里，即以 ## 开头的行之后。',
  atTop: '“{key}”应写在最前面，第一幕之前。',
  choice: '{key}：应为 {expected} 之一，这里是“{got}”。',
  choices: '{key}：应为 {expected} 中的几个，用逗号隔开，或写 none；这里是“{got}”。',
  whole: '{key}：应为 {from} 到 {to} 的整数，这里是“{got}”。',
  trainedOnly: '{key}：随机权重只有一层。还需要“model: grammar”。',
  untrainedOnly: '{key}：训练好的模型有自己的值。还需要“model: random”。',
  manyWords: '{key}：最多 {most} 个词和标点，这里有 {count} 个。',
  unknownWord: '训练好的模型不认识“{word}”。请换一个词，或用“model: random”。',
  lookAt: 'look at：应为一个头、一个词或两者，例如 head 2, "it" to "animal"；这里是“{got}”。',
  noHead: '没有第 {head} 个头：头的编号是 1 到 {heads}。',
  noWord: '句子里没有“{word}”这个词。句子是：{sentence}',
  place: '没有 {got} 这个符号。应为 {expected}，或放在反引号里：`{got}`。',

  askFirst: '“{key}”属于一道题：前面应有“ask:”。',
  askTwice: '这一幕已经有题了。请把这一题放进另一幕。',
  noWhy: '这道题没有“why:”：应有一句话解释答案。',
  twoKinds: '一道题只有一种题型。应为“{key}:”或“{other}:”，这里两个都有。',
  noKind: '“{key}:”前应先写题型：choose、number、shape、point、set 或 order。',
  notHere: '带“{kind}:”的题里不能写“{key}”。',
  oneRight:
    '应有一个“right:”答案，这里有 {count} 个。（由引擎计算的答案，请写 number、shape、point、set、order 或 choose。）',
  wrongs: '应有 {from} 到 {to} 个“wrong:”答案，这里有 {count} 个。',
  options: '“{key}:”应有 {from} 到 {to} 行，这里有 {count} 行。',
  quotedWord: 'option：应为句子里的一个词，写在引号里，例如 "animal"；这里是“{got}”。',
  sameAnswer: '有两个相同的答案“{got}”。',
  feedbackAlone: '“feedback:”应紧跟在它所说的答案下面。',
  quantity:
    '应为可以计算的量，例如 weight of head 1 from "it" to "animal"（或 score、dot product）、largest weight of head 1 from "it"、hidden words from "it"、number of words、number of heads、width、width of a head；这里是“{got}”。',
  largestOnly: 'choose：应为“largest weight of head 1 from "it"”，这里是“{got}”。',
  tolerance: 'tolerance：应为不小于 0 的数，这里是“{got}”。',
  matrix: '应为一个矩阵的名称，{expected} 之一，后面也可加“of one head”；这里是“{got}”。',
  point:
    'point：应为“head with the largest weight from "it" to "animal"”、“largest weight of head 1 from "it"”或“first hidden word from "it"”；这里是“{got}”。',
  set: 'set：应为“heads 8”、“width 64”、“causal on”、“scaled off”、“word "it"”、“largest weight of head 2 from "it" to "animal"”或“weight of head 1 from "it" to "animal" above 0.5”之类；这里是“{got}”。',
  bound: 'set：权重在 0 与 1 之间，不会有“{got}”的权重。',
  order:
    'order：应为“as written”，下面写 item 行；或“words by weight of head 1 from "it"”，下面写 option 行；这里是“{got}”。',
  unclear:
    '这道题没有唯一的正确答案：引擎算出的数太接近，或者某个错误答案其实是对的，或者任务已经完成。',
});
