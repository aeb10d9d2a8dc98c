// What is said of what a model makes of the sentence, in Spanish.

/** @type {Record<keyof typeof import('../en/prediction.js').prediction, string>} */
export const prediction = Object.freeze({
  predictionLabel: 'Lo que el modelo hace de la frase',
  predictionNext: 'Palabra siguiente',
  predictionCorrected: 'Corregida',
  predictionRight: 'No cambiaría nada.',
  predictionChoose:
    'Ver en Contribuciones cuánto añade cada cabeza a la puntuación de esta palabra',
  predictionWas: 'antes {share}',
  pushTitle: 'Lo que cada cabeza añade a la puntuación de {word}',
  pushMeaning:
    'El {z} de una cabeza por su parte de {W_O}, por el vector que {word} tiene al final del modelo. Por encima de 0 la cabeza habla a favor de la palabra; por debajo, en contra. Las normas y capas que siguen todavía cambian la puntuación.',
});
