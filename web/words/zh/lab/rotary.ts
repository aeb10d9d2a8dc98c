// Texts of the drawings of the lesson about rotary positions, in simplified Chinese.

export const rotary: Record<keyof typeof import('../../en/lab/rotary.ts').rotary, string> =
  Object.freeze({
    rotarySwitch: '旋转查询和键',
    rotaryOrderCaption: '每个位置都是 “{word}”',
    rotaryScores: '分数',
    rotaryAllScores: '任意两个分数的最大差别',
    rotaryDiagonal: '同一条对角线上的最大差别',
    rotaryPosition: '位置',
    rotaryShift: '两个词都往后移',
    rotaryTurnCaption: '“{word}” 的查询，旋转前（虚线）和旋转后',
    rotaryMovedCaption: '“{word}” 的查询和 “{other}” 的键',
    rotaryPair: '第 {first} 和第 {second} 个数',
    rotaryStep: '每个位置 {degrees}°',
    rotaryScoreAt: '位置 {query} 和 {key} 的分数',
    rotaryDifference: '差别',
    rotaryPaired: '配对',
    rotaryHalves: '两半',
    rotaryNeighbours: '相邻',
    rotaryPairsCaption: '“{word}” 的查询',
    rotaryBefore: '旋转前',
    rotaryAfter: '在位置 {position} 旋转后',
    rotaryReorder: '给 {W_Q} 和 {W_K} 的列换顺序',
    rotaryLess: '相邻 − 两半',
    rotaryMost: '最大差别',
  });
