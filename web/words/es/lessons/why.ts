// Texts of the lesson about the reason for attention, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const why: LessonText = {
  title: 'Por qué una palabra necesita a las demás',
  about: 'Una palabra sola, la media de todas y la atención.',
  scenes: [
    {
      title: 'Una palabra sin las demás',
      text: [
        '¿Quiénes son «they» (ellos o ellas)? Para responder se leen las palabras anteriores. Un modelo empieza con menos: sustituye cada palabra de la frase por una lista de números, una fila de este dibujo. La lista dice qué palabra es y en qué posición está. No dice nada de las demás.',
        'Las listas son de un pequeño modelo entrenado que corrige frases. En cada palabra dice cuál debería estar ahí. Para comprobar «they», tiene que saber si la palabra se refiere a una persona o a varias.',
      ],
      attempt: 'Escribe «boys» en lugar de «girls» en la frase de arriba y mira las filas.',
      after:
        'Solo ha cambiado la fila de esa palabra. La fila de «they» es la misma que antes. Esa fila sola no dice a quién se refiere «they».',
    },
    {
      title: 'La media de todas',
      text: [
        'Así que cada palabra tiene que tomar algo de las demás. Para eso, cada palabra tiene una segunda lista de números: su valor. El dibujo de la izquierda muestra los valores en una cabeza, una fila por palabra. El de la derecha muestra los vectores nuevos. Cada vector nuevo es una mezcla de valores.',
        'La mezcla más sencilla es la media: cada palabra toma partes iguales de ella misma y de todas las anteriores.',
      ],
      attempt: 'Elige la media.',
      after:
        'El vector nuevo de «{word}» tiene ahora una pequeña parte de cada palabra anterior, también del sustantivo. Pero todas las partes son iguales, así que el sustantivo no cuenta más que el resto. Y de arriba abajo las filas nuevas se parecen cada vez más: una media dice poco de una palabra concreta.',
    },
    {
      title: 'Mirar donde importa',
      text: [
        'Una media trata un sustantivo como cualquier otra palabra. Sería mejor tomar mucho de las palabras que importan y poco de las demás. La atención hace eso: cada palabra tiene sus propias partes, calculadas a partir de la frase. Un cálculo de este tipo se llama cabeza.',
        'La cabeza de este dibujo está en la segunda capa del modelo. Aprendió en el entrenamiento, con frases con errores. No se le dio ninguna regla.',
      ],
      attempt: 'Elige la atención y lee la fila de «{word}».',
      after:
        'Casi todo su vector nuevo viene de una sola palabra: su fila de la derecha es casi igual a la fila de esa palabra a la izquierda. Así, el vector nuevo de «they» dice a quién se refiere. La lección siguiente muestra cómo encuentra una cabeza la palabra correcta.',
    },
    {
      title: 'Con atención y sin ella',
      text: [
        'Esta frase tiene cuatro errores. Con todas sus cabezas, el modelo encuentra los cuatro. Supón ahora que ninguna palabra mira a las demás: se quitan todas las cabezas, y todo lo posterior se calcula otra vez.',
        'Entonces el modelo solo tiene cada palabra por sí sola y su posición.',
      ],
      guess: [
        '¿Cuántos de los errores se encontrarán todavía?',
        'todos',
        'algunos',
        'casi ninguno',
      ],
      attempt: 'Haz que ninguna palabra mire a las demás. ¿Qué errores se encuentran todavía?',
      after:
        'La mayoría de los errores se queda, porque una palabra sola no puede estar mal: «follows» es una palabra correcta, pero no en esta frase. Donde el modelo aún cambia una palabra, adivina a partir de la palabra y su posición.',
    },
  ],
};
