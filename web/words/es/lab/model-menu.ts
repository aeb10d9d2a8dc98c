// Texts about trained models, in Spanish: which there are, what their heads do, and words that they do not know.

export const modelMenu: Record<
  keyof typeof import('../../en/lab/model-menu.ts').modelMenu,
  string
> = Object.freeze({
  modelLabel: 'Modelo',
  modelTrained: 'Entrenados',
  modelEnglish: 'Inglés',
  modelGrammar: 'Gramática',
  modelUntrained: 'Aleatorios',
  modelAwaited: 'Cargando el modelo de inglés (2,3 MB).',
  modelReplaced:
    'El modelo de inglés lee tus palabras: el pequeño modelo de gramática conoce pocas. Las palabras raras se dividen en trozos.',
  modelMissing: 'No se ha podido cargar el modelo de inglés.',
  layerLabel: 'Capa',
  layerOf: 'Capa {layer} de {layers}',
  trained:
    'Estas cabezas están entrenadas. Su modelo, pequeño, corrige frases formadas con {count} palabras inglesas; por eso el ejemplo está en inglés. Una cabeza con un papel claro lleva el nombre de ese papel, medido con {measured} frases sueltas y nuevas para el modelo.',
  trainedEnglish:
    'Estas cabezas están entrenadas: un modelo pequeño de inglés predice cómo sigue un texto. Acepta cualquier texto. Una cabeza con un papel claro lleva el nombre de ese papel.',
  trainedGiven: 'Los pesos de estas cabezas vienen de esta página.',
  modelWords: 'Las palabras que conoce',
  modelWordsInsert: 'Palabras para poner en la frase',

  headRole: '{head}: {role}',
  rolePreviousToken: 'palabra anterior',
  roleFirstToken: 'primera palabra',
  roleDuplicate: 'misma palabra',
  roleInduction: 'inducción (patrón repetido)',
  roleSelf: 'la propia palabra',
  roleBack: '{count} {count:palabra|palabras} atrás',
  roleAhead: '{count} {count:palabra|palabras} adelante',
  roleVerbToSubject: 'verbo a sujeto',
  roleNounToDeterminer: 'sustantivo a determi\u00adnante',
  rolePronounToAntecedent: 'pronombre a sustantivo',
  roleMeaning:
    'Su papel: {role}. Con {where}, el {score} de su atención va ahí. Una cabeza que solo usa posiciones llega como mucho al {positional}.',
  rolePosition:
    'Su papel: {role}. Con {where}, el {score} de su atención va ahí. Este papel solo depende de las posiciones, no de las palabras.',
  measuredOnText: 'texto nuevo para el modelo',
  measuredOnSentences: '{count} frases sueltas y nuevas para el modelo',
  roleAsk: 'Textos con los que se mide su papel',
  roleNone: 'sin papel claro',
  roleWeak:
    'No tiene un papel claro. El más cercano: {role}, con el {score} de su atención. Una cabeza que solo usa posiciones llega como mucho al {positional}.',

  unknownWord: 'el modelo entrenado no la conoce',
});
