// Texts around the lines, the contributions, mixtures and comparisons of heads, in Spanish.

export const lines: Record<keyof typeof import('../../en/lab/lines.ts').lines, string> =
  Object.freeze({
    viewDrawing: 'Dibujo',

    // heads put together
    blendLabel: 'Combinar cabezas',
    blendEach: 'Cada cabeza',
    blendMix: 'Mezcla',
    blendCompare: 'Diferencia',
    blendWeights: 'Factor de cada cabeza',
    blendShare: '{percent} %',
    blendAverage: 'Mismo factor para todas',
    blendNothing: 'Todos los factores son 0. Mueve al menos un deslizador.',
    blendLess: 'con',
    blendKeep: 'una instantánea, tomada ahora',
    blendKept: 'la instantánea',
    blendKeepAgain: 'Tomar otra instantánea',
    blendRunHint:
      'Los mapas se comparan con una instantánea. Cambia lo que quieras salvo el número de palabras y de cabezas: cada mapa muestra la diferencia.',
    blendDifferent:
      'La instantánea tiene otro número de palabras o de cabezas, así que no hay nada que comparar.',
  });
