// Texts of the lesson about dropout, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const dropout: LessonText = {
  title: 'Dropout',
  about: 'Proporciones que se anulan al entrenar, y la diferencia con quitar cabezas.',
  scenes: [
    {
      title: 'Proporciones que se anulan',
      text: [
        'Mientras se entrena un modelo, algunas proporciones de cada mapa se ponen a 0, al azar. Esto es el dropout. Evita que una cabeza dependa de una sola palabra.',
        'Cada proporción se anula con probabilidad p. Las proporciones que quedan se dividen por 1 − p. Los mapas de headwise muestran siempre las proporciones antes del dropout.',
      ],
      guess: ['¿Cuánto sumará la fila?', 'todavía 1', 'menos de 1', 'unas veces más, otras menos'],
      attempt: 'Pon la probabilidad a 0,5 y mira la suma de la fila.',
      after:
        'Las proporciones que quedan valen el doble, y la fila ya no suma 1. Solo su media en muchas pasadas es 1.',
    },
    {
      title: 'Activado por descuido',
      text: [
        'El dropout es solo para entrenar. Al usar el modelo tiene que estar desactivado: `model.eval()` en PyTorch, `training=False` en Keras.',
        'Si sigue activado, en cada pasada se anulan otras proporciones, así que el resultado es distinto cada vez. ¿Cambian tus números de una vez a otra? Comprueba primero esto.',
      ],
      attempt: 'Calcula otra vez, dos veces. Después desactiva el modo de entrenamiento.',
      after: 'Ahora todas las pasadas tienen los mismos números, hasta la última cifra.',
    },
    {
      title: 'El dropout no quita cabezas',
      text: [
        'A veces se lee que una cabeza «se elimina». Casi siempre significa que se ha quitado una cabeza entera a propósito, para medir su efecto. Eso se llama ablación.',
        'El dropout quita proporciones sueltas, en todas las cabezas, al azar, y agranda las demás. La ablación quita una cabeza elegida y no cambia las otras cabezas de la capa.',
      ],
      attempt: 'Quita proporciones al azar, después la cabeza 2. Compara las líneas.',
      after:
        'Dropout: proporciones de 0 en todas las cabezas, y dos pasadas difieren. Ablación: una cabeza no suma nada, y dos pasadas son iguales.',
    },
  ],
};
