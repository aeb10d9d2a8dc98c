// Texts of the lesson about long texts, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const long: LessonText = {
  title: 'Textos largos',
  about: 'Un mapa de miles de palabras, por una ventana.',
  scenes: [
    {
      title: 'Un mapa demasiado grande',
      text: [
        'Aquí tu frase se repite una y otra vez hasta ser un texto de 4096 palabras. Un mapa tiene un número por cada par de palabras, así que el de cada cabeza tiene 16.777.216 números. Una pantalla tiene unos dos millones de píxeles.',
        'Por eso la imagen del mapa entero tiene 256 filas de 256 puntos, y cada punto es la media de 16 × 16 números. El patrón que ves viene de las palabras que se repiten y de sus posiciones.',
      ],
      attempt: 'Haz clic en cualquier punto de la imagen para acercarte.',
      after:
        'Cada lado de la ventana mide ahora la cuarta parte, y lo que hay en ella se acaba de calcular.',
    },
    {
      title: 'Solo lo que miras',
      text: [
        'El mapa entero no se guarda nunca. Lo que se guarda son las consultas, las claves y los valores de todas las palabras, y por cada fila los dos números que necesita su softmax: la mayor puntuación y la suma por la que divide.',
        'Con eso se puede calcular después cualquier ventana. El trabajo depende del tamaño de la ventana, no de la longitud del texto.',
      ],
      attempt: 'Acércate hasta que se puedan leer las palabras.',
      after:
        'Ahora cada celda es un solo número: el que el mapa entero tendría ahí, hasta el último bit.',
    },
    {
      title: 'Qué crece, y cómo de rápido',
      text: [
        'El doble de palabras da un mapa cuatro veces mayor: el doble de filas, cada una el doble de larga. Por eso la atención es cara con textos largos.',
        'Lo que se guarda aquí solo crece con las palabras: {kept} números por cada una, y los dos de la softmax en cada cabeza. Así se puede mirar un mapa sin guardarlo.',
      ],
      attempt: 'Elige 8192 palabras y compara las dos primeras líneas junto a la imagen.',
      after: 'El mapa es ahora cuatro veces mayor; lo guardado, el doble.',
    },
  ],
};
