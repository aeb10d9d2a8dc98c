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

  sumTitle: 'Lo que añade cada cabeza',
  sumOf: 'Lo que cada cabeza añade a la salida de {query}',
  sumLabel: 'La salida de {query} como suma de lo que añade cada cabeza',
  sumParts: 'añade',
  sumBias: 'sesgo',
  sumOutput: 'salida',
  sumColumn: 'columna {column}',
  sumMeaning:
    'Cada fila es la z de una cabeza por su parte de {W_O}, un vector tan ancho como el del token. Con el sesgo suman la salida, columna a columna. Todas las filas tienen la misma escala.',
});
