// Texts of the drawings of the lessons about the first word, dropout and digits, in English.

export const drawings = Object.freeze({
  lessonNeedsEnglish: 'Needs the English model, which is not part of this copy of headwise.',

  // the first word
  sinkCaption: 'Share that each head gives to “{word}”: the mean over all words from the third on',
  weightedMap: 'Length of share × value',
  weightedRow: 'The row of “{word}”',
  weightedRest: 'all others',
  weightedValue: 'Length of the value, after {W_O} (others: mean by share)',
  weightedArrives: 'Length of share × value',
  missedCaption: 'Below each word: the word that the model expects next',
  missedEffect:
    'How much of the predicted probabilities changes without each head. Bold: the head of its layer that looks most at the first word',
  missedChanged: 'Positions with a different prediction now',
  missedMoved: 'How much of the predicted probabilities changes',
  missedLeast: 'Head with the least effect in this layer',

  // predictions after each layer
  lensCaption: 'Read after each layer, at “{before}”',
  lensCase: 'Read after each layer',
  lensInput: 'Input',
  lensAfter: 'After layer {layer}',
  lensGuess: 'Likeliest next word',
  lensShare: 'Its probability',
  lensOwn: 'Probability of “{word}”',
  lensFrom: 'After “{before}” the model says “{word}”, {share}. It leads from layer {layer} on.',
  lensAlways: 'After “{before}” the model says “{word}”, {share}. It leads from the input on.',

  // effects of heads
  effectHead: 'layer {layer}, head {head}',
  effectGone: 'removed',
  effectAll:
    'After “{before}” the model says “{word}”, {all}. It needs {other} most: without it “{word}” has {least}.',
  effectRemoved:
    'Without {head} “{word}” has {base} in place of {all}. Without {other} as well, it has {least}.',
  effectLooksAt: 'How much each head of “{before}” looks at the earlier “{word}”. Bold: the most',
  effectLooks:
    'The largest share that each head of “{before}” gives to one earlier word. Bold: the most',
  effectEach: 'Probability of “{word}” without each head. Bold: the lowest',
  effectPair:
    'Probability of “{word}” without {head} and without each other head. Bold: the lowest',

  // dropout
  dropChance: 'Chance p to be dropped',
  dropBefore: 'Head {head}, as maps show it',
  dropAfter: 'Head {head}, as training uses it',
  dropGone: 'Shares of “{word}” that were dropped',
  dropFactor: 'Shares that stay are multiplied by',
  dropSumBefore: 'Sum of the row of “{word}” before',
  dropSumAfter: 'Sum of this row after',
  runsTraining: 'Training mode: dropout is on',
  runsAgain: 'Compute again',
  runsRun: 'Run',
  runsNumber: 'Number {number}',
  runsCaption:
    'The first numbers of {z} of “{word}” in head {head}; with dropout, {chance} is dropped',
  goneWhat: 'Removed',
  goneNothing: 'nothing',
  goneShares: 'shares, by chance',
  goneHead: 'head 2',
  goneZeros: 'Shares that are 0',
  goneHeads: 'Heads that add nothing',
  goneTwice: 'Computed twice',
  goneSame: 'the same result',
  goneOther: 'two different results',
  blocksBlocks: 'Blocks',
  blocksHeads: 'Heads in each',
  blocksBlock: 'Block {block}',
  blocksNorm: '+ norm',
  blocksOut: 'output',
  blocksChanged: 'Maps in which numbers change',
  blocksAll: 'Heads in all, each with a map',
  blocksSide: 'Heads side by side',
  blocksAfter: 'Blocks one after another',
  blocksMap: 'Rows × columns of each map',

  // digits
  softmaxAdded: 'Added to every score',
  softmaxNaive: 'As in the formula',
  softmaxStable: 'With the largest score subtracted first',
  softmaxExp: 'exp(score)',
  softmaxLess: 'exp(score − largest)',
  softmaxSum: 'Sum of all exp',
  onlineCaption: 'The scores in the row of “{word}”, read one by one',
  onlineRead: 'Scores read so far',
  onlineMax: 'Largest so far',
  onlineFactor: 'Sum before, times',
  onlineSum: 'Sum so far',
  onlineTwice: 'Sum in two passes',
  onlineDifference: 'Largest difference between the shares',
  roundedFormat: 'Queries and keys kept as',
  roundedShare: 'The resulting share',
  roundedWrong: 'Error',
  roundedMap: 'Error of each cell of head {head}',
  roundedLargest: 'Largest error in this map',
  roundedFull: 'The strongest color means',
  roundedCaption: 'The share of “{other}” in the row of “{word}”: digits that are right are bold',
});
