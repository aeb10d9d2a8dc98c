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
        'Ahora cada celda es un solo número, recién calculado. Es igual al número del mapa entero en ese lugar, hasta el último bit.',
    },
    {
      title: 'Cómo crecen el mapa y la memoria',
      text: [
        'El doble de palabras da un mapa cuatro veces mayor: el doble de filas, cada una el doble de larga. Por eso la atención es cara con textos largos.',
        'Los números guardados solo crecen con el número de palabras: {kept} números por palabra, y los dos números de su softmax en cada cabeza. Así se puede ver un mapa que nunca se guardó.',
      ],
      attempt: 'Elige 8192 palabras y compara las dos primeras líneas junto a la imagen.',
      after: 'El mapa es ahora cuatro veces mayor; lo guardado, el doble.',
    },
    {
      title: 'Una palabra nueva no cambia nada anterior',
      text: [
        'Un modelo que escribe añade una palabra cada vez. Lee todas las palabras anteriores para predecir la siguiente. Aquí las palabras de tu frase llegan una tras otra, como si las escribiera un modelo.',
        'Cada palabra solo se mira a sí misma y hacia atrás. Así que una palabra nueva no puede cambiar las filas anteriores a la suya. Solo añade una fila.',
      ],
      attempt: 'Escribe dos palabras más.',
      after:
        'Dos filas más. Todos los números de arriba son los mismos, hasta el último bit. Así que no hace falta calcular otra vez las filas anteriores.',
    },
    {
      title: 'Números calculados y guardados',
      text: [
        'Sin caché, con cada palabra nueva entran otra vez todas. Con caché solo entra la nueva: una fila de {x} y, en cada cabeza, una consulta, una clave y un valor nuevos.',
        'La consulta nueva se multiplica con las claves de todas las palabras, y se mezclan todos los valores. Por eso se guardan claves y valores: son la caché. Las consultas anteriores ya no hacen falta.',
      ],
      attempt: 'Escribe la palabra siguiente y mira qué formas cambian.',
      after:
        'Sin caché crecen todas las formas. Con caché solo crecen dos: las claves y los valores que se miran, y la fila nueva del mapa.',
    },
    {
      title: 'Los mismos bits',
      text: [
        'Un mapa se calculó de una vez, para toda la frase. El otro consta de filas calculadas una a una, con caché. Son iguales hasta el último bit: la caché ahorra trabajo y no cambia el resultado.',
        'Funciona por una razón: ninguna palabra mira hacia delante.',
      ],
      attempt: 'Desactiva la máscara causal.',
      after:
        'Ahora las palabras miran hacia delante cuando la frase se calcula de una vez, y los dos mapas difieren. Con caché, las palabras posteriores aún no existen cuando se calculan las primeras filas.',
    },
    {
      title: 'La memoria de una caché',
      text: [
        'La caché guarda una clave y un valor de cada palabra, por cada cabeza y en cada capa. Con textos largos puede ocupar más memoria que el propio modelo.',
        'Por eso las cabezas comparten: varias consultas miran las mismas claves y valores. Es la atención de consultas agrupadas (GQA). Cada cabeza conserva sus consultas, y por tanto su mapa.',
      ],
      guess: ['¿Cuántos números quedarán por guardar?', 'la mitad', 'un cuarto', 'un octavo'],
      attempt: 'Haz que las 8 cabezas compartan 2 juegos de claves y valores.',
      after:
        'La cuarta parte de los números, y siguen siendo 8 mapas. Con un solo juego para todas las cabezas sería la octava parte. Pero las cabezas que comparten claves y valores pueden diferir menos.',
    },
  ],
};
