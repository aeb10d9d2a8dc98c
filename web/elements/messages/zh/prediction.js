// What is said of what a model makes of the sentence, in simplified Chinese.

/** @type {Record<keyof typeof import('../en/prediction.js').prediction, string>} */
export const prediction = Object.freeze({
  predictionLabel: '模型对这个句子的看法',
  predictionNext: '下一个词',
  predictionCorrected: '改正后',
  predictionRight: '它什么都不会改。',
  predictionChoose: '在“贡献”中查看每个头给这个词的得分加了多少',
  predictionWas: '原为 {share}',
  pushTitle: '每个头给 {word} 的得分加了多少',
  pushMeaning:
    '一个头的 {z} 乘以 {W_O} 中属于它的部分，再乘以 {word} 在模型末端的向量。大于 0 表示这个头支持该词，小于 0 表示反对。之后的归一化和各层还会改变得分。',

  sumTitle: '每个头加进了什么',
  sumOf: '每个头给 {query} 的输出加进了什么',
  sumLabel: '{query} 的输出，是各个头加进去的东西之和',
  sumParts: '加进',
  sumBias: '偏置',
  sumOutput: '输出',
  sumColumn: '第 {column} 列',
  sumMeaning:
    '每一行是一个头的 z 乘以 {W_O} 中属于它的部分，和词元自己的向量一样宽。再加上偏置，逐列相加就是输出。所有行用同一个标度。',
});
