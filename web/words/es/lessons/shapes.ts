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
        'La tabla muestra las formas de la capa de esta página. Cada forma se ha leído de los resultados del motor.',
      ],
      attempt: 'Pon el número de cabezas a 4. ¿Qué anchura tiene ahora una cabeza?',
      after: '512 entre 4 son 128. Menos cabezas son cabezas más anchas.',
    },
    {
      title: 'El precio de más cabezas',
      text: [
        'Con una cabeza hay un mapa, y su consulta tiene los {width} números. Con más cabezas hay más mapas, cada uno de consultas y claves más cortas.',
        'La forma de {x}, la forma de la salida y el número de pesos no cambian nunca. Más cabezas no necesitan más pesos, pero cada cabeza es más estrecha.',
      ],
      attempt: 'Pasa de 1 cabeza a 16 y lee cada vez el número de pesos.',
      after:
        'Ha sido siempre el mismo: 4 matrices de 512 × 512 tienen 1.048.576 números, se corten como se corten.',
    },
    {
      title: 'Una línea con la anchura equivocada',
      text: [
        '`Linear(embed_dim, num_heads)` es una línea que verás en los foros. Sus consultas tienen tantos números como cabezas hay. Deberían tener tantos números como la anchura de una cabeza: `Linear(embed_dim, head_dim)`, una vez por cabeza.',
        'Entonces todas las cabezas juntas tienen num_heads × num_heads columnas. {W_O} necesita embed_dim columnas. Los dos números son iguales solo por suerte. El motor acaba de probarlo: su mensaje está debajo de la tabla.',
      ],
      attempt: 'Pon la anchura a 64 y deja 8 cabezas.',
      after:
        'Ningún error: 64 entre 8 son 8, así que la línea equivocada acierta por suerte. Con casi todos los demás números hay un error.',
    },
    {
      title: 'De vuelta a un solo vector',
      text: [
        'Después de la atención, una palabra tiene una {z} de cada cabeza. Se ponen una al lado de otra, y {W_O} las mezcla en un vector. Esta matriz tiene una fila por cada número que entra: número de cabezas por anchura de una cabeza. Tiene una columna por cada número de la palabra, porque el resultado se suma a {x}.',
        'Si las cabezas se reparten la anchura, eso da {width} filas, así que {W_O} es de {width} × {width}. Si en cambio cada cabeza recibe 64 números, haya las que haya, {W_O} tiene 64 filas más con cada cabeza.',
      ],
      attempt: 'Da 64 números a cada cabeza con el selector y cambia después el número de cabezas.',
      after:
        'Con más cabezas, las cabezas juntas son más anchas y {W_O} tiene más filas. Sus columnas y la salida siguen siendo tan anchas como {x}.',
    },
  ],
};
