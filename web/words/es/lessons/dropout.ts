// Texts of the lesson about dropout, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const dropout: LessonText = {
  title: 'Dropout',
  about: 'Qué se anula al entrenar, y qué no.',
  scenes: [
    {
      title: 'Proporciones que se anulan',
      text: [
        'Mientras se entrena un modelo, algunas proporciones de cada mapa se ponen a 0, al azar. Esto es el dropout. Evita que una cabeza dependa de una sola palabra.',
        'Con una probabilidad p de anularse, las que quedan se dividen por 1 − p. Los mapas que muestra headwise son siempre los de antes del dropout.',
      ],
      guess: ['¿Cuánto sumará la fila?', 'todavía 1', 'menos de 1', 'unas veces más, otras menos'],
      attempt: 'Pon la probabilidad a 0,5 y mira la suma de la fila.',
      after:
        'Lo que queda vale el doble, y la fila ya no suma 1. Solo lo haría de media, en muchas pasadas.',
    },
    {
      title: 'Activado por descuido',
      text: [
        'El dropout es solo para entrenar. Al usar el modelo tiene que estar desactivado: `model.eval()` en PyTorch, `training=False` en Keras.',
        'Si sigue activado, en cada pasada se anulan otras proporciones, y la misma frase tiene cada vez otra respuesta. ¿Cambian tus números de una vez a otra? Mira primero esto.',
      ],
      attempt: 'Calcula otra vez, dos veces. Después desactiva el modo de entrenamiento.',
      after: 'Ahora todas las pasadas tienen los mismos números, hasta la última cifra.',
    },
    {
      title: 'Quitar una cabeza es otra cosa',
      text: [
        'A veces se lee que una cabeza «se elimina». Casi siempre significa que se ha quitado una cabeza entera a propósito, para ver para qué sirve. Eso se llama ablación.',
        'El dropout quita proporciones sueltas, en todas las cabezas, al azar, y agranda el resto. La ablación quita una cabeza, siempre la misma, y no cambia nada más en las cabezas de la capa.',
      ],
      attempt: 'Quita proporciones al azar, después la cabeza 2. Compara las líneas.',
      after:
        'Dropout: huecos por todas partes, y dos pasadas difieren. Ablación: una cabeza calla.',
    },
  ],
};
