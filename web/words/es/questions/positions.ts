// Texts of the questions about positions, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const positions: QuestionTexts = {
  'even-share': {
    ask: '«{word}» aparece {tokens} veces seguidas, y no se suma ni se gira ninguna posición. ¿Cuánto vale cada proporción?',
    why: 'Todas las puntuaciones son iguales, así que softmax reparte cada fila por igual: 1 dividido entre {tokens}.',
    hints: {
      whole: 'Eso es la fila entera.',
      count: 'Ese es el número de palabras. Sus proporciones suman 1.',
    },
  },
  'turn-angle': {
    ask: 'Una flecha gira {angle}° de una posición a la siguiente. La primera palabra está en la posición 0. ¿Cuántos grados ha girado la flecha de la palabra número {place}?',
    why: 'La palabra {place} está en la posición {place} − 1, porque la primera tiene la posición 0.',
    hints: {
      once: 'Eso es un paso. ¿Cuántos pasos hay desde la primera palabra?',
      fromOne: 'Cuenta los pasos, no las palabras: la primera no gira nada.',
    },
  },
  'same-distance': {
    ask: 'Una consulta en la posición {query} y una clave en la posición {key} tienen la puntuación {score}. Las dos pasan a otras posiciones. ¿Dónde vuelven a tener la misma puntuación?',
    why: 'Las dos se han movido el mismo número de posiciones, así que la distancia es la misma. La puntuación solo depende de la distancia.',
    options: {
      later: 'consulta en {queryShifted}, clave en {keyShifted}',
      earlier: 'consulta en {queryShifted}, clave en {keyShifted}',
      swapped: 'consulta en {key}, clave en {query}',
      doubled: 'consulta en {queryDouble}, clave en {keyDouble}',
      one: 'consulta en {queryShifted}, clave en {key}',
    },
    hints: {
      swapped:
        'Entonces consulta y clave han cambiado de lugar: la distancia tiene el signo contrario.',
      doubled: 'El doble de las posiciones es el doble de la distancia.',
      one: 'Solo se ha movido la consulta, así que la distancia ha cambiado.',
    },
  },
};
