// Texts of the lab around its views, in simplified Chinese.

export const frame: Record<keyof typeof import('../../en/lab/frame.ts').frame, string> =
  Object.freeze({
    // the sentence
    sentenceLabel: '输入一句话',
    sentenceLabelFrom: '这句话的词去看（查询）',
    secondLabel: '这句话的词（键和值）',
    sentencePlaceholder: '任何句子都可以。训练好的模型只懂英语',
    tokensLabel: '这句话的词元',
    tokensLabelSecond: '第二句话的词元',
    tokensAll: '显示全部 {count} 个词元',
    tokensFewer: '收起部分词元',
    secondExample: 'The animal was too tired',
    secondAdd: '加上第二句话',
    secondRemove: '去掉第二句话',

    // views, controls
    tabsLabel: '查看方式',
    tabSee: '查看',
    tabCompute: '计算',
    tabTrain: '训练',
    viewsLabel: '注意力头的显示方式',
    viewMaps: '图',
    viewLines: '连线',
    viewContributions: '各头的贡献',
    moreTools: '更多',
    fewerTools: '收起',
    headsLabel: '注意力头',
    causalLabel: '因果掩码（只往回看）',
    causalHint: '一个词可以看自己和它前面的词，不能看后面的。',

    // the line below
    starting: '正在启动引擎',
    computedBefore: '由同一个引擎在制作页面时算出。你的引擎正在启动',
    computed: '在你的设备上计算，用时 {milliseconds} 毫秒',
    backendOne: 'WebAssembly，{simd} SIMD，单线程。',
    whyOneThread: '为什么是单线程？',
    backendMany: 'WebAssembly，{simd} SIMD，{threads} 个线程。',
    simdFixed: '固定',
    simdRelaxed: '宽松',

    // notices
    empty: '在上面输入一句话。每个头的注意力图会随着输入出现在这里。',
    emptySecond: '在上面输入第二句话，或者去掉它。',
    truncated: '这段文字很长，你看到的是前 {limit} 个词元。',
    truncatedSecond: '第二段文字很长，你看到的是前 {limit} 个词元。',

    // errors
    failed: '出了点问题。',
    errorUnsupported: '这个浏览器，或者本页的设置，无法运行引擎。',
    errorFetch: '引擎的一部分没能加载。',
    errorFormat: '引擎的一部分已损坏。',
    errorMemory: '文字太长，内存不够。试试短一点的文字，或者少几个头。',
    errorDisposed: '引擎已经关闭。',
    errorInternal: '引擎意外停止了。',
    errorDetail: '详情：{detail}',
    restarted: '引擎已停止运行。已启动一个新的引擎，重新计算这句话。',
    tryAgain: '再试一次',
  });
