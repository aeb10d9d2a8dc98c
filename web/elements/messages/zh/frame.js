// What the lab says around its views, in simplified Chinese.

/** @type {Record<keyof typeof import('../en/frame.js').frame, string>} */
export const frame = Object.freeze({
  // the sentence
  sentenceLabel: '输入一句话',
  sentenceLabelFrom: '这句话的词在看（查询）',
  secondLabel: '看的是这一句的词（键和值）',
  sentencePlaceholder: '任何句子。训练过的模型读的是英语',
  tokensLabel: '这句话的词元',
  tokensLabelSecond: '第二句话的词元',
  tokensAll: '显示全部 {count} 个词元',
  tokensFewer: '只显示一部分词元',
  secondExample: 'The animal was too tired',
  secondAdd: '加上第二句话',
  secondRemove: '去掉第二句话',

  // views, controls
  tabsLabel: '查看方式',
  tabHeads: '各个头',
  tabSteps: '步骤',
  tabTraining: '训练',
  headsLabel: '头',
  causalLabel: '因果掩码（只往回看）',
  causalHint: '一个词可以看自己和它前面的词，不能看后面的。',

  // the line below
  starting: '正在启动引擎',
  computedBefore: '这些数是制作页面时由同一个引擎算好的。你的引擎正在启动',
  computed: '在你的设备上用 {milliseconds} 毫秒算出',
  backendOne: 'WebAssembly，{simd} SIMD，单线程。',
  whyOneThread: '为什么只有一个？',
  backendMany: 'WebAssembly，{simd} SIMD，{threads} 个线程。',
  simdFixed: '固定',
  simdRelaxed: '宽松',

  // changing numbers

  // notices
  empty: '在上面输入一句话。你一边输入，各个头的图就一边出现在这里。',
  emptySecond: '在上面输入第二句话，或者去掉它。',
  truncated: '这段文字很长，你看到的是前 {limit} 个词元。',
  truncatedSecond: '第二段文字很长，你看到的是前 {limit} 个词元。',

  // errors
  failed: '出了点问题。',
  errorUnsupported: '这个浏览器，或者本页的设置，无法运行引擎。',
  errorFetch: '引擎的一部分没能加载。',
  errorFormat: '引擎的一部分在传输中损坏了。',
  errorMemory: '这么长的文字，内存不够用。试试短一点的，或者少几个头。',
  errorDisposed: '引擎已经关闭。',
  errorInternal: '引擎意外停止了。',
  errorDetail: '详情：{detail}',
  tryAgain: '再试一次',
});
