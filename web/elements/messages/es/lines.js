// What is said around the lines, the contributions, mixtures and comparisons of heads, in Spanish.

/** @type {Record<keyof typeof import('../en/lines.js').lines, string>} */
export const lines = Object.freeze({
  tabLines: 'Líneas',
  tabContributions: 'Aportes',
  viewDrawing: 'Dibujo',

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
  blendMinus: 'Cabeza {head} − Cabeza {other}',
  blendMixLabel:
    'Una mezcla de las cabezas. Tokens de consulta hacia abajo, tokens de clave a lo ancho.',
  blendHeadLabel:
    'Cabeza {head} − Cabeza {other}. Tokens de consulta hacia abajo, tokens de clave a lo ancho.',
  blendRunLabel:
    'Cabeza {head} − la pasada guardada. Tokens de consulta hacia abajo, tokens de clave a lo ancho.',
  blendMixName: 'Mezcla de las cabezas',
  blendMixMeaning: 'Lo que cada cabeza da a este par, por lo que cuenta la cabeza, todo sumado.',
  blendMixList: 'El mismo par en cada cabeza, y cuánto cuenta',
  blendRunName: 'Cabeza {head} − la pasada guardada',
  blendPairTitle: '{query} → {key} difiere en',
  blendHeadMeaning:
    '{query} mira a {key} con {value} en la cabeza {head} y con {base} en la cabeza {other}.',
  blendRunMeaning:
    '{query} mira ahora a {key} con {value}. En la pasada guardada, el número de este lugar era {base}.',
  blendSelf: 'Las demás se comparan con esta cabeza.',
  blendMasked: 'Exactamente 0 en las dos cabezas: la máscara no deja que {query} mire a {key}.',
  blendRowTitle: '{query} difiere sobre todo en {key}, en',
  blendRowMeaning:
    'Una fila de la diferencia. Lo que sobra en un lugar falta en otros: los números suman 0.',
  blendRunRowMeaning:
    'Una fila de la diferencia: por encima de 0 hay ahora más que en la pasada guardada; por debajo, menos.',
  blendRowList: 'Dónde mira {query} más o menos',
  blendColumnTitle: 'Quién mira más o menos a {key}',
  blendColumnMeaning: 'Una columna de la diferencia: por encima de 0 es más, por debajo es menos.',
  blendColumnList: 'Quién mira más o menos a {key}',
  blendTable: 'Ver todo como tabla',
  legendDifference: 'diferencia',
  sayMix: 'mezcla: {query} atiende a {key} con {value}',
  sayLess: 'cabeza {head} menos cabeza {other}: {query} a {key}, {value}',
  sayLessRun: 'cabeza {head} menos la pasada guardada: {query} a {key}, {value}',
  sayMixRow: 'mezcla: {query} atiende sobre todo a {key}, con {value}',
  sayMixColumn: 'mezcla: {key} recibe sobre todo de {query}, {value}',
  sayLessRow: 'cabeza {head} menos cabeza {other}: {query} difiere sobre todo en {key}, en {value}',
  sayLessColumn:
    'cabeza {head} menos cabeza {other}: {key} difiere sobre todo para {query}, en {value}',
  sayLessRunRow:
    'cabeza {head} menos la pasada guardada: {query} difiere sobre todo en {key}, en {value}',
  sayLessRunColumn:
    'cabeza {head} menos la pasada guardada: {key} difiere sobre todo para {query}, en {value}',
});
