// Texts of the lesson about the sources of the matrices, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const fiveWays: LessonText = {
  title: '¿De dónde salen las matrices?',
  about: 'Una frase, calculada de cinco maneras. Dos son correctas.',
  scenes: [
    {
      title: '¿Se multiplica x dos veces?',
      text: [
        'Los libros suelen usar dos dibujos de la atención. En el primer dibujo hay una cabeza: {x} se multiplica por una matriz y se convierte en {q}. En el segundo hay varias: entra una {Q}, y cada cabeza la multiplica por una matriz propia, {W_i}.',
        'Si se pone uno detrás del otro, parece que una palabra se multiplica dos veces antes de que haya atención alguna. Las próximas escenas lo calculan.',
      ],
      attempt: 'Adivina antes: ¿cuántas veces se multiplica {x} antes de las puntuaciones?',
      after: 'Recuerda tu respuesta. La solución está en la escena «Dos multiplicaciones son una».',
    },
    {
      title: 'Muchas pequeñas o una grande',
      text: [
        '¿De dónde salen las matrices? Cada {W_i} empieza con números al azar y se aprende en el entrenamiento. Ninguna se obtiene de otra.',
        '(a) Cada cabeza tiene una matriz propia: entran {width} números y salen {headDim}. (b) Las matrices de todas las cabezas se juntan en una grande, {x} entra una sola vez y el resultado se corta en trozos, uno por cabeza.',
        'Las dos hacen las mismas sumas de los mismos productos, así que aquí son iguales hasta el último bit (PyTorch suma en otro orden, y pueden diferir las últimas cifras). Los artículos escriben (a) porque es claro. Las bibliotecas calculan (b) porque es rápido.',
      ],
      attempt: 'Cambia el número de cabezas arriba. ¿Sigue sin haber diferencia?',
      after: 'No la hay. Cambian los lugares de los cortes; los números que se cortan, no.',
    },
    {
      title: 'Dos multiplicaciones son una',
      text: [
        'Los dibujos con varias cabezas muestran una {Q} que cada cabeza multiplica por una {W_i} propia. Esa {Q} es solo un nombre de la entrada, y con una sola frase la entrada es {x}. Así que {x} se multiplica una vez.',
        '(c) sigue ese dibujo al pie de la letra: {x} por una {W}, y el resultado por la {W_i} de cada cabeza. Los números difieren de (a). Pero entre las dos multiplicaciones no pasa nada, así que juntas son una sola, por una única matriz {W} {W_i}. Tiene la forma que tenía {W_i}, y no puede hacer nada que una sola matriz no pueda.',
      ],
      attempt: 'Haz que {Q} signifique {x}, con el selector que está junto al dibujo.',
      after:
        'La diferencia ha desaparecido, hasta el último bit. El segundo dibujo es (a), con otro nombre para {x}. La respuesta es: una vez.',
    },
    {
      title: 'Cortar primero la palabra',
      text: [
        '(d) Un error muy extendido: primero se corta {x}, cada cabeza recibe un trozo, y todas usan la misma matriz pequeña. Vista como una matriz grande, está vacía salvo unos cuadrados pequeños en la diagonal, todos iguales.',
        'Con dos cabezas o más, una cabeza ve entonces un trozo de una palabra y nunca el resto, y ninguna puede tener una matriz propia. El código se ejecuta, y todas las formas son correctas. Por eso el error pasa inadvertido.',
      ],
      guess: ['Con 1 cabeza, ¿coincidirán las dos maneras?', 'sí', 'no'],
      attempt: 'Pon el número de cabezas a 1 y mira la diferencia.',
      after: 'Con una cabeza no se corta nada, y (d) es correcta. A partir de dos, no.',
    },
    {
      title: 'Un paso olvidado',
      text: [
        '(e) La matriz es correcta y su resultado también, pero el resultado se corta mal. Cada fila del resultado es una palabra. Una cabeza debería recibir un trozo de cada fila. Pero si solo se llama a `view(B, H, L, d)`, cuando debería ser `view(B, L, H, d).transpose(1, 2)`, cada cabeza recibe filas enteras.',
        'Así, la cabeza {head} recibe todos los trozos de {names}, y nada de ninguna otra palabra. En el código falta la línea que intercambia los dos ejes. Las formas encajan, y el entrenamiento incluso mejora algo, pero ninguna cabeza ve la frase entera.',
      ],
      attempt: 'Elige otra cabeza por su nombre y lee qué palabras recibe.',
      after:
        'Aquí se reparten las palabras entre las cabezas. Habría que repartir los números de cada palabra.',
    },
    {
      title: 'Tres maneras de escribir un producto',
      text: [
        'Unos libros escriben {W} {x}, con las palabras como columnas. Otros escriben {x} {W}, con las palabras como filas; su {W} es la primera, traspuesta: sus filas son columnas.',
        'PyTorch guarda la primera y calcula {x} {W}ᵀ. Las tres tienen los mismos productos y sumas. Si una forma parece al revés, la razón suele ser esta.',
      ],
      attempt: 'Elige {x} {W}ᵀ, como lo escribe PyTorch, y compara los números de {q}.',
      after:
        'Los mismos números, hasta el último bit. PyTorch guarda {W} como en la primera notación y la traspone para el producto.',
    },
  ],
};
