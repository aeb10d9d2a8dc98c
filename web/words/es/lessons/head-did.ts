// Texts of the lesson about the effect of a head, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const headDid: LessonText = {
  title: '¿Qué hizo esa cabeza?',
  about: 'Un mapa puede parecer importante. Quita la cabeza y mide.',
  scenes: [
    {
      title: 'Un mapa que parece importante',
      text: [
        'La frase acaba en «the», y el modelo dice una palabra del principio de la frase. Así que en alguna cabeza la última palabra debería mirar hacia atrás, a esa palabra. La primera tabla muestra cuánto la mira cada cabeza; la cabeza en negrita es la que más mira.',
        '¿Depende la respuesta de esa cabeza? El mapa no lo muestra. La segunda tabla sí: quita una cabeza tras otra, ejecuta otra vez el modelo entero y lee la probabilidad de la respuesta.',
      ],
      guess: ['¿Es la cabeza que más mira la más necesaria para la respuesta?', 'sí', 'no'],
      attempt: 'Quita la cabeza en negrita de la primera tabla: elige su capa y su número.',
      after:
        'La frase que está encima de las tablas da la nueva probabilidad de la respuesta. Si es casi la misma, la cabeza importa menos de lo que parece por su mapa. Si incluso ha subido, la cabeza hacía más probable otra palabra.',
    },
    {
      title: 'Las otras cabezas de la respuesta',
      text: [
        'Ahora falta una cabeza. En la segunda tabla se quita además otra, por turno. Así se ve qué cabezas necesita todavía la respuesta cuando falta la primera.',
        'Compárala con la tabla de cabezas sueltas. Una cabeza que sola apenas importaba puede importar ahora: si dos cabezas hacen el mismo trabajo, cada una oculta el efecto de la otra. Solo se ve quitando las dos.',
      ],
      attempt: 'Quita otra cabeza y compara la celda en negrita.',
      after:
        'Los efectos de dos cabezas casi nunca se suman. Por eso «sin ella no cambió nada» no significa que una cabeza no haga nada: quizá otra cabeza haga lo mismo.',
    },
    {
      title: 'Tu propia frase',
      text: [
        'Todos estos números valen solo para esta frase y esta respuesta. Otra frase puede necesitar otra cabeza. Las tablas se calculan de nuevo para cada una.',
        '«Abrir un modelo» tiene las mismas tablas en la vista «Causas». Ahí puedes comparar dos palabras cualesquiera, ver la suma de todas las partes y poner en el primer texto partes de un segundo.',
      ],
      attempt: 'Escribe otra frase y busca la cabeza que más necesita su respuesta.',
      after:
        '¿Es la misma cabeza en las dos frases? Si muchas frases necesitan la misma cabeza, tiene un papel. Si solo la necesita una, quizá no tenga un papel general.',
    },
  ],
};
