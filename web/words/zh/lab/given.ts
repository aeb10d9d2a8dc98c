// Texts about the steps of a model that was opened, in simplified Chinese.

export const given: Record<keyof typeof import('../../en/lab/given.ts').given, string> =
  Object.freeze({
    givenImage: '图像变成数字',
    givenImageShort: '图像',
    givenFirst: 'x 是第一层的输入：每个词元一行数。点击一个数，就能看到模型怎样算出它。',
    givenDeeper: 'x 是第 {layer} 层的输出：每个词元一行数。',
    provMlpGiven:
      '第 {layer} 层的网络（MLP）对 {token} 的输出，由 h 算出。对打开的模型，不显示网络内部的数。',
    givenAdded:
      'x 是进入第 {layer} 层的数（x′）、该层注意力加上的数（o′）与该层网络（MLP）加上的数（f）之和：每个词元一行数。',
    provAdded:
      '第 {layer} 层对 {token} 的输出：进入该层的数、其注意力加上的数与其网络（MLP）加上的数之和。',
    provEntered: '{token} 进入第 {layer} 层的数。点击它，在那一层继续。',
    provAttended: '第 {layer} 层的注意力对 {token} 给出的数。点击它，在那一层继续。',
    provFactored: '第 {layer} 层的注意力对 {token} 给出的数，乘以第 {column} 列的系数。',
    provFactor: '第 {column} 列的系数，属于模型的这一层。',
    provMlpAdded: '第 {layer} 层的网络（MLP）对 {token} 加上的数。打开的模型不显示网络内部的数。',
    provCrossed: '{token} 在第 {layer} 层经过交叉注意力之后的数，这些步骤不显示交叉注意力。',
    givenInputNorm:
      '在注意力之前，每一行除以其平方平均值的平方根，每一列再乘以学到的 γ。注意力得到的是 N；x 本身保留，最后再加回来。',
    givenShared: '每 {count} 个头为一组，共用键和值。',
    givenTurnedNeighbours:
      '注意力这样得知每个词元的位置。把一行的数相邻两两配对。每一对是一支箭头，转过的角度是词元的位置 p 乘以 ωᵣ。所以两个词元的分数取决于它们之间的距离。',
    givenTurnedSome: '每一行只有前 {count} 个数旋转。',
    givenTurnedFactor: '余弦和正弦都乘以 {factor}。',
    givenUnscaled: '这个模型不缩放：分数就是点积本身。',
    givenScale: '这个模型把点积乘以 {scale}。',
    givenCapped: '大的分数受到限制（softcap）：T 总在 −{cap} 和 {cap} 之间。',
    givenDistance: '每个分数都加上 B。它取决于头和两个词元的位置，与它们的内容无关。',
    givenNoMask: '这里没有掩码：每个词元都可以看其他所有词元。',
    givenEnds:
      '所有的头合在一起：C 再乘以一个矩阵。在 O 之后，这个模型除了加到 x 上还有其他运算；这些步骤不显示它们。',
    givenNormAfter:
      '把输入加到注意力的结果上，这样什么都不会丢。然后每一行除以其平方平均值的平方根，每一列再乘以学到的 γ。',
    stepHeadNorm: '查询和键的归一化',
    stepHeadNormShort: 'Q、K 归一化',
    stepHeadNormText:
      'Q 和 K 的每一行除以其平方平均值的平方根，每一列再乘以学到的 γ。这样，查询或键不会只因为数大就得到更高的分数。',
    givenHeadNorm:
      'Q 和 K 的每一行归一化为平均值 0、方差 1；每一列再乘以 γ，加上 β，两者都是学到的。这样，查询或键不会只因为数大就得到更高的分数。',
    provMadeSum: '{token} 的这几个数相加，就是进入第一层的数。',
    provMadeScaled: '词元向量的数乘以 {scale}，这个模型这样做。',
    provFileRow: '文件中 {tensor} 的第 {row} 行、第 {column} 列（都从 0 数起），是学到的。',
    provFile: '文件中 {tensor} 的一个数，是学到的。',
    provPixel: '图像中这一块的一个数，已按模型的要求缩放并归一化。',
    provXGiven: '进入这一层的、{token} 的一个数。这一层的步骤从这里开始。',
    provScaledGiven: '点积乘以 {scale}，这个模型这样做。',
    provCapped: '分数除以 {cap}，取双曲正切，再乘以 {cap}：不会超过 ±{cap}。',
    provDistances: '加到分数上的数，取决于 {query} 和 {key} 的位置。',
    provSquares:
      '这个数除以它所在行平方平均值的平方根，再乘以 γ。平均值上加了一点，使它不会是 0。下面把这些平方加起来。',
    provNotTurned: '同一个数：每一行只有前面的数旋转。',
  });
