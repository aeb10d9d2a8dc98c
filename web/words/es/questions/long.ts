// Texts of the questions about long texts, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const long: QuestionTexts = {
  'map-cells': {
    ask: 'Un texto tiene {tokens} palabras. ¿Cuántos números hay en el mapa de una cabeza?',
    why: 'Uno por cada par de palabras: {tokens} por {tokens}.',
    hints: {
      row: 'Esa es una fila. Cada palabra tiene una.',
      twice: 'Filas por columnas, no filas más columnas.',
      width: 'La anchura de una palabra no se ve en un mapa.',
    },
  },
  kept: {
    ask: 'La anchura es {width} y el número de cabezas, {heads}. ¿Cuántos números se guardan por palabra: consultas, claves y valores de todas las cabezas?',
    why: 'Una consulta, una clave y un valor tan anchos como la palabra: tres veces {width}, sean cuantas sean las cabezas.',
    hints: {
      one: 'Eso basta para uno de los tres.',
      head: 'Eso es lo que guarda una cabeza.',
      words: 'Eso cuenta todas las palabras, y solo uno de los tres.',
    },
  },
};
