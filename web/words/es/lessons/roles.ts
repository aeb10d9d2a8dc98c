// Texts of the lesson about roles of heads, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const roles: LessonText = {
  title: 'Las cabezas aprenden cosas distintas',
  about: 'Los papeles de las cabezas de un modelo entrenado, y los errores sin ellas.',
  scenes: [
    {
      title: 'Cabezas con un papel',
      text: [
        'Estas cabezas están entrenadas. Su modelo corrige frases en inglés: en cada palabra dice cuál debería ser. Para ello debe saber qué palabras van juntas. Sus cabezas las encuentran.',
        'Mira en cada mapa el pronombre «it»: en las cabezas llamadas «pronombre a sustantivo», su mayor proporción va a su sustantivo. Cada cabeza lleva el nombre de su papel más fuerte.',
      ],
      attempt:
        'Elige el verbo «hears», o el sustantivo «river» tras «this», y compara su fila en los cuatro mapas.',
      after:
        'Ahora es otra cabeza la que tiene la proporción grande. En la cabeza 3, un verbo mira a su sujeto. En la cabeza 4, un sustantivo mira a su determinante, como «this» o «your».',
    },
    {
      title: 'La misma frase, sin entrenar',
      text: [
        'Las mismas palabras, la misma aritmética, el mismo número de cabezas. Solo cambian los pesos. Con pesos aleatorios, una cabeza puede dar mucho a una palabra. Pero es azar: adónde mira no significa nada.',
        'El entrenamiento solo cambió los pesos, un poco en cada paso, para que hubiera menos palabras mal. Ninguna regla dio un papel a una cabeza. Los papeles salieron del entrenamiento.',
      ],
      attempt: 'Cambia a los pesos entrenados, encima de los mapas.',
      after: 'Los patrones vienen de los pesos. El entrenamiento no cambió nada más.',
    },
    {
      title: 'Cómo se mide un papel',
      text: [
        '¿Cómo se sabe qué hace una cabeza? Se toman frases nuevas para el modelo y se mide: de toda la atención que dan los verbos en esta cabeza, ¿cuánta va a sus sujetos? Esa parte, de 0 a 1, es la puntuación de su papel.',
        'La puntuación del papel sola dice poco: los sujetos suelen estar en la misma posición, así que una cabeza que solo usa posiciones también puede tenerla alta. La última columna es lo más que podría alcanzar una cabeza solo con posiciones. Una cabeza muy por encima tiene que usar las palabras. Para la palabra anterior es 1, porque ese papel depende solo de las posiciones.',
      ],
      attempt: 'Elige la capa 1, encima de los mapas, y compara.',
      after:
        'En la capa 1, dos cabezas miran a la palabra anterior. La capa 2 trabaja con sus resultados.',
    },
    {
      title: 'Quitar una cabeza',
      text: [
        'Esta frase tiene cuatro errores, y con todas sus cabezas el modelo los encuentra todos. Ahora quita una cabeza: su resultado se cambia por ceros, y todo lo que sigue se calcula de nuevo.',
        'Un mapa solo muestra adónde mira una cabeza. Para ver qué hace por el modelo, quítala.',
      ],
      guess: ['¿Necesita el modelo todas las cabezas?', 'sí, todas', 'todas menos una', 'ninguna'],
      attempt: 'Quita cada cabeza por turno. ¿Qué error deja de encontrarse?',
      after:
        'Sin la cabeza «verbo a sujeto», el verbo sigue mal. Sin «sustantivo a determinante», el sustantivo sigue mal. Y sin una de las cabezas apenas cambia nada, porque otra hace el mismo trabajo.',
    },
    {
      title: 'Cabezas que aprenden mientras miras',
      text: [
        'Aquí las cabezas empiezan con números al azar y aprenden mientras miras. La tarea: una serie de letras se repite, y desde la segunda vez el modelo debe saber qué sigue. Mira los mapas cuando la curva baje.',
        'Cabezas de la segunda capa aprenden a mirar a la letra que siguió la última vez a la misma letra. Ninguna regla lo dice, y necesitan la primera capa: en ella, cada letra toma algo de la letra anterior.',
      ],
      attempt: 'Pulsa Empezar y espera a que casi todas sus respuestas sean correctas.',
      after:
        'Ha aprendido su tarea. Elige otra semilla y deja que aprenda de nuevo: aprende la misma tarea, pero quizá en otras cabezas, o en más cabezas. Qué cabezas la aprenden depende del azar.',
    },
  ],
};
