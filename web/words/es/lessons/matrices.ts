// Texts of the lesson about the three matrices, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const matrices: LessonText = {
  title: '¿Por qué tres matrices?',
  about: 'Qué fallaría con una sola para consultas y claves, o sin valores.',
  scenes: [
    {
      title: 'Una matriz para las dos',
      text: [
        'Una consulta y una clave salen las dos de {x}. ¿Por qué necesita cada una su matriz? Probemos con una para ambas: {W_K} es {W_Q}.',
        'Mira dos palabras. ¿Cuál es la puntuación de «{word}» a «{other}»? ¿Y de «{other}» a «{word}»? Con dos matrices son dos números distintos, como debe ser: un pronombre necesita su sustantivo, pero el sustantivo no necesita el pronombre.',
      ],
      attempt: 'Activa una sola matriz para las dos.',
      after:
        'Ahora las dos puntuaciones son iguales, en estas dos palabras y en todas. La imagen es su propio reflejo. Un pronombre ya no podría tener una puntuación alta con su sustantivo sin que el sustantivo tenga la misma con el pronombre.',
    },
    {
      title: 'Cada palabra se encuentra a sí misma',
      text: [
        'Hay un segundo defecto. Con una sola matriz, la consulta de una palabra y su clave son la misma lista. Y el producto escalar de una lista consigo misma suele ser el mayor.',
        'Así que aquí casi todas las palabras tienen su mayor puntuación consigo mismas.',
      ],
      attempt: 'Elige otra palabra y mira cuál es la mejor para ella.',
      after:
        'Cuéntalas: casi siempre es la propia palabra. Vuelve a las dos matrices y esa regla desaparece.',
    },
    {
      title: 'Dos pequeñas hacen una grande',
      text: [
        'Una puntuación es consulta por clave: {x} {W_Q} por {x} {W_K} traspuesta, con sus filas como columnas. Las dos matrices quedan juntas en ese producto, así que se pueden multiplicar primero: {W_Q} {W_K}ᵀ es una sola matriz grande. Toma dos palabras y da su puntuación.',
        '¿Por qué tener dos? Una cabeza es estrecha: dos matrices pequeñas tienen menos números. Así, la grande puede menos de lo que dice su tamaño: su rango es como mucho {headDim}. Distingue solo {headDim} direcciones de {width}.',
      ],
      attempt: 'Elige arriba otro número de cabezas y compara los números.',
      after:
        'La matriz grande no cambia de tamaño, y su rango sigue el ancho de la cabeza, como las dos pequeñas. Se escriba como se escriba, las puntuaciones son las mismas, salvo redondeo.',
    },
    {
      title: 'Se busca por una cosa, se da otra',
      text: [
        '¿Y los valores? La clave dice por qué se puede encontrar una palabra; el valor, qué entrega. En una biblioteca un libro se encuentra por su signatura, y lo que te llevas a casa es su texto.',
        'Para verlos por separado, haz que «{word}» y «{other}» intercambien sus claves, o sus valores.',
      ],
      guess: ['¿Cambiará el mapa?', 'sí', 'un poco', 'no'],
      attempt: 'Intercambia los valores.',
      after:
        'El mapa conserva cada bit, y los vectores nuevos han cambiado. Los valores no deciden adónde mira una cabeza. Las claves sí: si se intercambian, cambia también el mapa.',
    },
    {
      title: 'Sin valores',
      text: [
        'Supón que no hay valores y que las palabras entregan sus claves. Una cabeza mira las claves que coinciden con su consulta, así que lo que recibe es una mezcla de claves que ya coincidían.',
        'La tabla muestra cuánto coincide cada consulta con lo que recibe: con proporciones iguales para todas, y con las de la cabeza.',
      ],
      attempt: 'Haz que se entreguen las claves.',
      after:
        'Ahora toda palabra coincide mejor con atención que con proporciones iguales, y no puede ser de otro modo: se mezcla lo mismo que se comparó. Las claves tendrían que hacer dos cosas a la vez: ser encontradas y decir qué se entrega. Con valores, una cabeza busca una cosa y trae otra.',
    },
  ],
};
