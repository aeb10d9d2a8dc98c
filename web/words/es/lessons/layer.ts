// Texts of the lesson about the layer, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const layer: LessonText = {
  title: 'La capa',
  about: 'De varias cabezas a una capa, y de las capas a un modelo.',
  scenes: [
    {
      title: 'Una junto a otra',
      text: [
        'Cada cabeza hace un vector nuevo propio para cada palabra: aquí, {headDim} números. Los dibujos pequeños los muestran, uno por cabeza. Son distintos, porque cada cabeza mira a palabras distintas.',
        'Una capa pone estos vectores uno junto a otro. Eso se llama concatenar: {heads} por {headDim} vuelven a ser {width} números, la anchura de las palabras que entraron. Todavía no se suma ni se mezcla nada.',
      ],
      guess: [
        '¿Qué números del dibujo grande cambiarán?',
        'algunas columnas',
        'algunas filas',
        'todos',
      ],
      attempt: 'Quita una cabeza y busca sus números en el dibujo grande.',
      after:
        'Sus columnas son cero, y no ha cambiado ninguna otra. Cada cabeza tiene columnas propias.',
    },
    {
      title: 'Mezcladas por una matriz más',
      text: [
        'Hasta aquí los números de las cabezas están separados. Una matriz más, {W_O}, los mezcla: cada número que sale depende de todas las cabezas.',
        '{W_O} también se puede leer por filas: a cada cabeza le corresponden unas filas. Así, cada cabeza suma a la salida una lista de {width} números, y {b_O} suma una lista que es siempre la misma. El dibujo muestra esas listas para «{word}», y debajo su suma.',
      ],
      attempt: 'Elige otra palabra y compara las filas.',
      after:
        'Cada cabeza suma otra lista para esta palabra. {b_O} es igual para todas. En cada cabeza, {W_Q} {W_K}ᵀ decide adónde mira, y {W_V} por sus filas de {W_O} decide qué lista suma. Los dos productos tienen como mucho rango {headDim}.',
    },
    {
      title: 'Sumado a x y normalizado',
      text: [
        'La salida de la atención no sustituye a la palabra. Se suma a {x}. Es la conexión residual: la palabra se queda, y cada capa le suma algo. También ayuda en el entrenamiento, porque hay un camino alrededor de cada capa.',
        'Tras varias sumas los números podrían hacerse demasiado grandes. Por eso sigue una normalización de capa (layer norm): a los números de cada palabra les resta su media y los divide por la raíz de su varianza. Muchos modelos tienen la normalización antes de la atención.',
      ],
      attempt: 'Elige otra palabra y compara media y varianza.',
      after:
        'Antes de la normalización son distintas en cada palabra. Después, la media es 0 y la varianza 1. En un modelo siguen dos listas aprendidas: una multiplica los números, la otra se les suma.',
    },
    {
      title: 'El bloque y la pila',
      text: [
        'Tras la atención viene una red que trabaja con cada palabra por separado: dos matrices con una función de activación entre ellas. Se llama MLP o red feed-forward. Su salida se suma a la palabra y se normaliza del mismo modo. Atención y MLP juntas son un bloque, también llamado capa.',
        'Las cabezas de un bloque trabajan una al lado de otra con la misma {x}: ninguna cabeza espera a otra. Los bloques trabajan uno tras otro: cada uno recibe la salida del bloque anterior. Una cabeza tiene un mapa, y sus propias {W_Q}, {W_K} y {W_V}.',
      ],
      attempt: 'Elige 4 bloques, con 6 cabezas en cada uno.',
      after: '4 por 6 son 24 cabezas, con 24 mapas. Pero solo hay 4 pasos, uno tras otro.',
    },
    {
      title: 'Mirar a otra frase',
      text: [
        'Un traductor tiene dos pilas. El codificador lee un texto y el decodificador escribe otro. Las palabras del decodificador miran a las del codificador: las consultas vienen de una frase; claves y valores, de la otra. Es la atención cruzada.',
        'Cada mapa tiene una fila por palabra de la primera frase y una columna por palabra de la segunda: es un rectángulo. Estos pesos son aleatorios.',
      ],
      attempt: 'Elige otra palabra y lee su fila.',
      after:
        'Sus proporciones van a las palabras de la otra frase, y suman 1. Su propia frase no tiene columnas aquí.',
    },
    {
      title: 'El coste de una capa',
      text: [
        'La tabla cuenta los pesos y las multiplicaciones de una capa. El tiempo de cada parte se acaba de medir en este navegador. Las matrices y la MLP trabajan con cada palabra sola; las puntuaciones y las mezclas, con todos los pares de palabras.',
        'La MLP tiene el doble de pesos que las cuatro matrices.',
      ],
      guess: [
        'Con cuatro veces más palabras, ¿cuánto más cuestan las puntuaciones?',
        '4 veces',
        '8 veces',
        '16 veces',
      ],
      attempt: 'Elige 1024 palabras y compara las partes.',
      after:
        'Cuatro veces más palabras: las matrices y la MLP necesitan cuatro veces más multiplicaciones; las puntuaciones y las mezclas, dieciséis veces más. En textos cortos, las puntuaciones y las mezclas son lo que menos cuesta; en textos largos, lo que más.',
    },
  ],
};
