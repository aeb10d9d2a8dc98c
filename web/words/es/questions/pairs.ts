// Texts of the questions about the pairs of rotary positions, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const pairs: QuestionTexts = {
  'arrow-count': {
    ask: 'La anchura es {width} y el número de cabezas, {heads}. La consulta de una palabra en una cabeza se gira en forma de flechas. ¿Cuántas flechas son?',
    why: 'Una cabeza tiene {width} / {heads} números, y cada dos forman una flecha.',
    hints: {
      numbers: 'Cada flecha necesita dos de ellos.',
      all: 'Eso cuenta los números de todas las cabezas.',
      heads: 'Eso es cuántas cabezas hay.',
    },
  },
  'turn-partner': {
    ask: 'Una consulta tiene {headDim} números y se emparejan sus mitades. ¿Qué número gira junto con el número {number}?',
    why: 'Su pareja está en el mismo lugar de la otra mitad.',
    hints: {
      neighbour: 'Eso es correcto si se emparejan vecinos.',
      mirrored: 'Las dos mitades se cuentan desde su principio.',
    },
  },
};
