// Texts about layers with pre-norm and rotated queries and keys, in simplified Chinese.

export const blocks: Record<keyof typeof import('../../en/lab/blocks.ts').blocks, string> =
  Object.freeze({
    stepEmbeddingPlain: '每个词有一个向量，这就是 x：每个词元一行数。不加位置。',
    stepEmbeddingTurned:
      '每个词有一个向量，这就是 x：每个词元一行数。不加位置。位置稍后才起作用：在查询和键旋转的时候。',
    stepInputNorm: '层归一化',
    stepInputNormShort: '归一化',
    stepInputNormText:
      '在注意力之前，把每一行归一化为均值 0、方差 1；然后每一列乘以 γ，再加上 β，两者都是学到的。注意力得到的是 N。x 本身保留，最后再加回来。',
    stepProjectionNormed:
      'N 乘以三个矩阵。Q 的一行是一个词元的查询，好比一个问题。K 的一行是它的键，好比一张标签：每个查询都要与各个键比较。V 的一行是它的值：各个词元从它那里取走的内容。',
    stepTurned: '按位置旋转',
    stepTurnedShort: '旋转',
    stepTurnedText:
      '注意力这样得知每个词元的位置。把一行的数两两配对，前后两半各取一个。每一对是一支箭头，转过的角度是词元的位置 p 乘以 ωᵣ。所以两个词元的分数取决于它们之间的距离。',
    stepSum: '加上注意力的结果',
    stepSumShort: '相加',
    stepSumText:
      '把注意力的结果加到 x 上，这样什么都不会丢。之后没有归一化：这一层的下一部分有它自己的。',
    provXPlain: '就是词的数：不加位置。',
    provTurned:
      '{token} 的第 {column} 个数和第 {partner} 个数合成一支箭头。它的位置是 {place}（从 0 数起），所以转过 {place} · {each} = {angle} 弧度：一个数乘以余弦，另一个乘以正弦，再相加。',
    provTurn: '旋转',
  });
