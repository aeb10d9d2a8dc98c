// Texts of the questions about the three matrices, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const matrices: QuestionTexts = {
  'mirror-score': {
    ask: '{W_Q} y {W_K} eran la misma matriz, y la puntuación de «{word}» a «{other}» era {score}. Ahora cada número de {W_K} se multiplica por {factor}. ¿Cuál es la puntuación de «{other}» a «{word}»?',
    why: 'Con una sola matriz las dos direcciones tienen la misma puntuación: las dos listas solo cambian de sitio. Después cada producto se multiplica por {factor}.',
    hints: {
      same: 'Esa era la puntuación de antes. Cada número de la clave se ha hecho mayor.',
      twice: 'Solo se multiplicaron las claves, no las consultas: basta una vez.',
      minus: 'La otra dirección no cambia ningún signo: se multiplican los mismos pares.',
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
    ask: {
      values: '«{word}» y «{other}» intercambian sus valores y nada más. ¿Qué cambia?',
      keys: '«{word}» y «{other}» intercambian sus claves y nada más. ¿Qué cambia?',
      pairs:
        '«{word}» y «{other}» intercambian sus claves y también sus valores. Las consultas no. ¿Qué cambia?',
    },
    why: {
      values:
        'Las proporciones salen solo de consultas y claves; los vectores nuevos se forman mezclando valores.',
      keys: 'Las proporciones salen de consultas y claves: dos columnas del mapa cambian de sitio. Y los valores se mezclan con otras proporciones.',
      pairs:
        'Dos columnas del mapa cambian de sitio, y cada proporción sigue yendo al mismo valor. Por eso las mezclas son las mismas.',
    },
    options: {
      mixed: 'solo los vectores nuevos',
      map: 'solo el mapa',
      both: 'el mapa y los vectores nuevos',
      none: 'nada',
    },
    hints: {
      mixed: {
        keys: 'Las claves deciden las proporciones, y las proporciones son el mapa.',
        pairs: 'Las claves deciden las proporciones, y las proporciones son el mapa.',
      },
      map: {
        values: '¿Se usan los valores para calcular el mapa?',
        keys: 'El mapa cambia. ¿Qué números se mezclan con sus proporciones?',
      },
      both: {
        values: '¿Se usan los valores para calcular el mapa?',
        pairs: 'El mapa cambia. Pero cada proporción se sigue multiplicando por el mismo valor.',
      },
      none: {
        values: 'El mapa se queda igual. ¿Qué números se mezclan con sus proporciones?',
        keys: 'En esas dos columnas la consulta se multiplica con otras claves.',
        pairs: 'En esas dos columnas la consulta se multiplica con otras claves.',
      },
    },
  },
  'order-steps': {
    ask: 'Pon los pasos en orden, del primero al último.',
    why: 'El motor cambió un número en cada paso, y solo cambiaron los pasos posteriores.',
    options: {
      query: 'una consulta por palabra',
      dotProducts: 'multiplicar consultas con claves',
      scores: 'dividir por la raíz',
      attention: 'softmax da proporciones',
      heads: 'mezclar los valores',
    },
  },
};
