// What is said around the lines, the contributions, mixtures and comparisons of heads, in simplified Chinese.

/** @type {Record<keyof typeof import('../en/lines.js').lines, string>} */
export const lines = Object.freeze({
  tabLines: '连线',
  tabContributions: '贡献',
  viewDrawing: '图',

  // lines
  linesTitle: '注意力的连线',
  linesHeads: '显示的头',
  linesSolo: '只看头 {head}',
  linesFrom: '从（查询）',
  linesTo: '到（键）',
  linesLegend: '线越粗，注意力越多；每个头有自己的颜色。小于 {value} 的线不画。',

  // heads put together
  blendLabel: '把各个头合起来',
  blendEach: '每个头',
  blendMix: '混合',
  blendCompare: '差别',
  blendWeights: '每个头占多少',
  blendShare: '{percent} %',
  blendAverage: '全都一样',
  blendNothing: '没有一个头算数。至少移动一个滑块。',
  blendLess: '减去',
  blendKeep: '把现在的这一次留下来',
  blendKept: '留下的那一次',
  blendKeepAgain: '改为留下现在这一次',
  blendRunHint: '已经留下一次。只要词数和头数不变，随便改什么：每张图会显示它与那一次相差多少。',
  blendDifferent: '留下的那一次词数或头数不同，没法比较。',
  blendMinus: '头 {head} 减去头 {other}',
  blendMixLabel: '各个头的混合。查询词元在纵向，键词元在横向。',
  blendHeadLabel: '头 {head} 减去头 {other}。查询词元在纵向，键词元在横向。',
  blendRunLabel: '头 {head} 减去留下的那一次里的同一个头。查询词元在纵向，键词元在横向。',
  legendDifference: '差别',
  sayMix: '混合：{query} 对 {key} 的注意力是 {value}',
  sayLess: '头 {head} 减去头 {other}：{query} 对 {key}，{value}',
  sayLessRun: '头 {head} 减去留下的那一次：{query} 对 {key}，{value}',

  // contributions
  sumTitle: '每个头加进了什么',
  sumOf: '每个头给 {query} 的输出加进了什么',
  sumLabel: '{query} 的输出，是每个头加进去的东西之和',
  sumParts: '加进',
  sumBias: '偏置',
  sumOutput: '输出',
  sumColumn: '第 {column} 列',
  sumMeaning:
    '每一行是一个头的 z 乘以 W_O 中属于它的部分，和词元自己的向量一样宽。再加上偏置，逐列相加就是输出。所有行用同一个标度。',
});
