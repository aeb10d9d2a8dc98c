// What is said of trained models, in English: which there are, what their heads do, and words that they do not know.

export const models = Object.freeze({
  modelLabel: 'Weights',
  modelTrained: 'Trained',
  modelUntrained: 'Random',
  layerLabel: 'Layer',
  layerOf: 'Layer {layer} of {layers}',
  trained:
    'These heads are trained. They belong to a small model that corrects sentences in a {count}-word subset of English. A head with a clear role is named after it, as measured on {measured} sentences that were new to the model.',
  trainedGiven: 'The weights of these heads were given by this page.',
  modelWords: 'The words it knows',
  modelWordsInsert: 'Words to put into the sentence',

  // what heads do
  headRole: '{head}: {role}, {score}',
  rolePreviousToken: 'previous word',
  roleFirstToken: 'first word',
  roleSameToken: 'same word',
  roleInduction: 'what came next before',
  roleSelf: 'the word itself',
  roleBack: '{count} words back',
  roleAhead: '{count} words ahead',
  roleVerbToSubject: 'verb to subject',
  roleNounToDeterminer: 'noun to determiner',
  rolePronounToAntecedent: 'pronoun to noun',
  roleMeaning:
    'Its role: {role}. Its score, {score}, is the share of attention that goes where the role says, measured on {count} sentences that were new to the model. A head that knew only positions could reach {positional}.',
  rolePosition:
    'Its role: {role}. Its score, {score}, is the share of attention that goes where the role says, measured on {count} sentences that were new to the model. This role depends on positions only, not on the words.',
  roleNone: 'no clear role',
  roleWeak:
    'It has no clear role. What it does most is: {role}, with a score of {score}. A head that knew only positions could reach {positional}.',

  // words that it does not know
  unknownWord: 'not known to the trained model',
  unknownOne:
    'The trained model knows {count} English words; it does not know {word}. So these heads are untrained. Choose a word that it knows:',
  unknownMany:
    'The trained model knows {count} English words; it does not know the underlined words. So these heads are untrained. Choose words that it knows:',
  unknownReplace: 'Put {other} in place of {word}',
  unknownOther: 'Another word in place of {word}',
  unknownOtherShort: 'another',
  unknownReplaced: '{other} stands in place of {word}.',
  unknownMore: '{count} more words to replace.',
  unknownExample: 'Back to the example sentence',

  // its steps
  stepEmbeddingDeeper:
    'The vectors of words and places are added and go through layer {layer}: attention, Add & Norm, and a small network that works on each word alone. What comes out is x, one row for every token.',
  stepNormLearned:
    'The input is added to what attention found, so that nothing is lost. Then each row is shifted and stretched to mean 0 and variance 1, and after that by what was learned: γ for each column, and β.',
  provXDeeper:
    'The output of layer {layer} for {token}. Choose layer {layer} above to see its attention.',
  provNormLearned:
    'Less the mean, divided by the root of the variance; a little is added so that it is never 0. Then times γ, plus β.',
  provGain: 'What column {column} is stretched by, as it was learned.',
  provShift: 'What is added to column {column}, as it was learned.',
});
