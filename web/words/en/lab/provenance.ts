// Texts about the provenance of a number, in English.

export const provenance = Object.freeze({
  provNamePair: '{symbol}: {query} → {key}',
  provNameToken: '{symbol}: {token}, number {column}',
  provNameWeight: '{symbol}: row {row}, column {column}',
  provNameBias: '{symbol}: number {column}',
  provNameRow: '{symbol}: {token}',
  provSay: '{name} is {value}',
  provCrumbs: 'The numbers followed so far',
  provPreview: 'Click it to see its terms.',

  provTokens:
    'A number of the vector of {token}. It is not computed: without training it is random, and the same wherever the word stands.',
  provTokensTrained: 'A number of the vector of {token}, as it was learned.',
  provPositions:
    'A sine or a cosine of the position in the sentence: token {place}, counted from 0, at the frequency of number {column}.',
  provPositionsTrained: 'A number of this position in the sentence, as it was learned.',
  provWeight: 'A weight. It is not computed: without training it is random.',
  provWeightTrained: 'A weight, as it was learned.',
  provMask: 'It is added to the score: minus infinity where {query} may not look at {key}, else 0.',
  provEdited: 'Set by hand, so its terms have no effect.',
  provEditedShare: 'Set by hand, so its terms have no effect. The row now adds up to {sum}.',
  provX: 'The word’s number and the position’s number, added.',
  provProjection:
    'The row of {token} times a column of weights, number by number, added up; then the bias.',
  provDotProduct: 'The query of {query} times the key of {key}, number by number, added up.',
  provScaled: 'The dot product times 1/√{width}.',
  provUnscaled: 'The dot product as it is: the division is switched off.',
  provMasked: 'The score, as {query} may look at {key}.',
  provMaskedOut: 'Minus infinity, as {query} may not look at {key}.',
  provPower:
    'e to the power of the score minus the largest score of the row, so that nothing overflows.',
  provShare: 'E of this pair, divided by the sum of its row in E.',
  provRounding: 'How the engine rounds',
  provLanes:
    'The engine adds in four lanes: lane 1 takes term 1, 5, 9 and so on. Then it adds the lanes:',
  provLanesCaption: 'How the four lanes add',
  provLane: 'lane {lane}',
  provHeads: 'The value of each token, times the share that {query} gives to it, added up.',
  provCopy: 'The same number: heads are side by side, nothing is computed.',
  provContributions:
    'The result of head {head} for {token}, times its rows of the output matrix, added up.',
  provOutput:
    'The results of all heads for {token}, times a column of weights, added up; then the bias.',
  provSum: 'The input plus the result of attention.',
  provMean: 'The mean of the row: its sum divided by {count}.',
  provVariance:
    'How far the row’s numbers lie from their mean: the squares, added up, divided by {count}.',
  provNorm:
    'Minus the mean, divided by the root of the variance. A small number is added to the variance, so that it is never 0.',

  provTerm: 'no.',
  provToken: 'token',
  provProduct: 'product',
  provSquare: 'squared difference',
  provRunning: 'sum so far',
  provBias: 'bias',
  provMore: 'Show {count} more',
  provEndsOn: 'Added up in this order in float32, the sum is exactly the engine’s number.',
  provEndsElsewhere:
    'Added up in this order, the sum is {value}, which is not the engine’s number.',
  provExact: 'In float64 it is {value}.',
  provDistance:
    'The float32 number differs from it by {distance}, {steps} times the gap to the next float32 number.',
  provDistanceNone: 'The float32 number is exactly that.',
  provTooLong: 'Computing this in float64 as well would take too long here.',
  provBefore: 'Without the changes it is {value}.',

  provEdit: 'Change it',
  provEditLabel: 'New value',
  provEditRange: 'New value, as a slider',
  provEditWord: 'This changes {token} wherever it stands.',
  provEditSet: 'Set',
  provEditBack: 'Restore it',
  provMaskMay: 'May look',
  provMaskMayNot: 'May not look',
});
