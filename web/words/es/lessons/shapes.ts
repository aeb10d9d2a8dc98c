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
        'En el dibujo, cada color es una cabeza. Una cabeza tiene sus propias columnas de {W_Q}, tan altas como ancha es {x}. Con ellas hace sus propias columnas de {q}.',
      ],
      attempt: 'Pon el número de cabezas a 4. ¿Qué anchura tiene ahora una cabeza?',
      after: '512 entre 4 son 128. Menos cabezas son cabezas más anchas.',
    },
    {
      title: 'El precio de más cabezas',
      text: [
        'Los cuatro cuadrados son los pesos de la capa. Con más cabezas, los mismos cuadrados se cortan en más tiras, así que no hacen falta más pesos. Pero cada cabeza es más estrecha.',
        'El precio está debajo: cada cabeza tiene su propio mapa, con una fila y una columna por palabra.',
      ],
      attempt: 'Pasa de 1 cabeza a 16. ¿Cuál de los dos números crece?',
      after:
        'Los mapas tienen 16 veces más números. Los pesos no han cambiado: 4 matrices de 512 × 512 tienen 1.048.576 números, se corten como se corten.',
    },
    {
      title: 'Una línea con la anchura equivocada',
      text: [
        '`Linear(embed_dim, num_heads)` es una línea que verás en los foros. Sus consultas tienen tantos números como cabezas hay, y no tantos como mide una cabeza de ancho: `Linear(embed_dim, head_dim)`.',
        'Entonces todas las cabezas juntas tienen num_heads × num_heads columnas, y {W_O} tiene embed_dim filas. En un producto, esos dos lados tienen que medir lo mismo. El motor acaba de probarlo: abajo están su mensaje y el de PyTorch.',
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
