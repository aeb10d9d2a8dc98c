// Texts about words that a trained model does not know, and about its layers' steps, in English.

export const unknown = Object.freeze({
  unknownOne:
    'The trained model knows {count} English words; it does not know {word}. So these heads are untrained. Choose a word that it knows:',
  unknownMany:
    'The trained model knows {count} English words; it does not know the underlined words. So these heads are untrained. Choose words that it knows:',
  unknownReplace: 'Put {other} in place of {word}',
  unknownOther: 'Another word in place of {word}',
  unknownOtherShort: 'another',
  unknownReplaced: '{other} stands in place of {word}.',
  unknownMore: '{count} more {count:word|words} to replace.',
  unknownEnglish: 'Read it with the English model',
  unknownExample: 'Back to the example sentence',
  stepEmbeddingBelow: 'What layer {layer} passes on',
  stepEmbeddingDeeper:
    'h is what layer {layer} has after attention, and f is what its network makes of each row of h alone. Their sum is x: one row of numbers for every token.',
  stepEmbeddingNormed:
    'h is what layer {layer} has after attention, and f is what its network makes of each row of h alone. Their sum, normalised, is x: one row of numbers for every token.',
  stepNormLearned:
    'The input is added to what attention found, so that nothing is lost. Then each row is shifted and stretched to mean 0 and variance 1, and after that by what was learned: γ for each column, and β.',
  provXSecond: 'The output of layer {layer} for {token}, which reads this sentence alone.',
  provBelowX:
    'The output of layer {layer} for {token}: h is what it has after attention, and f is what a small network makes of h.',
  provBelowNormed:
    'The output of layer {layer} for {token}: h + f minus its mean, divided by the root of its variance, times γ, plus β. h is what the layer has after attention, and f is what a small network makes of h.',
  provBelowSum:
    'h is what layer {layer} has for {token} after attention. f is what its network makes of h.',
  provBelow:
    'The number that layer {layer} has for {token} after attention. Click it: it comes from there.',
  provGated:
    'The network’s activation function, {activation}, of one number, times another: the first is the gate.',
  provActivated: 'The network’s activation function, {activation}, of this one number.',
  provNormLearned:
    'Minus the mean, divided by the root of the variance; a little is added so that it is never 0. Then times γ, plus β.',
  provGain: 'The factor that stretches column {column}, as it was learned.',
  provShift: 'The number that is added to column {column}, as it was learned.',
});
