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
    ask: 'Se añade una palabra, con caché. ¿Qué necesita su fila de las palabras anteriores?',
    why: 'El motor los ha cambiado uno a uno: con otras claves o valores la fila nueva es otra; con otras consultas viejas se queda igual.',
    options: {
      keysValues: 'sus claves y valores',
      all: 'sus consultas, claves y valores',
      queriesKeys: 'sus consultas y claves',
      keys: 'solo sus claves',
    },
    hints: {
      all: 'Una consulta vieja hizo una fila vieja, y esa ya está.',
      queriesKeys: 'Las consultas viejas ya están. ¿Y qué se mezclaría?',
      keys: 'Las claves dan las proporciones. ¿Qué se mezcla con ellas?',
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
