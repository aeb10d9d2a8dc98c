// Texts of the lesson about attention sinks, the first word, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const sinks: LessonText = {
  title: 'La primera palabra',
  about: 'Por qué recibe tanto peso, y qué no muestra un mapa.',
  scenes: [
    {
      title: 'Una columna intensa a la izquierda',
      text: [
        'Estas cabezas son de un modelo pequeño que lee inglés. Mira la cabeza 4: la mayoría de las palabras le da más de la mitad de su peso a la primera de la frase. Y esa es solo «The».',
        'No es un error del dibujo. Pasa en casi todos los modelos de lenguaje entrenados. Lo han aprendido, aunque nada en el entrenamiento lo pide.',
      ],
      attempt: 'Pasa a la capa 1, encima de los mapas. ¿También está ahí la columna intensa?',
      after: 'En la primera capa no lo hace ninguna cabeza. La costumbre llega en las siguientes.',
    },
    {
      title: 'Un lugar para lo que sobra',
      text: [
        'Una fila tiene que sumar 1. Una cabeza no puede decir «aquí no hay nada para mí». El peso que no le sirve tiene que ir a algún lugar.',
        'Todas las palabras ven la primera, así que ese lugar es ella. Se llama sumidero de atención. La tabla lo mide en todas las cabezas del modelo.',
      ],
      attempt: 'Escribe una frase tuya y busca las barras más largas. Después escríbela dos veces.',
      after:
        'Con casi todas las frases, las barras más largas son de las mismas cabezas. A menudo la más larga es la de la cabeza 4 de la capa 3. Esta cabeza busca qué siguió a la misma palabra la última vez. Si ninguna palabra ha salido antes, no encuentra nada, y el peso va a la primera palabra. Escribe tu frase dos veces, y su barra se acorta.',
    },
    {
      title: 'Una gran proporción no es un gran efecto',
      text: [
        'Una proporción dice qué parte de un valor se toma. Pero los valores no miden lo mismo. La tabla dice cuánto mide en esta cabeza el valor de la primera palabra, y cuánto miden los de las demás.',
        'El segundo mapa muestra lo que llega: la proporción por el valor. La tabla compara la primera palabra con todas las demás juntas: en cada línea, la proporción por la longitud es lo que llega.',
      ],
      attempt: 'Elige otra palabra, no la primera, y compara sus barras en las dos columnas.',
      after:
        'Donde el valor de la primera palabra es el más corto, su parte de lo que llega es menor que su proporción. Y de ahí viene siempre el mismo vector, más largo o más corto: dice poco de la palabra que mira.',
    },
    {
      title: '¿Se echa de menos la cabeza?',
      text: [
        '¿Para qué sirve entonces una cabeza? Quítala y mira qué dice el modelo sin ella. La tabla lo hace con cada cabeza, una a una. En negrita: la cabeza de cada capa que más da a la primera palabra.',
        'Compara solo cabezas de la misma capa. Juntas, las de la capa 1 son las que más mueven, miren adonde miren, porque todo lo que sigue se apoya en lo que ellas hicieron.',
      ],
      guess: [
        '¿Será la cabeza en negrita la que más se eche de menos?',
        'sí',
        'no, la que menos',
        'ni lo uno ni lo otro',
      ],
      attempt:
        'Quita la cabeza 4 de la capa 3 y después otra cabeza de esa capa. Compara las palabras que cambian.',
      after:
        'A menudo la cabeza en negrita es la que menos mueve en su capa, pero no siempre. Un mapa muestra adónde mira una cabeza. No muestra qué toma de ahí, ni si el modelo la necesita.',
    },
  ],
};
