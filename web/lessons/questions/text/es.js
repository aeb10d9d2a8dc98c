// The words of the questions in Spanish; see en.js for what places mean.

/** @type {typeof import('./en.js').questionText} */
export const questionText = Object.freeze({
  'query-shape': {
    ask: 'La frase tiene {tokens} palabras de {width} números cada una, y hay una cabeza. ¿Qué forma tendrá {Q}, con las consultas de todas las palabras?',
    why: 'Cada palabra da una fila, y con una sola cabeza su consulta es tan ancha como la palabra.',
    hints: {
      turned: 'Los números son esos, pero al revés: aquí las palabras son filas.',
      weights: 'Esa es la forma de {W_Q}, la matriz que hace las consultas.',
      map: 'Esa es la forma de un mapa: palabras por palabras.',
    },
  },
  'dot-product': {
    ask: 'Una consulta es {query}, una clave es {key}. ¿Cuál es su producto escalar?',
    why: 'Se multiplican número a número y se suman los productos.',
    hints: {
      unsigned: 'Los signos cuentan: menos por más es menos.',
      added: 'Cada pareja se multiplica, no se suma.',
      sums: 'Primero multiplica por parejas. Solo después suma.',
    },
  },
  'last-share': {
    ask: 'La softmax ha hecho proporciones de la fila de {word}. Todas las demás palabras juntas tienen {others}. ¿Qué queda para {other}?',
    why: 'Las proporciones de una fila suman 1, así que cada palabra recibe lo que dejan las demás.',
    hints: {
      same: 'Eso es lo que tienen las demás. ¿Cuánto dejan de 1?',
      even: 'Esa sería la misma proporción para todas. Suman 1, pero son distintas.',
    },
  },
  mixture: {
    ask: 'En la fila de {word}, la proporción de {other} se pone a 1 y todas las demás a 0. ¿Qué será la {z} de {word}?',
    why: '{z} es la suma de los valores, cada uno por su proporción: aquí un valor por 1 y los demás por 0.',
    options: {
      value: 'el valor de {other}',
      key: 'la clave de {other}',
      query: 'la consulta de {word}',
      mean: 'la media de todos los valores',
    },
    hints: {
      key: 'Las claves solo ayudan a decidir las proporciones. Lo que se entrega es el valor.',
      query: 'La consulta solo ayuda a decidir las proporciones. Lo que llega son valores.',
      mean: 'Para eso todas las proporciones tendrían que ser iguales.',
    },
  },
  'order-steps': {
    ask: '¿Qué paso va primero y cuál después? Ponlos en orden.',
    why: 'El motor cambió un número en cada paso, y solo cambiaron los pasos posteriores.',
    options: {
      dotProducts: 'consultas con claves',
      scores: 'dividir por la raíz',
      attention: 'softmax da proporciones',
      heads: 'mezclar los valores',
    },
  },
  'whose-column': {
    ask: '{W_Q} tiene {width} columnas para {heads} cabezas. Va a cambiar un número de la columna {column}. ¿Qué cabeza calculará otras consultas? Señala su mapa.',
    why: 'Las columnas se cortan en {heads} trozos, uno al lado del otro, y cada cabeza tiene uno.',
    hints: {
      dealt: 'Las columnas no se reparten por turnos. Las de una cabeza son vecinas.',
    },
  },
  'product-shape': {
    ask: '{W} tiene la forma {width} × {width}, y {W_i} tiene {width} × {headDim}. ¿Qué forma tiene su producto, {W} {W_i}?',
    why: 'Tiene las filas de la primera y las columnas de la segunda: otra vez la forma de {W_i}, así que una sola matriz puede hacer el trabajo de las dos.',
    hints: {
      large: 'Esa es {W} sola. Las columnas vienen de {W_i}.',
      turned: 'Al revés: las filas vienen de la primera matriz.',
    },
  },
  'sees-all': {
    ask: 'Una palabra tiene {width} números y hay {heads} cabezas. ¿De cuántos de esos números depende la consulta de una cabeza?',
    why: 'La matriz de cada cabeza recibe la palabra entera. Solo lo que sale es más corto.',
    hints: {
      piece: 'Esos salen para cada cabeza. ¿Cuántos entran?',
      heads: 'Ese es el número de cabezas.',
    },
  },
  'head-width': {
    ask: 'La anchura es {width} y el número de cabezas, {heads}. ¿Qué anchura tiene una cabeza?',
    why: 'Las cabezas se reparten la anchura: {width} entre {heads}.',
    hints: {
      whole: 'Esa es la anchura de la palabra. Las cabezas se la reparten.',
      heads: 'Ese es el número de cabezas.',
      product: 'Las cabezas se reparten la anchura, no la multiplican.',
    },
  },
  'set-head-width': {
    ask: 'La anchura es {width}. Elige un número de cabezas, encima de los mapas, para que cada cabeza tenga una anchura de {headDim}.',
    why: '{width} entre el número de cabezas es la anchura de una cabeza.',
  },
  'map-shape': {
    ask: 'Hay {tokens} palabras, {heads} cabezas y una anchura de {width}. ¿Qué forma tienen los mapas de todas las cabezas juntos? Las cabezas van primero.',
    why: 'Hay un mapa por cabeza, con una fila y una columna por palabra. La anchura no se ve en él.',
    hints: {
      one: 'Ese es el mapa de una cabeza.',
      last: 'Las cabezas van primero.',
      values: 'Esa es la forma de las consultas. Un mapa tiene palabras en los dos lados.',
    },
  },
  'score-growth': {
    ask: 'Aquí no se divide nada. Una cabeza crece de {width} números a {wide}. El tamaño típico de una puntuación será más o menos:',
    why: 'Medido ahora mismo: {ratio} veces. Algunos productos son negativos y se compensan, así que cuatro veces más productos dan sumas más o menos el doble de grandes.',
    options: {
      half: 'la mitad',
      same: 'el mismo',
      twice: 'el doble',
      four: 'el cuádruple',
    },
    hints: {
      half: 'Más productos dan sumas mayores, no menores.',
      same: 'Las sumas de más productos sí crecen; por eso se divide.',
      four: 'Sería así si todos los productos tuvieran el mismo signo.',
    },
  },
  'divide-by': {
    ask: 'La anchura es {width} y el número de cabezas, {heads}. ¿Por qué número se divide cada producto escalar?',
    why: 'Por la raíz cuadrada de la anchura de una cabeza, que aquí es {headDim}.',
    hints: {
      noRoot: 'Esa es la anchura de una cabeza. Ahora toma la raíz cuadrada.',
      whole: 'Esa es la raíz de la anchura entera. Una consulta solo es tan ancha como una cabeza.',
      heads: 'Ese es el número de cabezas.',
    },
  },
  'what-stays': {
    ask: 'Se va a quitar la división. ¿Qué queda igual en la fila de {word}?',
    why: 'La softmax da proporciones de un todo, sean cuales sean las puntuaciones. La división solo decide lo igualadas que quedan.',
    options: {
      scores: 'la suma de sus puntuaciones',
      shares: 'la suma de sus proporciones',
      largest: 'su mayor proporción',
    },
    hints: {
      scores: 'Sin dividir, las puntuaciones son mayores, y también cambia lo que suman.',
      largest: 'Puntuaciones mayores están más separadas, así que la mayor proporción crece.',
    },
  },
  'row-count': {
    ask: 'Se va a activar la máscara causal. {word} es la palabra {place} de {tokens}. ¿A cuántas palabras dará una proporción?',
    why: 'Puede mirarse a sí misma y hacia atrás, así que el número es su posición en la frase.',
    hints: {
      all: 'Esas son todas. Las que vienen después están ocultas.',
      ahead: 'Esas son las palabras que no puede ver.',
      notItself: 'Una palabra también puede mirarse a sí misma.',
    },
  },
  'empty-cells': {
    ask: 'Una frase tiene {tokens} tokens, y {fillers} de ellos, al final, son relleno. ¿Cuántas celdas de un mapa estarán vacías?',
    why: 'Ninguna fila puede mirar al relleno, así que están vacías {fillers} columnas de {tokens} celdas. Las filas del relleno se calculan igualmente.',
    hints: {
      corner: 'No solo el relleno deja de ver el relleno: ninguna fila lo ve.',
      both: 'Solo las columnas están vacías. Las filas del relleno se calculan igualmente.',
      fillers: 'Ese es el número de columnas. Cada una tiene una celda por fila.',
    },
  },
  'first-hidden': {
    ask: 'Se va a activar la máscara causal. Busca la fila de {word}, la fila {place}. ¿Cuál es la primera celda que quedará vacía? Señálala.',
    why: 'La fila es la palabra que mira; la columna, la mirada. Se ve a sí misma, y nada de lo que viene después.',
    hints: {
      itself: 'Una palabra puede mirarse a sí misma. La celda siguiente es la primera oculta.',
      turned: 'Fila y columna están cambiadas: la fila es la palabra que mira.',
    },
  },
  'untrained-share': {
    ask: 'Los pesos son aleatorios. ¿Cuánto será la mayor proporción en la fila de {word}?',
    why: 'Es {largest}. Antes del entrenamiento, ninguna cabeza mira a ningún sitio en particular.',
    options: {
      one: 'casi todo',
      half: 'más o menos la mitad',
      spread: 'pequeña: muchas reciben un poco',
    },
    hints: {
      one: 'Para eso una cabeza tiene que haber aprendido qué buscar.',
      half: 'Incluso para eso haría falta una cabeza que prefiera una palabra.',
    },
  },
  'find-head': {
    ask: 'Estas cabezas están entrenadas. Una de ellas lleva el verbo {word} a su sujeto {other}. Señala su mapa.',
    why: 'En la fila de {word}, solo esta cabeza tiene casi todo bajo {other}.',
  },
  'find-word': {
    ask: 'Elige una palabra de la frase que en la cabeza {head} dé casi todo a {other}.',
    why: 'Esta cabeza lleva los verbos a sus sujetos, así que {word} lo hace.',
  },
  'map-cells': {
    ask: 'Un texto tiene {tokens} palabras. ¿Cuántos números hay en el mapa de una cabeza?',
    why: 'Uno por cada par de palabras: {tokens} por {tokens}.',
    hints: {
      row: 'Esa es una fila. Cada palabra tiene una.',
      twice: 'Filas por columnas, no filas más columnas.',
      width: 'La anchura de una palabra no se ve en un mapa.',
    },
  },
  'times-as-long': {
    ask: 'La longitud de un texto se multiplica por {factor}. El mapa de una cabeza será:',
    why: 'Los dos lados del mapa se multiplican por {factor}, así que las celdas se multiplican por {square}.',
    options: {
      same: 'igual de grande',
      factor: '{factor} veces más grande',
      double: '{double} veces más grande',
      square: '{square} veces más grande',
    },
    hints: {
      same: 'Cada palabra nueva trae una fila y una columna.',
      factor: 'Eso cuenta las filas. También se hacen más largas.',
      double: 'Filas y columnas se multiplican, no se suman.',
    },
  },
  kept: {
    ask: 'La anchura es {width} y el número de cabezas, {heads}. ¿Cuántos números se guardan por palabra: consultas, claves y valores de todas las cabezas?',
    why: 'Una consulta, una clave y un valor tan anchos como la palabra: tres veces {width}, sean cuantas sean las cabezas.',
    hints: {
      one: 'Eso basta para uno de los tres.',
      head: 'Eso es lo que guarda una cabeza.',
      words: 'Eso cuenta todas las palabras, y solo uno de los tres.',
    },
  },
});

/** @type {typeof import('./en.js').questionWords} */
export const questionWords = {
  first: '¿Tú qué crees?',
  again: '¿Te acuerdas?',
  testOf: 'Pregunta {number} de {all}',
  waiting: 'Preparando la pregunta.',
  covered: 'La respuesta aparecerá aquí cuando hayas dicho lo que crees.',
  lock: 'Fijar mi respuesta',
  check: 'Comprobar',
  failed: 'El motor no ha respondido. Inténtalo otra vez.',
  skip: 'Saltar',
  onwards: 'Seguir',
  retry: 'Otra vez, con otros números',
  right: 'Correcto.',
  wrong: 'No del todo.',
  skipped: 'Saltada.',
  settled: 'Esta ya la has respondido.',
  youSaid: 'Tú dijiste',
  engineSays: 'El motor dice',
  yes: 'sí',
  no: 'todavía no',
  numberLabel: 'Tu número',
  numberWrong: 'Escribe un número, como 12 o 0,25.',
  shapeLabel: 'Tu forma, como 4 × 8',
  shapeWrong: 'Escribe una forma: números enteros con × o una coma entre ellos.',
  chooseWrong: 'Primero elige una.',
  pointHint:
    'Haz clic en el mapa. Con el teclado: ve al mapa, muévete con las flechas y pulsa Intro.',
  pointWrong: 'Primero señala: haz clic en el mapa.',
  pointHead: 'cabeza {head}',
  pointCell: 'fila {row} ({word}), columna {column} ({other})',
  pointsAt: 'Señalas: {place}',
  orderUp: 'Subir «{step}»',
  orderDown: 'Bajar «{step}»',
  orderPlace: '«{step}» es ahora el paso {place} de {count}.',
  progress: '{right} de {asked} correctas',
  testTitle: 'Prueba final',
  testAbout: 'Diez preguntas de todas las lecciones, con una respuesta a cada una.',
  testBegin: 'Empezar la prueba',
  testGoOn: 'Seguir con la prueba',
  testNew: 'Empezar una prueba nueva',
  testDone: 'La prueba ha terminado: {right} de {asked} correctas.',
  recap: 'Tus respuestas',
  recapLesson: 'Léelo en «{title}»',
  recapAsk: 'Preguntar otra vez',
  code: 'Código de resultado',
  codeAbout:
    'Para tu profesor. Guarda cómo respondiste y detecta errores al copiarlo. No puede probar quién respondió: ninguna página en un navegador puede.',
  codeCopy: 'Copiar el código',
  codeCopied: 'Copiado',
};
