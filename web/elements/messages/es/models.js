// What is said of trained models, in Spanish: which there are, what their heads do, and words that they do not know.

/** @type {Record<keyof typeof import('../en/models.js').models, string>} */
export const models = Object.freeze({
  modelLabel: 'Pesos',
  modelTrained: 'Entrenados',
  modelEnglish: 'Inglés',
  modelGrammar: 'Gramática',
  modelUntrained: 'Al azar',
  modelAwaited: 'El modelo de inglés está en camino (2,6 MB).',
  modelMissing: 'No se pudo cargar el modelo de inglés.',
  layerLabel: 'Capa',
  layerOf: 'Capa {layer} de {layers}',
  trained:
    'Estas cabezas están entrenadas. Son de un modelo pequeño que corrige frases en un subconjunto del inglés de {count} palabras; por eso el ejemplo está en inglés. La que tiene un papel claro lleva su nombre, medido con {measured} frases nuevas para el modelo.',
  trainedEnglish:
    'Estas cabezas están entrenadas: un modelo pequeño de inglés adivina cómo sigue un texto. Lee trozos de palabras, así que acepta cualquier texto. La que tiene un papel claro lleva su nombre.',
  trainedGiven: 'Los pesos de estas cabezas los ha dado esta página.',
  modelWords: 'Las palabras que conoce',
  modelWordsInsert: 'Palabras para poner en la frase',

  headRole: '{head}: {role}, {score}',
  rolePreviousToken: 'palabra anterior',
  roleFirstToken: 'primera palabra',
  roleSameToken: 'misma palabra',
  roleInduction: 'lo que siguió antes',
  roleSelf: 'la propia palabra',
  roleBack: '{count} palabras atrás',
  roleAhead: '{count} palabras adelante',
  roleVerbToSubject: 'del verbo al sujeto',
  roleNounToDeterminer: 'del nombre al determinante',
  rolePronounToAntecedent: 'del pronombre al nombre',
  roleMeaning:
    'Su papel: {role}. Su nota, {score}, es la parte de la atención que va adonde dice el papel, medida con {where}. Una cabeza que solo supiera de posiciones podría llegar a {positional}.',
  rolePosition:
    'Su papel: {role}. Su nota, {score}, es la parte de la atención que va adonde dice el papel, medida con {where}. Para este papel no importa qué palabras son, solo dónde están.',
  measuredOnText: 'texto nuevo para el modelo',
  measuredOnSentences: '{count} frases nuevas para el modelo',
  roleNone: 'sin papel claro',
  roleWeak:
    'No tiene un papel claro. Lo que más hace: {role}, con una nota de {score}. Una cabeza que solo supiera de posiciones podría llegar a {positional}.',

  unknownWord: 'el modelo entrenado no la conoce',
});
