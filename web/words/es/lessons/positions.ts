// Texts of the lesson about positions, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const positions: LessonText = {
  title: 'Posiciones',
  about:
    'La atención no tiene en cuenta el orden de las palabras. Las posiciones rotatorias y las sumadas se lo dan.',
  scenes: [
    {
      title: 'La atención no conoce el orden',
      text: [
        'Aquí «{word}» está en todas las posiciones, y ningún número dice cuál es cada posición. Así, todas las consultas son iguales, todas las claves son iguales y todas las puntuaciones son iguales. La atención por sí sola no conoce el orden de las palabras.',
        'En «Una cabeza» se sumaba a cada palabra una lista de su posición. La mayoría de los modelos de hoy no suma ninguna. En su lugar, giran cada consulta y cada clave: cuanto más adelante está la palabra, mayor es el ángulo. Son las posiciones rotatorias.',
      ],
      attempt: 'Activa el giro.',
      after:
        'La palabra sigue siendo la misma en todas partes, pero sus puntuaciones difieren. En cada diagonal son iguales: allí la distancia entre las dos posiciones es la misma.',
    },
    {
      title: 'Dos números son una flecha',
      text: [
        '¿Cómo se gira una lista de números? Por pares. Dos números son un punto en el papel, así que se pueden dibujar como una flecha. La consulta de «{word}» tiene {headDim} números; abajo, cada par es una flecha.',
        'En la posición 0 no se gira ninguna flecha. Con cada posición más, cada flecha gira su propio ángulo: la primera uno grande, la última uno muy pequeño. Son como las agujas de un reloj: las flechas rápidas muestran distancias pequeñas; las lentas, grandes.',
      ],
      attempt: 'Mueve el control hasta la posición 3.',
      after:
        'La primera flecha ha girado casi media vuelta; cada una de las demás, menos. Cada flecha conserva su longitud; solo su dirección muestra la posición. Las claves se giran del mismo modo, y los valores no.',
    },
    {
      title: 'Solo cuenta la distancia',
      text: [
        'Ahora las flechas de dos palabras: la consulta de «{word}» en color, la clave de «{other}» en el color del texto. Su producto escalar depende de lo largas que son y del ángulo entre ellas, no de sus direcciones por separado.',
        'Si las dos palabras pasan a posiciones posteriores, con el mismo avance, las dos flechas giran el mismo ángulo. El ángulo entre ellas se queda igual.',
      ],
      attempt: 'Avanza las dos palabras 50 posiciones.',
      after:
        'Las flechas tienen otras direcciones y la puntuación es la misma, salvo redondeo. Así una cabeza puede aprender «dos palabras atrás», y eso vale en cualquier posición de un texto.',
    },
    {
      title: 'Posiciones que se suman',
      text: [
        'Las posiciones rotatorias giran consultas y claves. Dos maneras más antiguas suman en cambio una lista de números a cada palabra, antes de la primera capa: una lista por posición. En el primer Transformer las listas son senos y cosenos. Unas columnas cambian deprisa de una posición a la siguiente; otras, despacio, como las agujas de un reloj.',
        'BERT y GPT-2 aprenden sus listas en el entrenamiento, una por posición hasta un texto máximo. También lo hace el pequeño modelo entrenado de esta página.',
      ],
      attempt: 'Elige las listas aprendidas.',
      after:
        'Este patrón no estaba previsto: salió del entrenamiento. No hay lista para una posición posterior a la última entrenada. Los senos y cosenos existen para todas las posiciones, y los giros también.',
    },
  ],
};
