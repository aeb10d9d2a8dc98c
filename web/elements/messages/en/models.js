// What is said of trained models, in English: which there are, what their heads do, and words that they do not know.

export const models = Object.freeze({
  modelLabel: 'Weights',
  modelTrained: 'Trained',
  modelUntrained: 'Random',
  layerLabel: 'Layer',
  layerOf: 'Layer {layer} of {layers}',
  trained:
    'These heads are trained. They belong to a small model that corrects sentences in an English of {count} words. A head with a clear role is named after it, as measured on {measured} sentences that were new to the model.',
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
    'Its role: {role}. Its score, {score}, is the share of attention that goes where the role says, measured on {count} sentences that were new to the model. For this role it does not matter what the words are, only where they stand.',
  roleNone: 'no clear role',
  roleWeak:
    'It has no clear role. What it does most is: {role}, with a score of {score}. A head that knew only positions could reach {positional}.',

  // words that it does not know
  unknownWord: 'not known to the trained model',
  unknownOne:
    'The trained model knows {count} English words, and {word} is none of them. So these heads are untrained ones. Choose a word that it knows:',
  unknownMany:
    'The trained model knows {count} English words, and the marked ones are none of them. So these heads are untrained ones. Choose words that it knows:',
  unknownReplace: 'Put {other} in place of {word}',
  unknownOther: 'Another word in place of {word}',
  unknownOtherShort: 'another',
  unknownReplaced: '{other} stands in place of {word}.',
  unknownMore: 'After these, {count} more.',
  unknownExample: 'Back to the example sentence',

  // its steps
  stepEmbeddingDeeper:
    'The vectors of words and places are added and go through layer {layer}: attention, Add & Norm, and a small network that works on each word alone. What comes out is x, one row for every token.',
  stepNormLearned:
    'The input is added to what attention found, so that nothing is lost. Then each row is shifted and stretched to mean 0 and variance 1, and after that by what was learned: γ for each column, and β.',
  provXDeeper:
    'What layer {layer} has made of {token}. Choose layer {layer} above to see how its attention came about.',
  provNormLearned:
    'Less the mean, divided by the root of the variance; a little is added so that it is never 0. Then times γ, plus β.',
  provGain: 'What column {column} is stretched by, as it was learned.',
  provShift: 'What is added to column {column}, as it was learned.',
});
