// Texts about trained models, their heads' roles, and unknown words, in English.

export const modelMenu = Object.freeze({
  modelLabel: 'Model',
  modelTrained: 'Trained',
  modelEnglish: 'English',
  modelGrammar: 'Grammar',
  modelUntrained: 'Random',
  modelAwaited: 'Loading the English model (2.3 MB).',
  modelReplaced:
    'Your words are read by the English model: the small grammar model knows few words. Rare words become several pieces.',
  modelMissing: 'The English model could not be loaded.',
  layerLabel: 'Layer',
  layerOf: 'Layer {layer} of {layers}',
  trained:
    'These heads are trained. Their small model corrects sentences made of {count} English words. A head with a clear role has its name, measured on {measured} single sentences that were new to the model.',
  trainedEnglish:
    'These heads are trained: a small model of English predicts the next word. It reads any text. A head with a clear role has its name.',
  trainedGiven: 'The weights of these heads were given by this page.',
  modelWords: 'The words it knows',
  modelWordsInsert: 'Words to put into the sentence',

  // roles of heads
  headRole: '{head}: {role}',
  rolePreviousToken: 'previous word',
  roleFirstToken: 'first word',
  roleDuplicate: 'same word',
  roleInduction: 'induction (repeated pattern)',
  roleSelf: 'the word itself',
  roleBack: '{count} {count:word|words} back',
  roleAhead: '{count} {count:word|words} ahead',
  roleVerbToSubject: 'verb to subject',
  roleNounToDeterminer: 'noun to determiner',
  rolePronounToAntecedent: 'pronoun to noun',
  roleMeaning:
    'Its role: {role}. On {where}, {score} of its attention goes there. A head that uses only positions reaches {positional} at most.',
  rolePosition:
    'Its role: {role}. On {where}, {score} of its attention goes there. This role depends on positions only, not on the words.',
  measuredOnText: 'text that was new to the model',
  measuredOnSentences: '{count} single sentences that were new to the model',
  roleAsk: 'Texts on which its role is measured',
  roleNone: 'no clear role',
  roleWeak:
    'It has no clear role. The nearest is: {role}, with {score} of its attention. A head that uses only positions reaches {positional} at most.',

  // words that it does not know
  unknownWord: 'not known to the trained model',
});
