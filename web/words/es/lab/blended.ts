// Texts about a mixture or a difference of heads, once there is one, in Spanish.

export const blended: Record<keyof typeof import('../../en/lab/blended.ts').blended, string> =
  Object.freeze({
    blendMinus: 'Cabeza {head} − Cabeza {other}',
    blendMixLabel:
      'Una mezcla de las cabezas. Tokens de consulta en vertical, tokens de clave en horizontal.',
    blendHeadLabel:
      'Cabeza {head} − Cabeza {other}. Tokens de consulta en vertical, tokens de clave en horizontal.',
    blendRunLabel:
      'Cabeza {head} − la instantánea. Tokens de consulta en vertical, tokens de clave en horizontal.',
    blendMixName: 'Mezcla de las cabezas',
    blendMixMeaning: 'La proporción en cada cabeza, por el factor de la cabeza, todo sumado.',
    blendMixList: 'El mismo par en cada cabeza, y el factor de la cabeza',
    blendRunName: 'Cabeza {head} − la instantánea',
    blendPairTitle: '{query} → {key} difiere en',
    blendHeadMeaning:
      '{query} mira a {key} con {value} en la cabeza {head} y con {base} en la cabeza {other}.',
    blendRunMeaning:
      '{query} mira ahora a {key} con {value}. En la instantánea, este número era {base}.',
    blendSelf: 'Las demás se comparan con esta cabeza.',
    blendMasked: 'Exactamente 0 en las dos cabezas: la máscara no deja que {query} mire a {key}.',
    blendRowTitle: '{query} difiere sobre todo en {key}, en',
    blendRowMeaning:
      'Una fila de la diferencia. Sus números suman 0: si una palabra recibe más, otras reciben menos.',
    blendRunRowMeaning:
      'Una fila de la diferencia: por encima de 0 hay ahora más que en la instantánea; por debajo, menos.',
    blendRowList: 'Dónde mira {query} más o menos',
    blendColumnTitle: 'Palabras que miran más o menos a {key}',
    blendColumnMeaning:
      'Una columna de la diferencia: por encima de 0 es más, por debajo es menos.',
    blendColumnList: 'Palabras que miran más o menos a {key}',
    legendDifference: 'diferencia',
    sayMix: 'mezcla: {query} atiende a {key} con {value}',
    sayLess: 'cabeza {head} menos cabeza {other}: {query} a {key}, {value}',
    sayLessRun: 'cabeza {head} menos la instantánea: {query} a {key}, {value}',
    sayMixRow: 'mezcla: {query} atiende sobre todo a {key}, con {value}',
    sayMixColumn: 'mezcla: {key} recibe sobre todo de {query}, {value}',
    sayLessRow:
      'cabeza {head} menos cabeza {other}: {query} difiere sobre todo en {key}, en {value}',
    sayLessColumn:
      'cabeza {head} menos cabeza {other}: {key} difiere sobre todo para {query}, en {value}',
    sayLessRunRow:
      'cabeza {head} menos la instantánea: {query} difiere sobre todo en {key}, en {value}',
    sayLessRunColumn:
      'cabeza {head} menos la instantánea: {key} difiere sobre todo para {query}, en {value}',
  });
