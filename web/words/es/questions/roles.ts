// Texts of the questions about roles of heads, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const roles: QuestionTexts = {
  'untrained-share': {
    ask: {
      random:
        'Los pesos son aleatorios y se sortean {draws} veces. ¿Con qué frecuencia da «{word}» su mayor proporción a su sujeto, «{other}»?',
      trained:
        'Ahora la cabeza {head} del modelo entrenado, con el papel «verbo a sujeto»: de «{word}» a «{other}». En {draws} frases, ¿con qué frecuencia da el verbo su mayor proporción a su sujeto?',
    },
    why: {
      random:
        'En {count} de {draws} sorteos. Con pesos aleatorios una cabeza puede dar mucho a una palabra, pero a cuál es azar.',
      trained:
        'En {count} de {draws} frases. El papel de una cabeza entrenada está en sus pesos, así que es el mismo en cada frase.',
    },
    options: {
      always: 'casi siempre',
      half: 'más o menos la mitad de las veces',
      chance: 'más o menos como por azar',
    },
    hints: {
      always: 'Para eso una cabeza tiene que haber aprendido qué es un sujeto.',
      half: {
        random: 'Incluso para eso hacen falta pesos entrenados con sujetos.',
        trained: 'Se entrenó con miles de frases, y en cada una un verbo tiene un sujeto.',
      },
      chance: 'Sus pesos ya no son aleatorios.',
    },
  },
  'find-head': {
    ask: 'Estas cabezas están entrenadas. Solo en una de ellas «{word}» da casi todo a «{other}». Señala su mapa.',
    why: 'En la fila de «{word}», solo esta cabeza tiene casi todo bajo «{other}».',
  },
  'find-word': {
    ask: 'Elige una palabra de la frase que en la cabeza {head} dé casi todo a «{other}».',
    why: 'En la fila de «{word}», la cabeza {head} tiene casi todo bajo «{other}».',
  },
};
