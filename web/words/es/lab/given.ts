// Texts about the steps of a model that was opened, in Spanish.

export const given: Record<keyof typeof import('../../en/lab/given.ts').given, string> =
  Object.freeze({
    givenImage: 'La imagen como números',
    givenImageShort: 'Imagen',
    givenFirst:
      'x es lo que entra en la primera capa: una fila de números por token. Haz clic en uno de ellos para ver con qué lo forma el modelo.',
    givenDeeper: 'x es lo que entrega la capa {layer}: una fila de números por token.',
    givenInputNorm:
      'Antes de la atención, cada fila se divide por la raíz de la media de sus cuadrados, y cada columna se multiplica por γ, que se aprendió. La atención recibe N; x se conserva y vuelve al final.',
    givenShared: 'Cada grupo de {count} cabezas comparte sus claves y sus valores.',
    givenTurnedNeighbours:
      'Así sabe la atención dónde está cada token. Toma los números de una fila en parejas de vecinos: cada pareja es una flecha, que rota la posición p de su token por ωᵣ. Por eso, lo bien que encajan dos tokens depende de la distancia entre ellos.',
    givenTurnedSome: 'Solo rotan los primeros {count} números de cada fila.',
    givenTurnedFactor: 'Los cosenos y los senos se multiplican por {factor}.',
    givenUnscaled: 'Este modelo no escala: las puntuaciones son los propios productos escalares.',
    givenScale: 'Este modelo multiplica los productos escalares por {scale}.',
    givenCapped:
      'Las puntuaciones grandes se doblan: T se acerca a ±{cap}, pero nunca pasa de ahí.',
    givenDistance:
      'B se suma a cada puntuación. Depende de la cabeza y de dónde están los dos tokens, no de lo que dicen.',
    givenNoMask: 'Aquí no se oculta nada: cada token puede mirar a todos los demás.',
    givenEnds:
      'Todas las cabezas juntas: C pasa por una matriz más. A partir de O, este modelo hace más que sumarlo a x; estos pasos no lo muestran.',
    givenNormAfter:
      'La entrada se suma a lo que encontró la atención, para que no se pierda nada. Después cada fila se divide por la raíz de la media de sus cuadrados, y cada columna se multiplica por γ, que se aprendió.',
    stepHeadNorm: 'Consultas y claves normalizadas',
    stepHeadNormShort: 'normalizar Q y K',
    stepHeadNormText:
      'Cada fila de Q y de K se divide por la raíz de la media de sus cuadrados, y cada columna se multiplica por γ, que se aprendió. Así, ninguna consulta ni clave pesa más solo por ser larga.',
    provMadeSum: 'Los números de {token} que el modelo suma para entrar en su primera capa.',
    provMadeScaled: 'El número del vector del token por {scale}, como lo hace este modelo.',
    provFileRow:
      'Fila {row} y columna {column} (contadas desde 0) de {tensor} en el archivo, tal como se aprendió.',
    provFile: 'Un número de {tensor} en el archivo, tal como se aprendió.',
    provPixel: 'Un número de este parche de la imagen, escalado y normalizado como pide el modelo.',
    provXGiven:
      'Un número de lo que entra en esta capa para {token}. Los pasos de esta capa empiezan aquí.',
    provScaledGiven: 'El producto escalar por {scale}, como lo hace este modelo.',
    provCapped:
      '{cap} por la tangente hiperbólica de la puntuación dividida por {cap}: nunca pasa de ±{cap}.',
    provDistances: 'Lo que se suma a la puntuación por el lugar que ocupan {query} y {key}.',
    provSquares:
      'El número dividido por la raíz de la media de los cuadrados de su fila, por γ. A esa media se le suma un poco para que nunca sea 0. Los cuadrados se suman abajo.',
    provNotTurned: 'El mismo número: solo rotan los primeros números de cada fila.',
  });
