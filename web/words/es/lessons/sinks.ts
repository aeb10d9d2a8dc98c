// Texts of the lesson about attention sinks, the first word, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const sinks: LessonText = {
  title: 'La primera palabra',
  about: 'Por qué recibe proporciones grandes, y por qué pueden tener poco efecto.',
  scenes: [
    {
      title: 'Una columna intensa a la izquierda',
      text: [
        'Estas cabezas son de un modelo pequeño que lee inglés. Mira la cabeza 4: la mayoría de las palabras da una proporción de más de la mitad a la primera palabra de la frase. Y esa palabra es solo «The».',
        'No es un error del dibujo. Pasa en casi todos los modelos de lenguaje entrenados. Lo han aprendido, aunque nada en el entrenamiento lo pide.',
      ],
      attempt: 'Pasa a la capa 1, encima de los mapas. ¿También está ahí la columna intensa?',
      after: 'En la capa 1 no lo hace ninguna cabeza. Empieza en las capas siguientes.',
    },
    {
      title: 'Un lugar para proporciones sin uso',
      text: [
        'Una fila tiene que sumar 1. Así que una cabeza tiene que dar proporciones, aunque ninguna palabra encaje con la consulta.',
        'Todas las palabras ven la primera, así que las cabezas pueden dárselas a ella. La primera palabra es entonces un sumidero de atención. La tabla mide su proporción en todas las cabezas del modelo.',
      ],
      attempt: 'Escribe una frase tuya y busca las barras más largas. Después escríbela dos veces.',
      after:
        'Con casi todas las frases, las barras más largas son de las mismas cabezas, a menudo de la 4 de la capa 3. Esta mira a la palabra que siguió la última vez a la misma palabra. Si no la hay, la proporción va a la primera palabra. En una frase escrita dos veces sí la hay, y la barra se acorta.',
    },
    {
      title: 'Una gran proporción no es un gran efecto',
      text: [
        'Una proporción es la parte de un valor que se toma. Pero los valores no son igual de largos. La tabla da la longitud del valor de la primera palabra, y la de los demás valores.',
        'El segundo mapa muestra la longitud de proporción × valor. Ese es el vector que se suma a la salida. La tabla compara la primera palabra con todas las demás juntas: en cada línea, la proporción por la longitud da el último número.',
      ],
      attempt: 'Elige otra palabra, no la primera, y compara sus barras en las dos columnas.',
      after:
        'Donde el valor de la primera palabra es más corto que los demás, su parte de la suma es menor que su proporción. Y la primera palabra suma siempre el mismo vector, solo más largo o más corto. Así, ese vector dice poco de la palabra que mira.',
    },
    {
      title: '¿Necesita el modelo la cabeza?',
      text: [
        'Quita una cabeza así y lee las nuevas predicciones. La tabla las quita una a una. En negrita: la cabeza de cada capa que da la mayor proporción a la primera palabra.',
        'Compara solo cabezas de la misma capa. Juntas, las de la capa 1 son las que más cambian, miren adonde miren: las capas posteriores usan sus resultados.',
      ],
      guess: [
        '¿Cuánto cambiará en su capa al quitar la cabeza en negrita?',
        'lo que más',
        'lo que menos',
        'ni lo uno ni lo otro',
      ],
      attempt:
        'Quita la cabeza 4 de la capa 3, después otra de esa capa. Compara las palabras que cambian.',
      after:
        'A menudo quitar la cabeza en negrita es lo que menos cambia en su capa, pero no siempre. Un mapa muestra adónde mira una cabeza. No muestra qué vector toma de ahí, ni si el modelo la necesita.',
    },
  ],
};
