// Texts of the questions about dropout, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const dropout: QuestionTexts = {
  'drop-factor': {
    ask: 'La proporción que «{word}» da a «{other}» es {share}. Hay dropout con p = {chance}, y esta proporción se queda. ¿Cuánto vale entonces?',
    why: 'Una proporción que queda se divide por 1 − p, aquí por {stays}.',
    hints: {
      same: 'Una proporción que queda se agranda, para que la media de muchas pasadas sea la misma.',
      less: 'Se divide por 1 − p, no se multiplica.',
      over: 'Se divide por la probabilidad de quedarse, 1 − p, no por p.',
    },
  },
  'row-after': {
    ask: 'Una fila tiene las proporciones {a}; {b}; {c} y {d}. Con p = 0,5 solo quedan {left} y {right}. ¿Cuánto suma la fila tras el dropout?',
    why: 'Las proporciones que quedan se duplican, y luego se suman. Una fila suma 1 solo de media.',
    hints: {
      one: 'Antes del dropout era 1. Las proporciones anuladas no se dan a las demás.',
      kept: 'Las proporciones que quedan se dividen además por 1 − p.',
    },
  },
};
