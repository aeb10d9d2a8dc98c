// Texts of the questions about the sources of the matrices, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const fiveWays: QuestionTexts = {
  'whose-column': {
    ask: '{W_Q} tiene {width} columnas para {heads} cabezas. Cambia un número de la columna {column}. ¿En qué cabeza cambian las consultas? Señala su mapa.',
    why: 'Las columnas se cortan en {heads} trozos, uno al lado del otro, y cada cabeza tiene uno.',
    hints: {
      dealt: 'Las columnas no se reparten por turnos. Las de una cabeza son vecinas.',
    },
  },
  'product-shape': {
    ask: '{W} tiene la forma {width} × {width}, y {W_i} tiene {width} × {headDim}. ¿Qué forma tiene su producto, {W} {W_i}?',
    why: 'Tiene las filas de la primera y las columnas de la segunda: otra vez la forma de {W_i}, así que una sola matriz puede hacer el trabajo de las dos.',
    hints: {
      large: 'Esa es {W} sola. Las columnas vienen de {W_i}.',
      turned: 'Al revés: las filas vienen de la primera matriz.',
    },
  },
  'sees-all': {
    ask: 'Una palabra tiene {width} números y hay {heads} cabezas. ¿De cuántos de esos números depende la consulta de una cabeza?',
    why: 'La matriz de cada cabeza recibe la palabra entera. Solo su resultado es más corto.',
    hints: {
      piece: 'Esos salen para cada cabeza. ¿Cuántos entran?',
      heads: 'Ese es el número de cabezas.',
    },
  },
};
