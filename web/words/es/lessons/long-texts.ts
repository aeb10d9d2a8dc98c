// Texts of the lesson about long texts and the cache, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const longTexts: LessonText = {
  title: 'Textos largos y caché',
  about: 'Mapas de miles de palabras, y qué se guarda para cada palabra nueva.',
  scenes: [
    {
      title: 'Un mapa demasiado grande',
      text: [
        'Aquí tu frase se repite hasta ser un texto de 4096 palabras. Un mapa tiene un número por cada par de palabras, así que el de cada cabeza tiene 16.777.216 números. Una pantalla tiene unos dos millones de píxeles; por eso cada punto de esta imagen es la media de 16 × 16 números.',
        'El mapa entero no se guarda nunca. Solo se guardan las consultas, las claves y los valores de todas las palabras, y por cada fila los dos números que necesita su softmax: la mayor puntuación y la suma por la que divide. Con eso se puede calcular después cualquier ventana del mapa.',
      ],
      attempt: 'Acércate hasta que se puedan leer las palabras.',
      after:
        'Ahora cada celda es un solo número, recién calculado: el que el mapa entero tendría ahí, hasta el último bit.',
    },
    {
      title: 'Qué crece, y cómo de rápido',
      text: [
        'El doble de palabras da un mapa cuatro veces mayor: el doble de filas, cada una el doble de larga. Por eso la atención es cara con textos largos.',
        'Lo que se guarda aquí solo crece con las palabras: {kept} números por cada una, y los dos de la softmax en cada cabeza. Así se puede mirar un mapa sin guardarlo.',
      ],
      attempt: 'Elige 8192 palabras y compara las dos primeras líneas junto a la imagen.',
      after: 'El mapa es ahora cuatro veces mayor; lo guardado, el doble.',
    },
    {
      title: 'Una palabra nueva no cambia nada anterior',
      text: [
        'Un modelo que escribe añade una palabra cada vez, y lee todo lo anterior para encontrar la siguiente. Aquí las palabras de tu frase llegan una tras otra, como si las escribiera un modelo.',
        'Cada palabra solo se mira a sí misma y hacia atrás. Así que una palabra nueva no puede cambiar las filas de arriba; solo añade la suya.',
      ],
      attempt: 'Escribe dos palabras más.',
      after:
        'Dos filas más. Todos los números de arriba son los mismos, hasta el último bit. ¿Para qué calcularlos otra vez?',
    },
    {
      title: 'Qué se calcula, qué se guarda',
      text: [
        'Sin caché, con cada palabra nueva entran otra vez todas. Con caché solo entra la nueva: una fila de {x} y, en cada cabeza, una consulta, una clave y un valor nuevos.',
        'La consulta nueva se cruza con las claves de todas las palabras y mezcla todos sus valores. Por eso se guardan claves y valores: eso es la caché. Las consultas viejas ya no hacen falta.',
      ],
      attempt: 'Escribe la palabra siguiente y mira qué formas cambian.',
      after:
        'Sin caché crece todo. Con ella solo crece lo que se mira: las claves y los valores guardados, y la fila nueva del mapa.',
    },
    {
      title: 'Los mismos bits',
      text: [
        'Un mapa se calculó de una vez, para toda la frase. El otro se compuso de filas calculadas una a una, con caché. Son iguales hasta el último bit: la caché ahorra trabajo y no cambia el resultado.',
        'Puede hacerlo por una razón: ninguna palabra mira hacia delante.',
      ],
      attempt: 'Desactiva la máscara causal.',
      after:
        'Ahora en la frase entera se mira hacia delante, y los dos mapas difieren. Cuando se escribieron las primeras filas, las palabras siguientes aún no estaban.',
    },
    {
      title: 'Lo que cuesta la caché',
      text: [
        'La caché guarda una clave y un valor de cada palabra, por cada cabeza y en cada capa. Con textos largos puede ocupar más memoria que el propio modelo.',
        'Por eso las cabezas comparten: varias consultas miran las mismas claves y valores. Es la atención de consultas agrupadas (GQA). Cada cabeza conserva sus consultas, y por tanto su mapa.',
      ],
      guess: ['¿Cuántos números quedarán por guardar?', 'la mitad', 'un cuarto', 'un octavo'],
      attempt: 'Haz que las 8 cabezas compartan 2 juegos de claves y valores.',
      after:
        'La cuarta parte de los números, y siguen siendo 8 mapas. Con un solo juego sería la octava parte. Pero las cabezas que comparten pueden diferir menos.',
    },
  ],
};
