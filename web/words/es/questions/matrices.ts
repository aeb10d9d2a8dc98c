// Texts of the questions about the three matrices, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const matrices: QuestionTexts = {
  'mirror-score': {
    ask: '{W_Q} y {W_K} son la misma matriz. Antes del softmax, la puntuación de «{word}» a «{other}» es {score}. ¿Cuál es la de «{other}» a «{word}»?',
    why: 'En el producto escalar las dos listas cambian de sitio, y eso no cambia ninguno de sus productos.',
    hints: {
      minus: 'Dar la vuelta no cambia ningún signo: se multiplican los mismos pares.',
      rest: 'Las puntuaciones no suman 1. Las proporciones sí, después del softmax.',
    },
  },
  'form-shape': {
    ask: '{W_Q} y {W_K} de una cabeza tienen {width} filas y {headDim} columnas cada una. ¿Qué forma tiene {W_Q} {W_K}ᵀ?',
    why: 'Tiene las filas de la primera y, como la segunda está traspuesta, sus filas como columnas: un número por cada par de números de dos palabras.',
    hints: {
      small: 'Eso sería {W_Q}ᵀ {W_K}.',
      one: 'Eso es {W_Q} sola.',
    },
  },
  'exchange-values': {
    ask: '«{word}» y «{other}» intercambian sus valores y nada más. ¿Qué cambia?',
    why: 'Las proporciones salen solo de consultas y claves; los vectores nuevos se forman mezclando valores.',
    options: {
      mixed: 'solo los vectores nuevos',
      map: 'solo el mapa',
      both: 'el mapa y los vectores nuevos',
      none: 'nada',
    },
    hints: {
      map: '¿Se usan los valores antes de que esté el mapa?',
      both: '¿Se usan los valores antes de que esté el mapa?',
      none: 'El mapa se queda igual. Pero ¿qué se mezcla con él?',
    },
  },
};
