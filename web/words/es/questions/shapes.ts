// Texts of the questions about shapes, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const shapes: QuestionTexts = {
  'head-width': {
    ask: 'La anchura es {width} y el número de cabezas, {heads}. ¿Qué anchura tiene una cabeza?',
    why: 'Las cabezas se reparten la anchura: {width} entre {heads}.',
    hints: {
      whole: 'Esa es la anchura de la palabra. Las cabezas se la reparten.',
      heads: 'Ese es el número de cabezas.',
      product: 'Las cabezas se reparten la anchura, no la multiplican.',
    },
  },
  'set-head-width': {
    ask: 'La anchura es {width}. Elige un número de cabezas, encima de los mapas, para que cada cabeza tenga una anchura de {headDim}.',
    said: 'cabezas: {heads}, ancho de cada una: {eachWidth}',
    why: '{width} entre el número de cabezas es la anchura de una cabeza.',
  },
  'map-shape': {
    ask: 'Hay {tokens} palabras, {heads} cabezas y una anchura de {width}. ¿Qué forma tienen los mapas de todas las cabezas juntos? Las cabezas van primero.',
    why: 'Hay un mapa por cabeza, con una fila y una columna por palabra. La forma de un mapa no depende de la anchura.',
    hints: {
      one: 'Ese es el mapa de una cabeza.',
      last: 'Las cabezas van primero.',
      values: 'Esa es la forma de las consultas. Un mapa tiene palabras en los dos lados.',
    },
  },
};
