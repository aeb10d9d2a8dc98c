// Texts of the lesson about shapes, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const shapes: LessonText = {
  title: 'Formas: 512, 8 y 64',
  about: 'Qué cambia con el número de cabezas y qué no.',
  scenes: [
    {
      title: 'Repartir la anchura',
      text: [
        'En el artículo original, una palabra tiene 512 números y una capa tiene 8 cabezas. Cada cabeza trabaja con 64 números por palabra, porque 8 × 64 = 512: cada cabeza lee los 512 números y hace 64 propios.',
        'La tabla muestra cómo es ahora mismo. Cada forma se ha leído del propio resultado del motor.',
      ],
      attempt: 'Pon el número de cabezas a 4. ¿Qué anchura tiene ahora una cabeza?',
      after: '512 entre 4 son 128. Menos cabezas son cabezas más anchas.',
    },
    {
      title: 'El precio de más cabezas',
      text: [
        'Con una cabeza hay un mapa, y su consulta tiene los {width} números. Con más cabezas hay más mapas, cada uno de consultas y claves más cortas.',
        'Lo que nunca cambia: la forma de {x}, la forma de la salida y el número de pesos. Más cabezas no cuestan pesos. Cuestan anchura.',
      ],
      attempt: 'Pasa de 1 cabeza a 16 sin perder de vista el número de pesos.',
      after:
        'Ha sido siempre el mismo: 4 matrices de 512 × 512, se corten como se corten, son 1.048.576 números.',
    },
    {
      title: 'Una línea con la anchura equivocada',
      text: [
        '`Linear(embed_dim, num_heads)` es una línea que verás en los foros. Hace una consulta tan ancha como cabezas hay. Debería ser tan ancha como una cabeza: `Linear(embed_dim, head_dim)`, y eso una vez por cabeza.',
        '¿Qué pasa entonces? Puestas una al lado de otra, tienen cabezas × cabezas columnas. {W_O} necesita embed_dim. Las dos cosas coinciden solo por suerte. La línea debajo de la tabla es lo que dice el motor, que acaba de intentarlo.',
      ],
      attempt: 'Pon la anchura a 64 y deja 8 cabezas.',
      after:
        'Ningún error: 64 entre 8 son 8, y la línea equivocada acierta por suerte. Con otros números se acaba la suerte.',
    },
    {
      title: 'De vuelta a un solo vector',
      text: [
        'Después de la atención, una palabra tiene una {z} de cada cabeza. Se ponen una al lado de otra, y {W_O} las mezcla en un vector. Tiene tantas filas como números entran: número de cabezas por anchura de una cabeza. Tiene tantas columnas como números la palabra, porque el resultado se suma a {x}.',
        'Si las cabezas se reparten la anchura, eso da {width} filas, así que {W_O} es de {width} × {width}. Si en cambio cada cabeza recibe 64 números, haya las que haya, {W_O} tiene 64 filas más con cada cabeza.',
      ],
      attempt: 'Da 64 números a cada cabeza con el selector y cambia después el número de cabezas.',
      after:
        'Con más cabezas, las cabezas juntas son más anchas y {W_O} tiene más filas. Sus columnas y la salida siguen siendo tan anchas como {x}.',
    },
  ],
};
