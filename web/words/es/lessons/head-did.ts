// Texts of the lesson about the effect of a head, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const headDid: LessonText = {
  title: '¿Qué hizo esa cabeza?',
  about: 'Su mapa parece importante. Quítala y mira.',
  scenes: [
    {
      title: 'Un mapa que parece importante',
      text: [
        'La frase acaba en «the», y el modelo dice una palabra de su principio. Así que alguna cabeza de la última palabra debería mirar atrás, hacia ella. La primera tabla muestra cuánto lo hace cada una; la que está en negrita es la que más.',
        '¿Depende la respuesta de esa cabeza? Un mapa no puede decirlo. La segunda tabla sí: quita una cabeza tras otra, ejecuta otra vez el modelo entero y lee la probabilidad de la respuesta.',
      ],
      guess: ['¿La cabeza que más mira es la que más falta?', 'sí', 'no'],
      attempt: 'Quita la cabeza en negrita de la primera tabla: elige su capa y su número.',
      after:
        'La frase sobre las tablas dice qué queda de la respuesta. Si es casi todo, el mapa parecía más importante que la cabeza. Si incluso ha subido, la cabeza hablaba a favor de otra palabra.',
    },
    {
      title: 'Quién más lleva la respuesta',
      text: [
        'Ahora hay una cabeza quitada. En la segunda tabla se quita junto a ella cada una de las otras, así que muestra la segunda línea del modelo: las cabezas de las que depende la respuesta cuando falta la primera.',
        'Compárala con la tabla de cabezas sueltas. Una cabeza que sola apenas importaba puede importar ahora: dos cabezas que llevan lo mismo se tapan una a otra, y solo se ve quitando las dos.',
      ],
      attempt: 'Quita otra cabeza y compara la celda en negrita.',
      after:
        'Los efectos de dos cabezas casi nunca se suman. Por eso «sin ella no cambió nada» no significa que una cabeza no haga nada: puede que otra lo haga también.',
    },
    {
      title: 'Tu propia frase',
      text: [
        'Todo esto vale para esta frase y esta respuesta. Otra frase puede necesitar otra cabeza. Las tablas se calculan de nuevo para cada una.',
        '«Abrir un modelo» tiene lo mismo como vista, «Causas»: para cualquier palabra frente a cualquier otra, con la suma de todas las partes y con partes de un segundo texto puestas en el primero.',
      ],
      attempt: 'Escribe otra frase y busca la cabeza que más falta.',
      after:
        '¿Es la misma cabeza en las dos frases? Una cabeza que falta en muchas tiene un papel. La que falta en una tuvo allí una sola tarea.',
    },
  ],
};
