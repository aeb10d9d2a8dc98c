// Texts about words that a trained model does not know, and about its layers' steps, in simplified
// Chinese.

export const unknown: Record<keyof typeof import('../../en/lab/unknown.ts').unknown, string> =
  Object.freeze({
    unknownOne:
      '训练好的模型认识 {count} 个英语单词，不认识 {word}。所以现在显示的是未经训练的头。请选一个它认识的词：',
    unknownMany:
      '训练好的模型认识 {count} 个英语单词，不认识带下划线的词。所以现在显示的是未经训练的头。请选它认识的词：',
    unknownReplace: '用 {other} 代替 {word}',
    unknownOther: '用其他词代替 {word}',
    unknownOtherShort: '其他词',
    unknownReplaced: '{word} 已换成 {other}。',
    unknownMore: '还有 {count} 个词要替换。',
    unknownEnglish: '用英语模型来读',
    unknownExample: '回到例句',
    stepEmbeddingBelow: '第 {layer} 层的输出',
    stepEmbeddingDeeper:
      'h 是第 {layer} 层在注意力之后的结果，f 是它的网络由 h 的每一行单独算出的结果。两者之和就是 x：每个词元一行数。',
    stepEmbeddingNormed:
      'h 是第 {layer} 层在注意力之后的结果，f 是它的网络由 h 的每一行单独算出的结果。两者之和经过归一化就是 x：每个词元一行数。',
    stepNormLearned:
      '把输入加到注意力的结果上，这样输入不会丢失。然后把每一行归一化为均值 0、方差 1；再把每一列乘以 γ，加上 β，两者都是学到的。',
    provXSecond: '第 {layer} 层对 {token} 的输出，这一层只读这一句。',
    provBelowX:
      '第 {layer} 层对 {token} 的输出：h 是这一层在注意力之后的结果，f 是它的网络由 h 算出的结果。',
    provBelowNormed:
      '第 {layer} 层对 {token} 的输出：h + f 减去均值，除以方差的平方根，再乘 γ，加 β。h 是这一层在注意力之后的结果，f 是它的网络由 h 算出的结果。',
    provBelowSum: 'h 是第 {layer} 层在注意力之后对 {token} 的结果。f 是它的网络由 h 算出的结果。',
    provBelow: '第 {layer} 层在注意力之后对 {token} 的数。点击它，就到那里继续。',
    provGated: '网络的激活函数 {activation} 作用于一个数，再乘以另一个数：前者是门。',
    provActivated: '网络的激活函数 {activation}，作用在这一个数上。',
    provNormLearned: '减去均值，除以方差的平方根；方差加上一点点，使它永远不为 0。再乘 γ，加 β。',
    provGain: '第 {column} 列要乘的数，是学到的。',
    provShift: '第 {column} 列要加的数，是学到的。',
  });
