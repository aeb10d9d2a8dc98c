// Texts about a model's predictions for the sentence, in Spanish.

export const prediction: Record<
  keyof typeof import('../../en/lab/prediction.ts').prediction,
  string
> = Object.freeze({
  predictionLabel: 'La predicción del modelo para la frase',
  predictionNext: 'Palabra siguiente',
  predictionCorrected: 'Corregida',
  predictionRight: 'El modelo no encuentra nada que corregir.',
  predictionTry: 'Nada que corregir. Apaga una cabeza para ver su efecto.',
  predictionChoose: 'Mostrar la contribución de cada cabeza a la puntuación de esta palabra',
  predictionWas: 'antes {share}',
  pushTitle: 'Contribución de cada cabeza a la puntuación de {word}',
  pushMeaning:
    'Cada número es la {z} de la cabeza por sus filas de {W_O}, por el vector de {word} al final del modelo. Por encima de 0, la cabeza hace {word} más probable; por debajo de 0, menos probable. Las normalizaciones y las capas siguientes todavía cambian la puntuación.',

  sumTitle: 'Contribución de cada cabeza',
  sumOf: 'Contribución de cada cabeza a la salida de {query}',
  sumLabel: 'La salida de {query} como suma de las cabezas',
  sumParts: 'añade',
  sumBias: 'sesgo',
  sumOutput: 'salida',
  sumColumn: 'columna {column}',
  sumMeaning:
    'Cada fila es la z de una cabeza por su parte de {W_O}, un vector tan ancho como el del token. Junto con el sesgo suman la salida, columna a columna. Todas las filas comparten la escala.',
});
