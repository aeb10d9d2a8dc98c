// Texts of the lesson about positions, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const positions: LessonText = {
  title: 'Posiciones',
  about:
    'La atención no conoce el orden. Se giran consultas y claves, o se suman listas, y entonces sí.',
  scenes: [
    {
      title: 'La atención no conoce el orden',
      text: [
        'Aquí está «{word}» en todos los lugares, y nada dice cuál es cada lugar. Todas las consultas son iguales, todas las claves también, y por tanto todas las puntuaciones. La atención por sí sola no conoce el orden de las palabras.',
        'En «Una cabeza» se sumaba una posición a cada palabra. La mayoría de los modelos de hoy no suma nada: gira cada consulta y cada clave, tanto más cuanto más atrás está su palabra. Son las posiciones rotatorias.',
      ],
      attempt: 'Activa el giro.',
      after:
        'La palabra sigue siendo la misma en todas partes, pero sus puntuaciones difieren. En cada diagonal son iguales: allí la distancia entre los dos lugares es la misma.',
    },
    {
      title: 'Dos números son una flecha',
      text: [
        '¿Cómo se gira una lista de números? De dos en dos. Dos números son un punto en el papel, así que se pueden dibujar como una flecha. La consulta de «{word}» tiene {headDim} números; abajo, cada par es una flecha.',
        'En la posición 0 no se gira nada. Con cada posición, cada flecha gira su propio ángulo: la primera mucho, la última casi nada. Como las agujas de un reloj: las rápidas distinguen lugares cercanos; las lentas, lejanos.',
      ],
      attempt: 'Mueve el control hasta la posición 3.',
      after:
        'La primera flecha ha girado casi media vuelta; cada una de las demás, menos. Cada flecha conserva su longitud; solo su dirección dice la posición. Las claves se giran igual. Los valores, nunca.',
    },
    {
      title: 'Solo cuenta la distancia',
      text: [
        'Ahora las flechas de dos palabras: la consulta de «{word}» en color, la clave de «{other}» en el color del texto. Su producto escalar depende de lo largas que son y del ángulo entre ellas, no de hacia dónde apuntan.',
        'Si las dos palabras están más atrás en un texto, las dos flechas giran lo mismo. El ángulo entre ellas se queda igual.',
      ],
      attempt: 'Avanza las dos palabras 50 posiciones.',
      after:
        'Las flechas apuntan a otro lado y la puntuación es la misma; lo que difiere es redondeo. Así una cabeza puede aprender «dos palabras atrás», y eso vale en cualquier parte de un texto.',
    },
    {
      title: 'Posiciones que se suman',
      text: [
        'Las posiciones rotatorias giran consultas y claves. Dos maneras más antiguas suman en cambio una lista de números a cada palabra, antes de la primera capa: una lista por posición. En el primer Transformer las listas son senos y cosenos. Unas columnas cambian deprisa de una posición a la siguiente; otras, despacio, como las agujas de un reloj.',
        'BERT y GPT-2 aprenden sus listas en el entrenamiento, una por posición hasta un texto máximo. También lo hace el pequeño modelo entrenado de esta página.',
      ],
      attempt: 'Elige las listas aprendidas.',
      after:
        'Nadie planeó este dibujo: lo encontró el entrenamiento. No hay lista para una posición posterior a la última entrenada. Los senos y cosenos siguen sin fin, y los giros también.',
    },
  ],
};
