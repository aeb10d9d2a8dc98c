// Texts around the lines, the contributions, mixtures and comparisons of heads, in simplified Chinese.

export const lines: Record<keyof typeof import('../../en/lab/lines.ts').lines, string> =
  Object.freeze({
    viewDrawing: '图',

    // heads put together
    blendLabel: '组合各个头',
    blendEach: '每个头',
    blendMix: '混合',
    blendCompare: '差值',
    blendWeights: '每个头的系数',
    blendShare: '{percent} %',
    blendAverage: '系数全部相同',
    blendNothing: '所有系数都是 0。请至少移动一个滑块。',
    blendLess: '减去',
    blendKeep: '快照（现在拍下）',
    blendKept: '快照',
    blendKeepAgain: '重新拍快照',
    blendRunHint: '正在与快照比较。只要词数和头数不变，可以随意改动：每张图显示的是差值。',
    blendDifferent: '快照的词数或头数不同，无法比较。',
  });
