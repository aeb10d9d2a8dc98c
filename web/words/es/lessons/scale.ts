// Texts of the lesson about the scale of scores, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const scale: LessonText = {
  title: '¿Por qué dividir por √d?',
  about: 'Qué falla sin la división y cuál es su único fin.',
  scenes: [
    {
      title: 'Listas largas dan sumas grandes',
      text: [
        'Una puntuación es una suma de productos, uno por cada número de la consulta. Aquí hay una sola cabeza, así que son {headDim} productos. La división está desactivada: ves las sumas tal cual.',
        'Más productos dan sumas más grandes. Pero una lista cuatro veces más larga no da sumas cuatro veces más grandes: algunos productos son negativos y anulan otros. Las varianzas se suman: la varianza crece como d, y el tamaño como √d.',
      ],
      attempt: 'Pon la anchura a 64, después a 256, y compara las filas de la tabla.',
      after:
        'El tamaño típico es más o menos el doble, y después otra vez el doble. Los sorteos sueltos de los pesos difieren, como muestra la tercera columna. Pero el tamaño dividido por √d es casi el mismo en todas las filas.',
    },
    {
      title: 'La softmax agranda las diferencias',
      text: [
        'Solo cuentan las diferencias entre puntuaciones, y la softmax las agranda. Una puntuación mayor en 1 recibe una proporción 2,7 veces mayor (e¹). Una puntuación mayor en 10 recibe una proporción 22.026 veces mayor (e¹⁰).',
        'Con puntuaciones así de grandes, una palabra se lleva casi toda la fila. Mira el mapa: la mayoría de las filas tiene una sola celda de color intenso.',
      ],
      attempt: 'Elige otras dos palabras. ¿Cuál es la mayor proporción de cada una?',
      after: 'Una cabeza así ya casi no mezcla palabras: casi todo viene de una sola.',
    },
    {
      title: 'Donde no se puede aprender nada',
      text: [
        'El entrenamiento necesita saber: si esta puntuación fuera un poco mayor, ¿cuánto crecería su proporción? Ese número es la pendiente. Es la proporción por el resto de la fila, 1 menos la proporción. Como mucho es 0,25, cuando la proporción es la mitad.',
        'Si una proporción es casi 1, no queda nada para las demás, y la pendiente es casi 0. Si es casi 0, también lo es su pendiente. La cabeza puede estar equivocada, pero ningún cambio pequeño de una puntuación puede cambiar las proporciones. Esto se llama desvanecimiento del gradiente.',
      ],
      attempt: 'Activa la división y compara las pendientes.',
      after:
        'Donde una proporción era casi 1, las pendientes ya no son casi 0. Ahora un cambio pequeño de una puntuación cambia su proporción.',
    },
    {
      title: 'El tamaño justo con cualquier anchura',
      text: [
        'Las sumas crecen con la raíz cuadrada de la anchura. Por eso cada una se divide por la raíz cuadrada de la anchura, aquí la de {headDim}, y las puntuaciones tienen más o menos el mismo tamaño, por ancha que sea la cabeza.',
        'La división no tiene otro fin. Usa el mismo número para todas las puntuaciones de la cabeza, y ese número no se aprende.',
      ],
      attempt: 'Deja la división activada y pon la anchura a 16.',
      after:
        'Sin dividir, la puntuación típica es ahora mucho menor. Dividida, tiene más o menos el mismo tamaño: la división ha seguido a la anchura.',
    },
    {
      title: '¿De dónde salen las probabilidades?',
      text: [
        'A veces se lee que las puntuaciones se dividen «para obtener probabilidades». Mira las sumas. Las puntuaciones pueden sumar cualquier número, divididas o no, y muchas son negativas.',
        'Las proporciones suman 1, con división o sin ella. La softmax las hace partes de un todo. La división solo las hace más parejas.',
      ],
      attempt: 'Desactiva la división y observa las dos sumas.',
      after: 'La suma de las puntuaciones ha cambiado; la de las proporciones sigue siendo 1.',
    },
  ],
};
