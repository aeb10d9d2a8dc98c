// Texts of the drawings of the lesson about rotary positions, in Spanish.

export const rotary: Record<keyof typeof import('../../en/lab/rotary.ts').rotary, string> =
  Object.freeze({
    rotarySwitch: 'Girar consultas y claves',
    rotaryOrderCaption: '«{word}» en todos los lugares',
    rotaryScores: 'Puntuaciones',
    rotaryAllScores: 'Mayor diferencia entre dos puntuaciones',
    rotaryDiagonal: 'Mayor diferencia en una diagonal',
    rotaryPosition: 'Posición',
    rotaryShift: 'Avanzar las dos palabras',
    rotaryTurnCaption: 'La consulta de «{word}», antes (a trazos) y después del giro',
    rotaryMovedCaption: 'La consulta de «{word}» y la clave de «{other}»',
    rotaryPair: 'Números {first} y {second}',
    rotaryStep: '{degrees}° por posición',
    rotaryScoreAt: 'Puntuación en {query} y {key}',
    rotaryDifference: 'Diferencia',
    rotaryPaired: 'Pares',
    rotaryHalves: 'Mitades',
    rotaryNeighbours: 'Vecinos',
    rotaryPairsCaption: 'La consulta de «{word}»',
    rotaryBefore: 'antes',
    rotaryAfter: 'girada, en la posición {position}',
    rotaryReorder: 'Nuevo orden de las columnas de {W_Q} y {W_K}',
    rotaryLess: 'Vecinos − mitades',
    rotaryMost: 'Mayor diferencia',
  });
