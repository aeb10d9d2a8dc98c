// Texts of the drawings of the lesson about the three matrices, in Spanish.

export const matrices: Record<keyof typeof import('../../en/lab/matrices.ts').matrices, string> =
  Object.freeze({
    matricesOne: 'Una matriz para las dos: {W_K} es {W_Q}',
    matricesScores: 'Puntuaciones de la cabeza {head}',
    matricesTimes: 'Cada número de {W_K} por',
    matricesScore: 'Puntuación que «{word}» da a «{other}»',
    matricesBest: 'La mayor puntuación de «{word}»',
    matricesOwn: 'Palabras cuya mayor puntuación es consigo mismas',
    matricesOf: '{count} de {all}',
    formRank: 'Rango de la matriz grande, como mucho',
    formLarge: 'Números en la matriz grande',
    formSmall: 'Números en las dos matrices pequeñas',
    formDifference: 'Mayor diferencia de las puntuaciones',
    exchangeWhat: 'Intercambiar',
    exchangeNothing: 'Nada',
    exchangeKeys: 'Claves',
    exchangeValues: 'Valores',
    exchangeBoth: 'Ambos',
    exchangeMixed: 'Vectores nuevos',
    exchangeMapChanges: 'Números cambiados en el mapa (más que redondeo)',
    exchangeMixedChanges: 'Números cambiados en los vectores nuevos',
    handedWhat: 'Mezcla de',
    handedCaption: 'Cuánto encaja la consulta de cada palabra con su mezcla',
    handedEqual: 'Proporciones iguales',
    handedLooking: 'Proporciones de la cabeza',
    handedMore: 'Consultas que encajan mejor con atención que con proporciones iguales',
  });
