// Texts of the questions about one head, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const oneHead: QuestionTexts = {
  'query-shape': {
    ask: 'Una frase tiene {tokens} palabras de {width} números cada una, y hay una cabeza. {Q} tiene las consultas de todas las palabras. ¿Qué forma tiene?',
    why: 'Cada palabra da una fila, y con una sola cabeza su consulta es tan ancha como la palabra.',
    hints: {
      turned: 'Los números son esos, pero al revés: aquí las palabras son filas.',
      weights: 'Esa es la forma de {W_Q}, la matriz que hace las consultas.',
      map: 'Esa es la forma de un mapa: palabras por palabras.',
    },
  },
  'dot-product': {
    ask: 'Una consulta es {query}, una clave es {key}. ¿Cuál es su producto escalar?',
    why: 'Se multiplican número a número y se suman los productos.',
    hints: {
      unsigned: 'Los signos cuentan: menos por más es menos.',
      added: 'Cada pareja se multiplica, no se suma.',
      sums: 'Primero multiplica por parejas, después suma los productos.',
    },
  },
  'last-share': {
    ask: 'La softmax ha calculado las proporciones de la fila de «{word}». Todas las palabras menos «{other}» tienen juntas {others}. ¿Cuánto vale la proporción de «{other}»?',
    why: 'Las proporciones de una fila suman 1, así que cada una es 1 menos la suma de las demás.',
    hints: {
      same: 'Esa es la suma de las demás. ¿Cuánto queda de 1?',
      even: 'Esa sería la misma proporción para todas. Suman 1, pero son distintas.',
    },
  },
  mixture: {
    ask: {
      one: 'En la fila de «{word}», la proporción de «{other}» se pone a 1 y todas las demás a 0. ¿Qué será la {z} de «{word}»?',
      own: 'En la fila de «{word}», su propia proporción se pone a 1 y todas las demás a 0, también la de «{other}». ¿Qué será la {z} de «{word}»?',
      even: 'En la fila de «{word}», todas las proporciones se ponen al mismo número, también la de «{other}», y juntas suman 1. ¿Qué será la {z} de «{word}»?',
    },
    why: {
      one: '{z} es la suma de los valores, cada uno por su proporción: aquí un valor por 1 y los demás por 0.',
      own: '{z} es la suma de los valores, cada uno por su proporción: aquí su propio valor por 1 y los demás por 0.',
      even: '{z} es la suma de los valores, cada uno por su proporción. Con proporciones iguales, eso es su media.',
    },
    options: {
      value: 'el valor de «{other}»',
      key: 'la clave de «{other}»',
      own: 'el valor de «{word}»',
      mean: 'la media de todos los valores',
    },
    hints: {
      value: {
        own: 'La proporción de «{other}» es 0, así que no se toma nada de su valor.',
        even: 'Su proporción no es mayor que la de las demás palabras.',
      },
      key: 'Las claves solo se usan para las proporciones. La mezcla está hecha de valores.',
      own: '¿Cuánto se toma de su propio valor? Mira las proporciones.',
      mean: 'Para eso todas las proporciones tendrían que ser iguales.',
    },
  },
};
