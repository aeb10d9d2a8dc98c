// Texts of the questions about the effect of a head, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const headDid: QuestionTexts = {
  'most-missed': {
    ask: 'Con todas las cabezas la respuesta tiene {all} %. Las cabezas 1, 2, 3 y 4 miran a su palabra con {a}, {b}, {c} y {d} %. Sin la cabeza 1 la respuesta tiene {e} %, sin la 2 {f} %, sin la 3 {g} %, sin la 4 {h} %. ¿Qué cabeza necesita más la respuesta?',
    why: 'Sin ella la respuesta solo tiene {least} %. La proporción que una cabeza da a la palabra no lo muestra.',
    hints: {
      looks: 'Esa cabeza es la que más mira. Lee la probabilidad de la respuesta sin ella.',
      rises:
        'Sin esa cabeza la respuesta es más probable: la cabeza hacía más probables otras palabras.',
    },
  },
  'pair-effect': {
    ask: 'Con todas las cabezas la respuesta tiene {all} %. Sin la cabeza 1 tiene {a} %, sin la cabeza 2 tiene {b} %, y sin las dos {c} %. ¿Qué frase es correcta?',
    why: 'Las dos pérdidas por separado suman {single} puntos; sin las dos se pierden {lost} puntos.',
    options: {
      shared: 'cada una puede hacer el trabajo de la otra',
      own: 'cada una tiene un trabajo propio',
      none: 'la respuesta no necesita ninguna de las dos',
    },
    hints: {
      shared: 'Entonces la pérdida sin las dos sería mucho mayor que las dos pérdidas sumadas.',
      own: 'Entonces las dos pérdidas sumadas serían más o menos la pérdida sin las dos, y no casi cero.',
      none: 'Sin las dos la respuesta pierde mucho.',
    },
  },
};
