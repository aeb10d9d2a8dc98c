// What is said around the lines, the contributions, mixtures and comparisons of heads, in Spanish.

/** @type {Record<keyof typeof import('../en/lines.js').lines, string>} */
export const lines = Object.freeze({
  tabLines: 'Líneas',
  tabContributions: 'Aportes',
  viewDrawing: 'Dibujo',

  // lines
  linesTitle: 'Líneas de atención',
  linesHeads: 'Cabezas mostradas',
  linesSolo: 'Solo la cabeza {head}',
  linesFrom: 'desde (consulta)',
  linesTo: 'hacia (clave)',
  linesLegend:
    'Cuanto más gruesa es la línea, más atención; cada cabeza tiene su color. No se dibujan las líneas por debajo de {value}.',

  // heads put together
  blendLabel: 'Cabezas combinadas',
  blendEach: 'Cada cabeza',
  blendMix: 'Mezcla',
  blendCompare: 'Diferencia',
  blendWeights: 'Cuánto cuenta cada cabeza',
  blendShare: '{percent} %',
  blendAverage: 'Que cuenten todas igual',
  blendNothing: 'No cuenta ninguna cabeza. Mueve al menos un deslizador.',
  blendLess: 'menos',
  blendKeep: 'esta pasada, tal como está ahora',
  blendKept: 'la pasada guardada',
  blendKeepAgain: 'Guardar la actual en su lugar',
  blendRunHint:
    'Hay una pasada guardada. Cambia lo que quieras sin tocar el número de palabras ni de cabezas: cada mapa muestra en cuánto difiere.',
  blendDifferent:
    'La pasada guardada tiene otro número de palabras o de cabezas, así que no hay nada que comparar.',
  blendMinus: 'Cabeza {head} menos cabeza {other}',
  blendMixLabel:
    'Una mezcla de las cabezas. Tokens de consulta hacia abajo, tokens de clave a lo ancho.',
  blendHeadLabel:
    'Cabeza {head} menos cabeza {other}. Tokens de consulta hacia abajo, tokens de clave a lo ancho.',
  blendRunLabel:
    'Cabeza {head} menos la misma cabeza de la pasada guardada. Tokens de consulta hacia abajo, tokens de clave a lo ancho.',
  legendDifference: 'diferencia',
  sayMix: 'mezcla: {query} atiende a {key} con {value}',
  sayLess: 'cabeza {head} menos cabeza {other}: {query} a {key}, {value}',
  sayLessRun: 'cabeza {head} menos la pasada guardada: {query} a {key}, {value}',

  // contributions
  sumTitle: 'Lo que añade cada cabeza',
  sumOf: 'Lo que cada cabeza añade a la salida de {query}',
  sumLabel: 'La salida de {query} como suma de lo que le añade cada cabeza',
  sumParts: 'añade',
  sumBias: 'sesgo',
  sumOutput: 'salida',
  sumColumn: 'columna {column}',
  sumMeaning:
    'Cada fila es la z de una cabeza por su parte de W_O, un vector tan ancho como el del token. Con el sesgo suman la salida, columna a columna. Todas las filas tienen la misma escala.',
});
