// Texts of the lesson about attention sinks, the first word, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const sinks: LessonText = {
  title: 'La primera palabra',
  about: 'Por qué recibe tanto peso, y qué no muestra un mapa.',
  scenes: [
    {
      title: 'Una columna intensa a la izquierda',
      text: [
        'Estas cabezas son de un modelo pequeño que lee inglés. Mira la cabeza 2: la mayoría de las palabras le da más de la mitad de su peso a la primera de la frase. Y esa es solo «The».',
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
      attempt: 'Escribe una frase tuya y busca las barras más largas.',
      after:
        'Con otras palabras, otros números. Pero con casi todas las frases, las barras más largas son de las mismas cabezas: es una costumbre suya.',
    },
    {
      title: 'Intenso no es lo mismo que mucho',
      text: [
        'Una proporción dice qué parte de un valor se toma. Pero los valores no miden lo mismo. En esta cabeza, el valor de «The» mide más o menos la mitad que el de otras palabras.',
        'El segundo mapa muestra lo que llega: la proporción por el valor. En él, la primera columna destaca menos. La tabla compara la primera palabra con todas las demás juntas.',
      ],
      attempt: 'Elige otra palabra, no la primera, y compara sus barras en las dos columnas.',
      after:
        'En lo que llega, la primera palabra pesa menos que en las proporciones. Y de ahí viene siempre el mismo vector, más largo o más corto: dice poco de la palabra que mira.',
    },
    {
      title: '¿Se echa de menos la cabeza?',
      text: [
        '¿Para qué sirve entonces una cabeza? Quítala y mira qué dice el modelo sin ella. La cabeza 2 de la capa 4 le da a la primera palabra más de la mitad. La cabeza 3 de la capa 1 no le da casi nada.',
        'Un mapa muestra adónde mira una cabeza. No muestra qué toma de ahí, cuánto cuenta, ni si el modelo lo necesita.',
      ],
      attempt: 'Quita la cabeza 2 de la capa 4. Después elige la capa 1 y quita su cabeza 3.',
      after:
        'Sin la primera apenas se mueve nada. Sin la segunda, el modelo espera otras palabras en muchos lugares. Los mapas solos no te lo decían.',
    },
  ],
};
