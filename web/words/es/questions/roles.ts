// Texts of the questions about roles of heads, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const roles: QuestionTexts = {
  'untrained-share': {
    ask: 'Los pesos son aleatorios. ¿Cuánto será la mayor proporción en la fila de {word}?',
    why: 'Es {largest}. Antes del entrenamiento, ninguna cabeza mira a ningún sitio en particular.',
    options: {
      one: 'casi todo',
      half: 'más o menos la mitad',
      spread: 'pequeña: muchas reciben un poco',
    },
    hints: {
      one: 'Para eso una cabeza tiene que haber aprendido qué buscar.',
      half: 'Incluso para eso haría falta una cabeza que prefiera una palabra.',
    },
  },
  'find-head': {
    ask: 'Estas cabezas están entrenadas. Una de ellas lleva el verbo {word} a su sujeto {other}. Señala su mapa.',
    why: 'En la fila de {word}, solo esta cabeza tiene casi todo bajo {other}.',
  },
  'find-word': {
    ask: 'Elige una palabra de la frase que en la cabeza {head} dé casi todo a {other}.',
    why: 'Esta cabeza lleva los verbos a sus sujetos, así que {word} lo hace.',
  },
};
