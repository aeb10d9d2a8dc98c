// Texts of the questions about rounding, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const digits: QuestionTexts = {
  'too-large': {
    ask: 'Una puntuación es {score}. ¿Cuánto es su `exp` en un float32?',
    why: {
      below:
        'Por debajo de −104, `exp` es menor que cualquier float32 mayor que cero, así que se vuelve cero.',
      between: 'Hasta 88, `exp` cabe en un float32. Desde 89 es infinito.',
      above: 'Desde 89, `exp` es mayor que cualquier float32, así que se vuelve infinito.',
    },
    options: {
      zero: 'cero',
      large: 'muy grande, pero finito',
      infinite: 'infinito',
    },
    hints: {
      zero: 'Eso es correcto con una puntuación muy por debajo de cero.',
      large: {
        below: 'El `exp` de un número menor que cero es menor que 1.',
        above: 'Es mayor que el mayor float32, unos 3,4 × 10³⁸.',
      },
      infinite: {
        below: 'El `exp` de un número menor que cero es menor que 1.',
        between: 'Un float32 llega a unos 3,4 × 10³⁸, que es casi `exp(89)`.',
      },
    },
  },
  'shifted-share': {
    ask: '«{word}» da a «{other}» una proporción de {share}. Ahora se suma {shift} a cada puntuación de la fila. ¿Cuánto vale la proporción?',
    why: 'Las diferencias entre las puntuaciones son las mismas, así que las proporciones son las mismas.',
    hints: {
      times: 'Las otras puntuaciones han crecido en el mismo número.',
      even: 'Las diferencias entre las puntuaciones son las de antes, así que las proporciones son las de antes.',
    },
  },
  'online-sum': {
    ask: 'La softmax en línea lee la fila de «{word}». La suma hasta ahora es {sum}. Ahora llega una puntuación mayor que todas las anteriores, así que hay que multiplicar la suma por {factor}. ¿Cuánto es la suma con la nueva puntuación?',
    why: 'La suma por el factor, más 1 por la nueva puntuación: ahora es la mayor, y exp(0) es 1.',
    hints: {
      unscaled: 'Primero hay que multiplicar la suma por el factor.',
      noNew: 'Falta la nueva puntuación. Aporta exp(0), que es 1.',
      added: 'El factor es para la suma: multiplica. La nueva puntuación aporta 1.',
    },
  },
};
