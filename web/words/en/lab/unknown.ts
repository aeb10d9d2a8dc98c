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

  stepEmbeddingDeeper:
    'The vectors of words and positions are added and go through {layers}: attention, Add & Norm, and a small network that works on each word alone. The result is x, one row for every token.',
  stepNormLearned:
    'The input is added to what attention found, so that nothing is lost. Then each row is shifted and stretched to mean 0 and variance 1, and after that by what was learned: γ for each column, and β.',
  provXDeeper:
    'The output of layer {layer} for {token}. Choose layer {layer} above to see its attention.',
  provNormLearned:
    'Minus the mean, divided by the root of the variance; a little is added so that it is never 0. Then times γ, plus β.',
  provGain: 'The factor that stretches column {column}, as it was learned.',
  provShift: 'The number that is added to column {column}, as it was learned.',
});
