// Texts of the questions about dropout, blocks and heads, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const dropout: QuestionTexts = {
  'drop-factor': {
    ask: 'La proporción que «{word}» da a «{other}» es {share}. Hay dropout con p = {chance}, y esta proporción se queda. ¿Cuánto vale entonces?',
    why: 'Lo que queda se divide por 1 − p, aquí por {stays}.',
    hints: {
      same: 'Lo que queda se agranda, para compensar lo que se anula.',
      less: 'Se divide por 1 − p, no se multiplica.',
      over: 'Se divide por la probabilidad de quedarse, no por la de anularse.',
    },
  },
  'row-after': {
    ask: 'Una fila tiene las proporciones {a}; {b}; {c} y {d}. Con p = 0,5 solo quedan {left} y {right}. ¿Cuánto suma la fila tras el dropout?',
    why: 'Las proporciones que quedan se duplican, y luego se suman. Una fila suma 1 solo de media.',
    hints: {
      one: 'Antes del dropout era 1. Lo que se anula no se vuelve a repartir.',
      kept: 'Lo que queda se divide además por 1 − p.',
    },
  },
  'which-maps': {
    ask: 'Hay {blocks} bloques con {heads} cabezas cada uno. Cambia un número de {W_Q}, en la primera cabeza del primer bloque. ¿En cuántos mapas pueden cambiar números?',
    why: 'Las otras cabezas de su bloque no lo notan. Pero todas las de los bloques siguientes reciben lo que hizo.',
    hints: {
      one: 'Su propio mapa, ¿y lo que viene después?',
      all: 'Las otras cabezas del primer bloque trabajan a su lado.',
      block: 'Las cabezas del mismo bloque no reciben lo que hizo. Los bloques siguientes, sí.',
    },
  },
};
