// Texts of the answers to common questions in Spanish; see en.

import type { AnswerWords } from '../answers.ts';

export const words: AnswerWords = {
  twice: {
    answer: 'Una vez. La {Q} de esta fórmula es {x}.',
    text: 'La fórmula tiene una palabra en cada columna y multiplica por la izquierda. Esta página tiene una palabra en cada fila y multiplica por la derecha: {x} {W_i}. Con una sola frase, {Q} es solo otro nombre de la entrada {x}. Así que {x} se multiplica por una sola matriz, {W_i}, antes de las puntuaciones. La primera matriz del dibujo no cambia ningún número.',
    literal:
      'Ahora hay una matriz {W} delante de {W_i}. Los números cambian, pero el modelo no gana nada: dos multiplicaciones seguidas son lo mismo que una, por la matriz {W} {W_i}.',
    standsFor: 'La {Q} de la fórmula representa',
    difference: 'Diferencia de la salida con una sola multiplicación',
  },
  where: {
    answer: 'Primero al azar, luego aprendidas. Ninguna {W} se hace a partir de otra.',
    text: 'Cada cabeza tiene su propia {W_i} para las consultas, otra para las claves y otra para los valores. Todas son parámetros del modelo. El entrenamiento cambia un poco cada una en cada paso, hasta que las cabezas son útiles para el modelo.',
    together:
      'Las bibliotecas guardan las matrices de todas las cabezas juntas como una sola matriz grande y cortan su resultado en cabezas. Los números son los mismos.',
    shows: 'El dibujo y el mapa muestran las matrices',
    random: 'al empezar: al azar',
    trained: 'después del entrenamiento',
    map: 'El mapa de la cabeza {head} con ellas',
    difference: 'Diferencia entre una matriz grande cortada y una matriz para cada cabeza',
  },
  linear: {
    answer: 'No. Da {made} columnas, y una cabeza necesita {needed}.',
    luck: 'Aquí ambos son {needed}, por casualidad. En general está mal.',
    text: 'La anchura de una consulta es el segundo número de `nn.Linear`. Tiene que ser `head_dim`, que es `embed_dim / nhead`, y cada cabeza tiene una capa así propia.',
    makes: '`nn.Linear({width}, {columns})` da',
    needs: 'Una cabeza necesita `nn.Linear({width}, {columns})`',
    columns: '{rows} palabras, {columns} columnas: las consultas de la cabeza 1',
    together: 'Las {heads} cabezas juntas: {joined} de las {width} columnas que necesita {W_O}',
    layer: 'La línea del código',
    says: 'El motor dice',
    fits: 'El motor lo calcula: {joined} columnas entran en {W_O}.',
  },
  out: {
    answer: '{rows} × {columns}: de todas las cabezas juntas, de vuelta a una palabra.',
    text: 'Cada cabeza da {headDim} números por palabra. Juntas son {heads} × {headDim} = {rows}, así que {W_O} tiene {rows} filas. Tiene {columns} columnas, porque su resultado se suma a {x}, cuya anchura es {columns}.',
    head: 'cabeza {head}',
    joined: 'las cabezas de una palabra, juntas: {rows} números',
    rows: '{rows} filas',
    columns: '{columns} columnas',
    output: 'la salida para esa palabra: {columns} números',
    headCount: 'Cabezas',
    headWidth: 'Anchura de una cabeza',
    split: '{width} ÷ cabezas',
  },
  trained: {
    answer: 'A ciertas palabras: el sustantivo de un pronombre, el sujeto de un verbo.',
    text: 'Este modelo aprendió a corregir frases de una gramática pequeña. El nombre bajo una cabeza es su papel, que salió del entrenamiento. Elige una palabra arriba para ver adónde mira cada cabeza desde allí.',
  },
  same: 'ninguna',
  signed: 'Azul: menor que cero; naranja: mayor; gris: casi cero.',
};
