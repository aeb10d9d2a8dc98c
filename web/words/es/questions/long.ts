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
  'times-as-long': {
    ask: {
      map: 'La longitud de un texto se multiplica por {factor}. El mapa de una cabeza será:',
      row: 'La longitud de un texto se multiplica por {factor}. Una fila de un mapa será:',
      width:
        'El texto es el mismo, pero cada palabra tiene {factor} veces más números. El mapa de una cabeza será:',
    },
    why: {
      map: 'Los dos lados del mapa se multiplican por {factor}, así que las celdas se multiplican por {square}.',
      row: 'Una fila tiene una celda por palabra, y las palabras se han multiplicado por {factor}.',
      width:
        'Un mapa tiene una celda por cada par de palabras. La anchura de una palabra no se ve en él.',
    },
    options: {
      same: 'igual de grande',
      factor: '{factor} veces más grande',
      double: '{double} veces más grande',
      square: '{square} veces más grande',
    },
    hints: {
      same: 'Cada palabra nueva trae una fila y una columna.',
      factor: {
        map: 'Eso cuenta las filas. También se hacen más largas.',
        width: 'La anchura no es un lado del mapa. ¿Qué son sus filas y columnas?',
      },
      double: 'Filas y columnas se multiplican, no se suman.',
      square: {
        row: 'Eso es el mapa entero. ¿A cuántas palabras mira una fila?',
        width: 'La anchura no es un lado del mapa. ¿Qué son sus filas y columnas?',
      },
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
