// Texts about a model's predictions for the sentence, in simplified Chinese.

export const prediction: Record<
  keyof typeof import('../../en/lab/prediction.ts').prediction,
  string
> = Object.freeze({
  predictionLabel: '模型对这个句子的预测',
  predictionNext: '下一个词',
  predictionCorrected: '改正后',
  predictionRight: '模型没有发现需要改正的地方。',
  predictionTry: '没有需要改正的地方。关掉一个头，看看它的作用。',
  predictionChoose: '显示每个头对这个词的分数的贡献',
  predictionWas: '原为 {share}',
  pushTitle: '每个头对 {word} 的分数的贡献',
  pushMeaning:
    '每个数是这个头的 {z} 乘以它在 {W_O} 中的行，再乘以模型末端 {word} 的向量。大于 0，这个头使 {word} 更可能；小于 0，更不可能。归一化和后面的层还会改变分数。',

  sumTitle: '每个头的贡献',
  sumOf: '每个头对 {query} 的输出的贡献',
  sumLabel: '{query} 的输出，即各个头之和',
  sumParts: '贡献',
  sumBias: '偏置',
  sumOutput: '输出',
  sumColumn: '第 {column} 列',
  sumMeaning:
    '每一行是一个头的 z 乘以 {W_O} 中属于它的部分，和词元的向量一样宽。再加上偏置，逐列相加就是输出。所有行使用同一刻度。',
});
