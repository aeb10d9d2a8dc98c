// Texts of the questions about the reason for attention, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const why: QuestionTexts = {
  'average-share': {
    ask: '«{word}» es la última de {tokens} palabras. Su vector nuevo es la media de todas, también de ella misma. ¿Qué parte viene de la primera palabra?',
    why: 'Las {tokens} tienen la misma parte, y juntas son el todo.',
    hints: {
      one: 'Entonces las demás palabras no tendrían parte.',
      before: 'También cuenta la palabra misma.',
      count: 'Ese es el número de palabras. Sus partes suman 1.',
    },
  },
  'look-around': {
    ask: {
      alone:
        'Ninguna palabra mira a las demás. En la frase, «{word}» se cambia por «{other}». ¿Cuánto cambia del vector nuevo de «they»?',
      average:
        'Cada vector nuevo es la media de las palabras hasta ese punto. «{word}» se cambia por «{other}». ¿Cuánto cambia del vector nuevo de «they»?',
      attention:
        'La cabeza 2 del modelo entrenado tiene el papel «pronombre a sustantivo». «{word}» se cambia por «{other}». ¿Cuánto cambia del vector nuevo de «they»?',
    },
    why: {
      alone: 'Sola, toma {share} de su vector de «{word}»: nada.',
      average: 'Toma {share} de su vector de «{word}», como de cualquier otra palabra.',
      attention: 'Toma {share} de su vector de «{word}», así que cambia la mayor parte.',
    },
    options: {
      none: 'nada',
      little: 'una pequeña parte',
      most: 'casi todo',
    },
    hints: {
      none: {
        average: '«{word}» es una de las palabras de la media.',
        attention: 'Esta cabeza mira a «{word}».',
      },
      little: {
        alone: 'Ningún número de la palabra cambiada entra en su vector.',
        attention: 'Una cabeza puede tomar casi todo de una sola palabra.',
      },
      most: {
        alone: 'Ningún número de la palabra cambiada entra en su vector.',
        average: '«{word}» es una palabra entre varias.',
      },
    },
  },
};
