// What is said of trained models, in Spanish: which there are, what their heads do, and words that they do not know.

/** @type {Record<keyof typeof import('../en/models.js').models, string>} */
export const models = Object.freeze({
  modelLabel: 'Pesos',
  modelTrained: 'Entrenados',
  modelUntrained: 'Al azar',
  layerLabel: 'Capa',
  layerOf: 'Capa {layer} de {layers}',
  trained:
    'Estas cabezas están entrenadas. Son de un modelo pequeño que corrige frases en un subconjunto del inglés de {count} palabras; por eso el ejemplo está en inglés. La que tiene un papel claro lleva su nombre, medido con {measured} frases nuevas para el modelo.',
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
    'Su papel: {role}. Su nota, {score}, es la parte de la atención que va adonde dice el papel, medida con {count} frases nuevas para el modelo. Una cabeza que solo supiera de posiciones podría llegar a {positional}.',
  rolePosition:
    'Su papel: {role}. Su nota, {score}, es la parte de la atención que va adonde dice el papel, medida con {count} frases nuevas para el modelo. Para este papel no importa qué palabras son, solo dónde están.',
  roleNone: 'sin papel claro',
  roleWeak:
    'No tiene un papel claro. Lo que más hace: {role}, con una nota de {score}. Una cabeza que solo supiera de posiciones podría llegar a {positional}.',

  unknownWord: 'el modelo entrenado no la conoce',
  unknownOne:
    'El modelo entrenado conoce {count} palabras inglesas; no conoce {word}. Por eso estas cabezas no están entrenadas. Elige una palabra que conozca:',
  unknownMany:
    'El modelo entrenado conoce {count} palabras inglesas; no conoce las palabras subrayadas. Por eso estas cabezas no están entrenadas. Elige palabras que conozca:',
  unknownReplace: 'Poner {other} en lugar de {word}',
  unknownOther: 'Otra palabra en lugar de {word}',
  unknownOtherShort: 'otra',
  unknownReplaced: '{other} está ahora en lugar de {word}.',
  unknownMore: 'Quedan {count} palabras por sustituir.',
  unknownExample: 'Volver a la frase de ejemplo',

  stepEmbeddingDeeper:
    'Los vectores de palabras y lugares se suman y pasan por la capa {layer}: atención, suma y normalización, y una pequeña red que trabaja con cada palabra por separado. Lo que sale es x, una fila por palabra.',
  stepNormLearned:
    'La entrada se suma a lo que encontró la atención, para que nada se pierda. Luego cada fila se desplaza y se estira hasta media 0 y varianza 1, y después según lo aprendido: γ para cada columna, y β.',
  provXDeeper:
    'La salida de la capa {layer} para {token}. Elige arriba la capa {layer} para ver su atención.',
  provNormLearned:
    'Menos la media, dividido por la raíz de la varianza; se añade un poco para que nunca sea 0. Luego por γ, más β.',
  provGain: 'Por lo que se estira la columna {column}, tal como se aprendió.',
  provShift: 'Lo que se suma a la columna {column}, tal como se aprendió.',
});
