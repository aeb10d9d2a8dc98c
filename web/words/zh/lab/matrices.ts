// Texts of the drawings of the lesson about the three matrices, in simplified Chinese.

export const matrices: Record<keyof typeof import('../../en/lab/matrices.ts').matrices, string> =
  Object.freeze({
    matricesOne: '两者共用一个矩阵：{W_K} 就是 {W_Q}',
    matricesScores: '头 {head} 的分数',
    matricesTimes: '{W_K} 的每个数乘以',
    matricesScore: '“{word}” 给 “{other}” 的分数',
    matricesBest: '“{word}”的最高分给了',
    matricesOwn: '最高分给了自己的词',
    matricesOf: '{count} / {all}',
    formRank: '大矩阵的秩至多',
    formLarge: '大矩阵中数的个数',
    formSmall: '两个小矩阵中数的个数',
    formDifference: '分数的最大差别',
    exchangeWhat: '交换',
    exchangeNothing: '不交换',
    exchangeKeys: '键',
    exchangeValues: '值',
    exchangeBoth: '两者',
    exchangeMixed: '新向量',
    exchangeMapChanges: '图里变了的数（不算舍入）',
    exchangeMixedChanges: '新向量里变了的数',
    handedWhat: '混合的是',
    handedCaption: '每个词的查询与它的混合结果有多匹配',
    handedEqual: '相等的份额',
    handedLooking: '这个头的份额',
    handedMore: '用注意力比用相等份额更匹配的查询',
  });
