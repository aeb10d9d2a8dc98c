// Texts of the questions about the cache, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const cache: QuestionTexts = {
  'keys-again': {
    ask: 'Sin caché, cada paso calcula las claves de todas las palabras hasta entonces. Se escriben {tokens} palabras, una a una. ¿Cuántas claves calcula en total una cabeza?',
    why: '1 para la primera palabra, 2 para la segunda, y así hasta {tokens}, todo sumado.',
    hints: {
      once: 'Así sería con caché: una clave por palabra.',
      square: 'No todos los pasos tienen {tokens} palabras. El primero tiene una.',
    },
  },
  'kept-what': {
    ask: {
      row: 'Se añade una palabra, con caché. ¿Qué necesita su vector nuevo de las palabras anteriores?',
      shares:
        'Se añade una palabra, con caché. ¿Qué necesitan sus proporciones de las palabras anteriores?',
      never: 'Se añade una palabra, con caché. ¿Qué ya no necesita de las palabras anteriores?',
    },
    why: 'El motor los ha cambiado uno a uno: las proporciones siguen a las claves, el vector nuevo sigue a claves y valores, y las consultas viejas no cambian nada.',
    options: {
      keysValues: 'sus claves y valores',
      all: 'sus consultas, claves y valores',
      keys: 'solo sus claves',
      queries: 'solo sus consultas',
    },
    hints: {
      keysValues: {
        shares: 'Los valores se mezclan con las proporciones, que ya están antes.',
        never: 'Son lo que guarda una caché.',
      },
      all: {
        row: 'Una consulta vieja hizo una fila vieja, y esa ya está.',
        shares: 'Una consulta vieja hizo una fila vieja, y esa ya está.',
        never: 'La consulta nueva se cruza con claves viejas y mezcla valores viejos.',
      },
      keys: {
        row: 'Las claves dan las proporciones. ¿Qué se mezcla con ellas?',
        never: 'La consulta nueva se cruza con las claves de todas las palabras.',
      },
      queries: 'Una consulta vieja hizo una fila vieja, y esa ya está.',
    },
  },
  'cached-map': {
    ask: 'Con la palabra que se añade hay {tokens} palabras de {width} números cada una, y hay una cabeza. Con caché, ¿qué forma tiene el mapa de este paso?',
    why: 'Una consulta, la nueva, se cruza con las claves de las {tokens} palabras.',
    hints: {
      whole: 'Ese es el mapa de todas las consultas. Las otras ya se hicieron.',
      query: 'Esa es la forma de la palabra nueva.',
      before: 'La palabra nueva también se mira a sí misma.',
    },
  },
};
