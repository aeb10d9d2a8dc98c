// Texts of the questions about the layer, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const layer: QuestionTexts = {
  'joined-shape': {
    ask: 'Una frase tiene {tokens} palabras, y hay {heads} cabezas. Cada cabeza hace {headDim} números por palabra. ¿Qué forma tiene la matriz en la que todas las cabezas están una junto a otra?',
    why: 'Una fila por palabra, y {headDim} columnas por cada una de las {heads} cabezas.',
    hints: {
      stacked: 'Eso es una cabeza debajo de otra. Están una junto a otra: las filas se quedan.',
      one: 'Eso es una sola cabeza.',
      turned: 'Los números son esos, pero al revés: aquí las palabras son filas.',
    },
  },
  'residual-sum': {
    ask: 'Un número de una palabra es {number}. La salida de la atención para él es {added}. ¿Cuánto vale antes de la normalización?',
    why: 'La salida de la atención se suma a la palabra.',
    hints: {
      replaced: 'La salida no sustituye a la palabra.',
      kept: 'Ese es el número que entró. Falta la salida de la atención.',
      mean: 'Se suman, y no se dividen.',
    },
  },
  'cross-shape': {
    ask: 'Las consultas vienen de una frase de {tokens} palabras; las claves y los valores, de una de {others} palabras. ¿Qué forma tiene el mapa de una cabeza?',
    why: 'Una fila por consulta y una columna por clave.',
    hints: {
      turned: 'Las filas son las palabras que miran: las de las consultas.',
      square: 'Eso es correcto con una frase que se mira a sí misma.',
      joined: 'Las dos frases no se juntan: una mira a la otra.',
    },
  },
  'which-maps': {
    ask: 'Hay {blocks} bloques con {heads} cabezas cada uno. Cambia un número de {W_Q}, en la primera cabeza del primer bloque. ¿En cuántos mapas pueden cambiar números?',
    why: 'Los mapas de las otras cabezas de su bloque no cambian. Pero todas las cabezas de los bloques siguientes reciben su salida.',
    hints: {
      one: 'Ese es su propio mapa. Los bloques siguientes reciben su salida.',
      all: 'Las otras cabezas del primer bloque trabajan a su lado.',
      block: 'Las cabezas del mismo bloque no reciben su salida. Los bloques siguientes, sí.',
    },
  },
};
