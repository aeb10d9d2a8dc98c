// Texts of the lesson about roles of heads, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const roles: LessonText = {
  title: 'Las cabezas aprenden cosas distintas',
  about: 'Un modelo entrenado: para qué sirven sus cabezas y qué pierde sin ellas.',
  scenes: [
    {
      title: 'Cabezas con un propósito',
      text: [
        'Hasta ahora las cabezas eran aleatorias. Estas están entrenadas. Su modelo corrige frases en inglés: en cada palabra dice cuál debería ser. Para eso tiene que saber qué palabras van juntas, y de eso se encargan sus cabezas.',
        'Mira en cada mapa un pronombre como “they”: las cabezas llamadas «pronombre a nombre» lo llevan al nombre al que se refiere. Una cabeza se llama según lo que más hace.',
      ],
      attempt: 'Elige un verbo, o un nombre con “this” delante.',
      after:
        'Ahora trabaja otra cabeza. El verbo encuentra su sujeto; el nombre, la palabra que dice cuántos hay.',
    },
    {
      title: 'La misma frase, sin entrenar',
      text: [
        'Las mismas palabras, la misma aritmética, las mismas cabezas. Solo cambian los pesos. Con pesos aleatorios, una cabeza puede dar mucho a una palabra. Pero es azar: adónde mira no significa nada.',
        'El entrenamiento no cambió más que los pesos, poco a poco, para que cada vez menos palabras salieran mal. A ninguna cabeza se le dijo qué buscar. Se repartieron el trabajo.',
      ],
      attempt: 'Cambia a los pesos entrenados, encima de los mapas.',
      after: 'Los patrones están en los pesos. Eso es todo lo que se aprendió.',
    },
    {
      title: 'Un papel es un número',
      text: [
        '¿Cómo se sabe qué hace una cabeza? Se toman frases nuevas para el modelo y se mide: de toda la atención que dan los verbos en esta cabeza, ¿cuánta va a sus sujetos? Esa proporción, de 0 a 1, es su nota.',
        'La nota sola dice poco: los sujetos suelen estar en el mismo sitio, así que bastaría con conocer posiciones. La última columna es lo más que podría alcanzar una cabeza solo con posiciones. Una cabeza muy por encima tiene que estar usando las palabras. Para la palabra anterior es 1, porque ahí solo cuenta la posición.',
      ],
      attempt: 'Elige la capa 1, encima de los mapas, y compara.',
      after:
        'La primera capa recoge sobre todo la palabra anterior. La segunda construye sobre lo recogido.',
    },
    {
      title: 'Quitar una cabeza',
      text: [
        'Esta frase tiene cuatro errores, y con todas sus cabezas el modelo los encuentra todos. Ahora quita una cabeza: su resultado se cambia por ceros, y todo lo que sigue se calcula de nuevo.',
        'Un mapa solo muestra adónde mira una cabeza. Para ver qué hace por el modelo, quítala.',
      ],
      guess: ['¿Se echará de menos cada cabeza?', 'sí, todas', 'todas menos una', 'ninguna'],
      attempt: 'Quita cada cabeza por turno. ¿Qué error deja de encontrarse?',
      after:
        'Sin la cabeza del verbo, el verbo sigue mal; sin la del determinante, el nombre. Y una cabeza apenas se echa de menos, porque otra hace el mismo trabajo.',
    },
    {
      title: 'Míralo ocurrir',
      text: [
        'Aquí las cabezas empiezan con números al azar y aprenden mientras miras. La tarea: una serie de símbolos se repite, y desde la segunda vez el modelo debe saber qué sigue. Mira los mapas cuando la curva baje.',
        'Cabezas de la segunda capa aprenden a mirar lo que siguió la última vez al mismo símbolo. Nadie se lo dijo, y sin la primera capa no podrían.',
      ],
      attempt: 'Pulsa Empezar y espera a que casi todo sea correcto.',
      after:
        'Ha aprendido su tarea. Elige otra semilla y deja que aprenda de nuevo: aprende lo mismo, pero quizá en otras cabezas, o en más. Qué cabezas lo hacen es azar.',
    },
  ],
};
