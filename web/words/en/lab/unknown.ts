// Texts about words that a trained model does not know, and about its layers' steps, in English.

export const unknown = Object.freeze({
  unknownOne:
    'The trained model knows {count} English words, but not {word}. So these heads are not trained. Choose a word that it knows:',
  unknownMany:
    'The trained model knows {count} English words, but not the underlined ones. So these heads are not trained. Choose words that it knows:',
  unknownReplace: 'Put {other} in place of {word}',
  unknownOther: 'Another word in place of {word}',
  unknownOtherShort: 'another',
  unknownReplaced: '{word} was replaced by {other}.',
  unknownMore: '{count} more {count:word|words} to replace.',
  unknownEnglish: 'Read it with the English model',
  unknownExample: 'Back to the example sentence',
  stepEmbeddingBelow: 'Output of layer {layer}',
  stepEmbeddingDeeper:
    'h is what layer {layer} has after attention, and f is the result of its network for each row of h alone. Their sum is x: one row of numbers for every token.',
  stepEmbeddingNormed:
    'h is what layer {layer} has after attention, and f is the result of its network for each row of h alone. Their sum, normalised, is x: one row of numbers for every token.',
  stepNormLearned:
    'The input is added to the result of attention, so that nothing of it is lost. Then each row is normalised to mean 0 and variance 1. Then each column is multiplied by γ, and β is added; both were learned.',
  provXSecond: 'The output of layer {layer} for {token}, which reads this sentence alone.',
  provBelowX:
    'The output of layer {layer} for {token}: h is what the layer has after attention, and f is the result of its network for h.',
  provBelowNormed:
    'The output of layer {layer} for {token}: h + f minus its mean, divided by the root of its variance, times γ, plus β. h is what the layer has after attention, and f is the result of its network for h.',
  provBelowSum:
    'h is what layer {layer} has for {token} after attention. f is the result of its network for h.',
  provBelow:
    'The number that layer {layer} has for {token} after attention. Click it to go on there.',
  provGated:
    'The network’s activation function, {activation}, of one number, times another: the first is the gate.',
  provActivated: 'The network’s activation function, {activation}, of this one number.',
  provNormLearned:
    'Minus the mean, divided by the root of the variance, times γ, plus β. A small number is added to the variance, so that it is never 0.',
  provGain: 'The factor of column {column}, as it was learned.',
  provShift: 'The number that is added to column {column}, as it was learned.',
});
