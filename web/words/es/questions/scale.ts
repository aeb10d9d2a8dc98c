// Texts of the questions about the scale of scores, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const scale: QuestionTexts = {
  'score-growth': {
    ask: 'Aquí no se divide nada. La anchura de una cabeza pasa de {width} números a {wide}. En muchos sorteos de los pesos, el tamaño típico de una puntuación será más o menos:',
    why: 'Medido ahora mismo en {draws} sorteos: {ratio} veces. La varianza crece como la anchura, así que el tamaño crece como su raíz cuadrada.',
    options: {
      half: 'la mitad',
      same: 'el mismo',
      twice: 'el doble',
      four: 'el cuádruple',
    },
    hints: {
      half: 'El tamaño crece como la raíz cuadrada de la anchura: ¿cuántas veces más ancha es la cabeza?',
      same: 'Las sumas de más productos son mayores; por eso se divide.',
      twice:
        'El tamaño crece como la raíz cuadrada de la anchura: ¿cuántas veces más ancha es la cabeza?',
      four: 'El tamaño crece como la raíz cuadrada de la anchura, no con la anchura.',
    },
  },
  'divide-by': {
    ask: 'La anchura es {width} y el número de cabezas, {heads}. ¿Por qué número se divide cada producto escalar?',
    why: 'Por la raíz cuadrada de la anchura de una cabeza, que aquí es {headDim}.',
    hints: {
      noRoot: 'Esa es la anchura de una cabeza. Ahora toma la raíz cuadrada.',
      whole: 'Esa es la raíz de la anchura entera. Una consulta solo es tan ancha como una cabeza.',
      heads: 'Ese es el número de cabezas.',
    },
  },
  'what-stays': {
    ask: {
      stays: 'Se va a desactivar la división. ¿Qué número de la fila de «{word}» queda igual?',
      grows: 'Se va a desactivar la división. ¿Qué número de la fila de «{word}» se hace mayor?',
      shrinks: 'Se va a desactivar la división. ¿Qué número de la fila de «{word}» se hace menor?',
    },
    why: 'Sin la división las diferencias entre puntuaciones son mayores: la mayor proporción crece y la menor disminuye. La fila sigue sumando 1.',
    options: {
      shares: 'la suma de sus proporciones',
      largest: 'su mayor proporción',
      smallest: 'su menor proporción',
    },
    hints: {
      shares: 'La softmax divide por la suma de la fila, sean cuales sean las puntuaciones.',
      largest: 'Puntuaciones mayores tienen diferencias mayores. ¿Cómo cambia la mayor proporción?',
      smallest:
        'Puntuaciones mayores tienen diferencias mayores. ¿Cómo cambia la menor proporción?',
    },
  },
};
