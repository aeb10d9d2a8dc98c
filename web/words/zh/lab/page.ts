// Texts of the page around the lab, in simplified Chinese.

export const page: Record<keyof typeof import('../../en/lab/page.ts').page, string> = Object.freeze(
  {
    pageTitle: 'headwise：多头注意力，逐头细看',
    pageAbout: '看注意力怎样处理你的句子',
    pageMore: '，看清每个头、每个数。',
    languageLabel: '语言',
    modelOpen: '打开模型',
    embedOpen: '嵌入',

    // the questions
    asks: '从这些问题开始',
    asksMenu: '常见问题',
    toolsMenu: '工具',
    askTwice: '{x} 变换了一次还是两次？',
    askWhere: '这些 {W} 从哪里来？',
    askLinear: '{linear} 写对了吗？',
    askOut: '{W_O} 有多大？',
    askTrained: '训练好的头在看什么？',
    askOneHead: '一个头会在哪里失败？',

    addressNewer: '这个链接来自本页的较新版本，所以页面从示例句子开始。',
    addressDamaged: '这个链接已损坏，所以页面从示例句子开始。',
    addressTraining:
      '这个链接里有一个不允许的训练设置：{field} 是 {came}，应为 {expected}。这里改用通常的值。',
    addressTooLong: '内容太多，链接里放不下。“工具”里可以存为文件，也可以再打开这个文件。',
    stateSave: '存为文件',
    stateOpen: '打开存好的文件',
    stateNotOne: '那个文件不是由本页保存的。',
    copyLink: '复制链接',
    checkLink: '在这里检验这个引擎',
    manualLink: '文档',
    writeLink: '编写课程',
    doctorLink: '检查你的代码',
    classLink: '班级成绩',
    copied: '链接已复制',
    copyFailed: '请从地址栏复制',
  },
);
