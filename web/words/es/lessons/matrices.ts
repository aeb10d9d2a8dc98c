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
        'Ahora las dos puntuaciones son iguales, en estas dos palabras y en dos cualesquiera. La imagen es simétrica. Si un pronombre tiene una puntuación alta con su sustantivo, el sustantivo tiene que tener la misma con el pronombre.',
    },
    {
      title: 'Cada palabra encaja consigo misma',
      text: [
        'Hay un segundo defecto. Con una sola matriz, la consulta de una palabra y su clave son la misma lista. Y el producto escalar de una lista consigo misma suele ser el mayor.',
        'Así que aquí casi todas las palabras tienen su mayor puntuación consigo mismas.',
      ],
      attempt: 'Elige otra palabra y lee cuál tiene su mayor puntuación.',
      after:
        'Casi siempre es la propia palabra. Con dos matrices no hay tal regla: desactiva la matriz única y compara la cuenta.',
    },
    {
      title: 'Dos matrices pequeñas hacen una grande',
      text: [
        'Una puntuación es consulta por clave: {x} {W_Q} por {x} {W_K} traspuesta, con sus filas como columnas. Las dos matrices son vecinas en ese producto, así que se pueden multiplicar antes: {W_Q} {W_K}ᵀ es una sola matriz grande.',
        '¿Por qué tener dos, entonces? Una cabeza es estrecha, así que las dos matrices pequeñas juntas tienen menos números. El precio es el rango: la matriz grande tiene como mucho rango {headDim}, lo que miden los lados en que se tocan las pequeñas. Así que usa solo {headDim} direcciones de {width}.',
      ],
      attempt: 'Elige arriba otro número de cabezas y compara las tres áreas.',
      after:
        'La matriz grande conserva su tamaño. El rango y las dos matrices pequeñas siguen la anchura de una cabeza. Las dos maneras dan las mismas puntuaciones, salvo redondeo.',
    },
    {
      title: 'Claves y valores hacen trabajos distintos',
      text: [
        '¿Y los valores? Las claves deciden cuánto se toma de cada palabra. Los valores son los números que se toman. En una biblioteca encuentras un libro por su signatura, y después lees su texto.',
        'Para ver la diferencia, haz que «{word}» y «{other}» intercambien sus claves, o sus valores.',
      ],
      guess: ['¿Cambiará el mapa?', 'sí', 'un poco', 'no'],
      attempt: 'Intercambia los valores.',
      after:
        'No ha cambiado ningún número del mapa, y los vectores nuevos sí. Los valores no cambian adónde mira una cabeza. Las claves sí: intercambia las claves y cambia también el mapa.',
    },
    {
      title: 'Sin valores',
      text: [
        'Supón que no hay valores y que en su lugar se mezclan las claves. Una clave que encaja con la consulta recibe una proporción grande. Así, la mezcla está hecha de claves que ya encajan con la consulta.',
        'La tabla muestra cuánto encaja cada consulta con su mezcla: con proporciones iguales para todas las palabras, y con las proporciones de la cabeza.',
      ],
      attempt: 'Mezcla las claves en lugar de los valores.',
      after:
        'Ahora cada consulta encaja mejor con atención que con proporciones iguales. Tiene que ser así: las claves que más encajan son las que más se mezclan. Una sola lista tendría que hacer dos cosas: encajar con las consultas y ser el contenido. Con valores hay una lista para cada cosa.',
    },
    {
      title: 'Las letras Q, K y V',
      text: [
        'En «Una cabeza», {Q}, {K} y {V} son las consultas, las claves y los valores. En muchas fórmulas, las mismas letras son las entradas de las que estos se hacen.',
        '¿Por qué tres letras para las entradas? Las consultas pueden venir de una frase, y las claves y los valores de otra, como en un traductor. Con una sola frase, las tres entradas son {x}.',
      ],
      attempt: 'Añade arriba una segunda frase.',
      after:
        'Ahora las consultas vienen de la primera frase, y las claves y los valores de la segunda. Por eso cada entrada necesita su letra.',
    },
  ],
};
