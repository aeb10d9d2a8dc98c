// Texts of the questions about the lens, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const appears: QuestionTexts = {
  'lens-sum': {
    ask: 'Supón que no hay normalización final. La puntuación de «{word}» es {a} en la entrada. La capa 1 suma {b}, la capa 2 suma {c}, la capa 3 suma {d}. ¿Qué puntuación lee la lente después de la capa {layer}?',
    why: 'El vector después de una capa contiene la entrada y todo lo que han sumado las capas hasta esa.',
    hints: {
      layer: 'Eso es lo que suma esta capa. La entrada y las capas anteriores siguen en el vector.',
      end: 'Esa es la puntuación al final. La lente se detiene después de la capa {layer}.',
    },
  },
  'lens-from': {
    ask: 'La lente muestra la palabra más probable después de cada una de cinco capas: «{a}», «{b}», «{c}», «{d}», «{e}». ¿Desde qué capa se queda la respuesta?',
    why: 'La respuesta es «{answer}», la palabra después de la última capa. Desde esa capa va por delante en todas.',
    hints: {
      early: 'Ahí va por delante por primera vez, pero otra palabra la adelanta.',
      end: 'Ya va por delante antes, y nadie la vuelve a adelantar.',
    },
  },
};
