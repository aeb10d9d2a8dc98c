// Texts of the questions in simplified Chinese; see en.ts for placeholders.

import { appears } from './questions/appears.ts';
import { digits } from './questions/digits.ts';
import { dropout } from './questions/dropout.ts';
import { fiveWays } from './questions/five-ways.ts';
import { headDid } from './questions/head-did.ts';
import { layer } from './questions/layer.ts';
import { why } from './questions/why.ts';
import { longTexts } from './questions/long-texts.ts';
import { masks } from './questions/masks.ts';
import { oneHead } from './questions/one-head.ts';
import { roles } from './questions/roles.ts';
import { scale } from './questions/scale.ts';
import { shapes } from './questions/shapes.ts';
import { positions } from './questions/positions.ts';
import { pairs } from './questions/pairs.ts';
import { matrices } from './questions/matrices.ts';
import { sinks } from './questions/sinks.ts';
import type { QuestionWords } from '../en/questions.ts';

const questions: QuestionWords['questions'] = Object.freeze({
  ...why,
  ...oneHead,
  ...fiveWays,
  ...shapes,
  ...scale,
  ...masks,
  ...layer,
  ...roles,
  ...longTexts,
  ...positions,
  ...pairs,
  ...matrices,
  ...sinks,
  ...dropout,
  ...digits,
  ...appears,
  ...headDid,
});

const around: QuestionWords['around'] = {
  first: '考考自己',
  again: '还记得吗？',
  testOf: '第 {number} 题，共 {all} 题',
  waiting: '正在准备问题。',
  covered: '你回答之后，答案会显示在这里。',
  lock: '锁定我的答案',
  check: '检查',
  failed: '引擎没有给出答案。请再试一次。',
  skip: '跳过',
  onwards: '继续',
  retry: '换一组数再来',
  right: '对。',
  wrong: '还差一点。',
  skipped: '已跳过。',
  settled: '这一题你已经回答过了。',
  youSaid: '你的答案',
  engineSays: '引擎的答案',
  yes: '是',
  no: '还没有',
  numberLabel: '你的数',
  numberWrong: '请写一个数，例如 12 或 0.25。',
  shapeLabel: '你的形状，例如 4 × 8',
  shapeWrong: '请写一个形状：至少两个整数，用 × 或逗号分隔。',
  setWrong: '还没有改变任何东西。请先在页面上设置，再检查。',
  chooseWrong: '请先选一个。',
  pointHint: '请点击图。用键盘：移到图上，用方向键移动，再按回车键。',
  pointWrong: '请先在图上点击一个。',
  pointHead: '头 {head}',
  pointCell: '第 {row} 行（{word}），第 {column} 列（{other}）',
  pointsAt: '你指的是：{place}',
  orderUp: '把“{step}”上移',
  orderDown: '把“{step}”下移',
  orderPlace: '“{step}”现在是第 {place} 步，共 {count} 步。',
  progress: '{asked} 题答对 {right} 题',
  coreTitle: '前几课的测验',
  coreAbout: '来自“再进一步”之前各课的十道题，每题都有解答。',
  testTitle: '全部课程的测验',
  testAbout: '来自所有课程的十道题，每题都有解答。',
  testBegin: '开始测验',
  testGoOn: '继续测验',
  testNew: '开始新的测验',
  testDone: '测验结束：{asked} 题答对 {right} 题。',
  recap: '你的答案',
  recapLesson: '见《{title}》',
  recapAsk: '再问一次',
  code: '成绩码',
  codeAbout:
    '交给老师。它包含你的回答，能显示抄写错误，但不能证明是谁回答的：浏览器里的网页都做不到。',
  codeCopy: '复制成绩码',
  codeCopied: '已复制',
  codeSelected: '此页面不能复制。成绩已选中，请手动复制。',
  testBest: '你最好的一次测验：{asked} 题中答对 {right} 题。以这次为准。',
  codeName: '你的姓名（如果老师需要）',
  codeSigned: '已用你们班的密钥签名。',
  codeNoCrypto: '没有为你们班签名：此页面不是通过 https 打开的，浏览器无法签名。请告诉老师。',
  codeNoKey: '没有签名：此页面地址中的班级密钥已损坏。请告诉老师。',
  qrShow: '显示二维码',
  qrHide: '隐藏二维码',
  qrLabel: '你的成绩二维码',
  answersKept: '你的回答会保留到下次；此页面不会把它们发送给任何人。',
  answersNotKept: '浏览器在这里不保存任何内容：关闭页面后，你的回答就会消失。',
  startOver: '重新开始',
  startOverSure: '要清除你的所有回答吗？',
  startOverYes: '清除',
  startOverNo: '保留',
};

export const words: QuestionWords = Object.freeze({ questions, around });
