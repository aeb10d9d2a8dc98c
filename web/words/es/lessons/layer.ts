// Texts of the lesson about the layer, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const layer: LessonText = {
  title: 'La capa',
  about: 'De varias cabezas a una capa, y de las capas a un modelo.',
  scenes: [
    {
      title: 'Una junto a otra',
      text: [
        'Cada cabeza hace un vector nuevo propio para cada palabra: aquí, {headDim} números. Los dibujos pequeños los muestran, uno por cabeza. Son distintos, porque cada cabeza mira a otro sitio.',
        'Una capa pone estos vectores uno junto a otro. Eso se llama concatenar: {heads} por {headDim} números vuelven a ser {width}, tan ancho como las palabras que entraron. Todavía no se suma ni se mezcla nada.',
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
        '{W_O} se puede leer de otra manera: tiene unas filas para cada cabeza. Así, cada cabeza suma a la salida una lista de {width} números, y {b_O} suma una que es siempre la misma. El dibujo muestra esas listas para «{word}», y debajo su suma.',
      ],
      attempt: 'Elige otra palabra y compara las filas.',
      after:
        'Cada cabeza suma otra lista para esta palabra. {b_O} es igual para todas. Igual que {W_Q} {W_K}ᵀ dice adónde mira una cabeza, su {W_V} por sus filas de {W_O} dice qué escribe. Los dos productos tienen como mucho rango {headDim}.',
    },
    {
      title: 'Sumado a x y normalizado',
      text: [
        'Lo que sale de la atención no sustituye a la palabra. Se suma a {x}. Es la conexión residual: la palabra se queda, y cada capa le añade algo. También ayuda a aprender, porque cualquier capa se puede saltar.',
        'Tras varias sumas los números podrían hacerse demasiado grandes. Por eso sigue una norma: a cada palabra le resta la media de sus números y la divide por la raíz de su varianza. Muchos modelos lo hacen antes de la atención.',
      ],
      attempt: 'Elige otra palabra y compara media y varianza.',
      after:
        'Antes de la norma son distintas en cada palabra. Después, la media es 0 y la varianza 1. En un modelo siguen dos listas aprendidas, que multiplican y desplazan los números.',
    },
    {
      title: 'El bloque y la pila',
      text: [
        'Tras la atención cada palabra sigue sola: por una pequeña red de dos matrices con un codo entre ellas, la MLP o red feed-forward. Se suma a la palabra y se normaliza del mismo modo. Atención y MLP juntas son un bloque, también llamado capa.',
        'Las cabezas de un bloque trabajan una al lado de otra con la misma {x}: ninguna espera a otra. Los bloques trabajan uno tras otro: cada uno recibe lo que hizo el anterior. Una cabeza tiene un mapa, y sus propias {W_Q}, {W_K} y {W_V}.',
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
      title: 'Lo que cuesta',
      text: [
        'La tabla cuenta los pesos y las multiplicaciones de una capa, y mide ahora mismo el tiempo de cada parte. Las matrices y la MLP trabajan con cada palabra sola; las puntuaciones y las mezclas, con todos los pares de palabras.',
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
        'Cuatro veces más palabras: las matrices y la MLP necesitan cuatro veces más multiplicaciones; las puntuaciones y las mezclas, dieciséis veces más. En textos cortos son lo que menos cuesta; en los largos, lo que más.',
    },
  ],
};
