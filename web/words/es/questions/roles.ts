// Texts of the questions about roles of heads, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const roles: QuestionTexts = {
  'untrained-share': {
    ask: 'Los pesos son aleatorios y se sortean {draws} veces. ¿Con qué frecuencia da «{word}» su mayor proporción a su sujeto, «{other}»?',
    why: 'En {count} de {draws} sorteos. Con pesos aleatorios una cabeza puede dar mucho a una palabra, pero a cuál es azar.',
    options: {
      always: 'casi siempre',
      half: 'más o menos la mitad de las veces',
      chance: 'más o menos como por azar',
    },
    hints: {
      always: 'Para eso una cabeza tiene que haber aprendido qué es un sujeto.',
      half: 'Incluso para eso harían falta pesos que sepan algo de sujetos.',
    },
  },
  'find-head': {
    ask: 'Estas cabezas están entrenadas. Una de ellas lleva el verbo «{word}» a su sujeto «{other}». Señala su mapa.',
    why: 'En la fila de «{word}», solo esta cabeza tiene casi todo bajo «{other}».',
  },
  'find-word': {
    ask: 'Elige una palabra de la frase que en la cabeza {head} dé casi todo a «{other}».',
    why: 'Esta cabeza lleva los verbos a sus sujetos, así que «{word}» lo hace.',
  },
};
