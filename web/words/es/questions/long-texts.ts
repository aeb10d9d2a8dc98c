// Texts of the questions about long texts and the cache, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const longTexts: QuestionTexts = {
  'map-cells': {
    ask: 'Un texto tiene {tokens} palabras. ¿Cuántos números hay en el mapa de una cabeza?',
    why: 'Uno por cada par de palabras: {tokens} por {tokens}.',
    hints: {
      row: 'Esa es una fila. Cada palabra tiene una.',
      twice: 'Filas por columnas, no filas más columnas.',
      width: 'La forma de un mapa no depende de la anchura de una palabra.',
    },
  },
  kept: {
    ask: 'La anchura es {width} y el número de cabezas, {heads}. ¿Cuántos números se guardan por palabra: consultas, claves y valores de todas las cabezas?',
    why: 'Una consulta, una clave y un valor tan anchos como la palabra: tres veces {width}, sea cual sea el número de cabezas.',
    hints: {
      one: 'Eso basta para uno de los tres.',
      head: 'Eso es lo que guarda una cabeza.',
      words: 'Eso cuenta todas las palabras, y solo uno de los tres.',
    },
  },
  'keys-again': {
    ask: 'Sin caché, cada paso calcula las claves de todas las palabras hasta entonces. Se escriben {tokens} palabras, una a una. ¿Cuántas claves calcula en total una cabeza?',
    why: '1 para la primera palabra, 2 para la segunda, y así hasta {tokens}, todo sumado.',
    hints: {
      once: 'Eso es correcto con caché: una clave por palabra.',
      square: 'No todos los pasos tienen {tokens} palabras. El primero tiene una.',
    },
  },
  'kept-what': {
    ask: {
      row: 'Se añade una palabra, con caché. ¿Qué números de las palabras anteriores necesita su vector nuevo?',
      shares:
        'Se añade una palabra, con caché. ¿Qué números de las palabras anteriores necesitan sus proporciones?',
      never:
        'Se añade una palabra, con caché. ¿Qué números de las palabras anteriores ya no necesita?',
    },
    why: 'El motor los ha cambiado uno a uno. Las claves cambiaron las proporciones, las claves y los valores cambiaron el vector nuevo, y las consultas anteriores no cambiaron ninguno de los dos.',
    options: {
      keysValues: 'sus claves y valores',
      all: 'sus consultas, claves y valores',
      keys: 'solo sus claves',
      queries: 'solo sus consultas',
    },
    hints: {
      keysValues: {
        shares: 'Los valores se mezclan solo después de calcular las proporciones.',
        never: 'Una caché guarda justo estos.',
      },
      all: {
        row: 'Una consulta anterior solo se usa para su propia fila, que ya está calculada.',
        shares: 'Una consulta anterior solo se usa para su propia fila, que ya está calculada.',
        never:
          'Las claves anteriores se multiplican con la consulta nueva, y los valores anteriores se mezclan.',
      },
      keys: {
        row: 'Las claves dan las proporciones. ¿Qué números se mezclan con las proporciones?',
        never: 'La consulta nueva se multiplica con las claves de todas las palabras.',
      },
      queries: 'Una consulta anterior solo se usa para su propia fila, que ya está calculada.',
    },
  },
  'cached-map': {
    ask: 'Con la palabra que se añade hay {tokens} palabras de {width} números cada una, y hay una cabeza. Con caché, ¿qué forma tiene el mapa de este paso?',
    why: 'Una consulta, la nueva, se multiplica con las claves de las {tokens} palabras.',
    hints: {
      whole: 'Ese es el mapa de todas las consultas. Las filas de las otras ya se calcularon.',
      query: 'Esa es la forma de la palabra nueva.',
      before: 'La palabra nueva también se mira a sí misma.',
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
        'Un mapa tiene una celda por cada par de palabras. Su forma no depende de la anchura de una palabra.',
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
};
