// Texts of the lesson about the reason for attention, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const why: LessonText = {
  title: 'Por qué mirar alrededor',
  about: 'Una palabra sola, la media de todas y la atención.',
  scenes: [
    {
      title: 'Una palabra sin las demás',
      text: [
        '¿Quiénes son «they» (ellos o ellas)? Para saberlo se leen las palabras anteriores. Un modelo empieza con menos: cada palabra de la frase se sustituye por una lista de números, una fila de este dibujo. La lista dice qué palabra es y en qué posición está. No dice nada de las demás.',
        'Este es un pequeño modelo entrenado que corrige frases: en cada palabra dice cuál debería ser. Con «they» tendría que saber si se habla de varias personas.',
      ],
      attempt: 'Escribe «boys» en lugar de «girls» en la frase de arriba y mira las filas.',
      after:
        'Solo ha cambiado la fila de esa palabra. La fila de «they» es la misma que antes: con ella sola nadie puede saber a quién se refiere.',
    },
    {
      title: 'La media de todas',
      text: [
        'Así que cada palabra tiene que tomar algo de las demás. Cada una tiene algo que entregar: su valor, otra lista de números. El dibujo de la izquierda tiene los valores de una cabeza, una fila por palabra. El de la derecha tiene lo que cada palabra hace con ellos: su vector nuevo.',
        'Lo más sencillo es la media: cada palabra toma la misma parte de todas las palabras hasta ella misma.',
      ],
      attempt: 'Elige la media.',
      after:
        '«{word}» tiene ahora una pequeña parte de cada palabra, también del sustantivo. Pero todas las partes son iguales, así que nada destaca. Y las filas nuevas se parecen cada vez más: una media dice poco de cada palabra.',
    },
    {
      title: 'Mirar donde importa',
      text: [
        'Una media trata un sustantivo como cualquier otra palabra. Sería mejor tomar mucho de las palabras que importan y poco de las demás. Cuánto de cada una debería decidirlo cada palabra. Eso es la atención, y lo que lo decide es una cabeza.',
        'Esta cabeza lo ha aprendido en el entrenamiento, con frases con errores. Nadie le dijo qué tenía que buscar.',
      ],
      attempt: 'Elige la atención y lee la fila de «{word}».',
      after:
        'Casi todo su vector nuevo es el valor de una sola palabra: su fila de la derecha es casi esa fila de la izquierda. «They» ya sabe a quién se refiere. Cómo encuentra una cabeza la palabra correcta lo muestra la lección siguiente.',
    },
    {
      title: 'Para qué sirve',
      text: [
        'Esta frase tiene cuatro errores. Con todas sus cabezas, el modelo los encuentra todos. Supón ahora que ninguna palabra mira a las demás: se quitan todas las cabezas, y todo lo posterior se calcula otra vez.',
        'Entonces solo queda cada palabra sola, y su posición.',
      ],
      guess: [
        '¿Cuántos de los errores se encontrarán todavía?',
        'todos',
        'algunos',
        'casi ninguno',
      ],
      attempt: 'Haz que ninguna palabra mire a las demás. ¿Qué errores se encuentran todavía?',
      after:
        'La mayoría se queda, porque una palabra sola no puede estar mal: «follows» es una buena palabra, pero no aquí. Lo que aún cambia lo adivina por la palabra y su posición.',
    },
  ],
};
