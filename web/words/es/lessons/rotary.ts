// Texts of the lesson about rotary positions, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const rotary: LessonText = {
  title: 'Posiciones rotatorias',
  about: 'Consultas y claves se giran, y así las puntuaciones conocen la distancia.',
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
      title: '¿Qué dos forman un par?',
      text: [
        '¿Qué dos números forman una flecha? Se usan dos reglas. El artículo original y el primer código de Llama emparejan vecinos: 1 y 2, 3 y 4. GPT-NeoX y la biblioteca de Hugging Face emparejan mitades: el primer número de la primera mitad con el primero de la segunda.',
        'Las dos valen, siempre que consultas y claves sigan la misma.',
      ],
      attempt: 'Empareja los vecinos.',
      after:
        'La misma consulta, la misma posición, otros números. Ninguna está mal. Pero los pesos de un modelo se aprendieron con una de las dos reglas.',
    },
    {
      title: 'Los mismos pesos, los pares equivocados',
      text: [
        'Toma los pesos de la cabeza {head} como aprendidos con mitades y cárgalos en un código que empareja vecinos. Todas las formas encajan y no hay ningún error. Pero el mapa es otro, como muestra la tercera imagen.',
        'El arreglo es sencillo: las columnas de {W_Q} y {W_K} se ponen en otro orden, para que los números de un par sean vecinos. Es justo lo que hacen los programas que convierten modelos.',
      ],
      attempt: 'Activa el nuevo orden.',
      after:
        'Lo que queda de la diferencia es redondeo: otra vez el mismo mapa. No hubo que aprender nada de nuevo; solo tenía que encajar el orden.',
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
