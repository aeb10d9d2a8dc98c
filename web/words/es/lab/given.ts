// Texts about the steps of a model that was opened, in Spanish.

export const given: Record<keyof typeof import('../../en/lab/given.ts').given, string> =
  Object.freeze({
    givenImage: 'La imagen como números',
    givenImageShort: 'Imagen',
    givenFirst:
      'x es la entrada de la primera capa: una fila de números por token. Haz clic en un número para ver cómo lo calcula el modelo.',
    givenDeeper: 'x es la salida de la capa {layer}: una fila de números por token.',
    provMlpGiven:
      'La salida de la red (MLP) de la capa {layer} para {token}, calculada a partir de h. Los números dentro de la red no se muestran en un modelo abierto.',
    givenAdded:
      'x es la suma de lo que entró en la capa {layer} (x′), lo que añade su atención (o′) y lo que añade su red (MLP, f): una fila de números por token.',
    provAdded:
      'La salida de la capa {layer} para {token}: lo que entró en la capa, lo que añade su atención y lo que añade su red (MLP).',
    provEntered:
      'El número que entró en la capa {layer} para {token}. Haz clic en él para seguir allí.',
    provAttended:
      'El número que da la atención de la capa {layer} para {token}. Haz clic en él para seguir allí.',
    provFactored:
      'El número que da la atención de la capa {layer} para {token}, por el factor de la columna {column}.',
    provFactor: 'El factor de la columna {column}, que tiene esta capa del modelo.',
    provMlpAdded:
      'Lo que añade la red (MLP) de la capa {layer} para {token}. Los números dentro de la red no se muestran en un modelo abierto.',
    provCrossed:
      'Lo que tiene la capa {layer} para {token} después de la atención cruzada, que estos pasos no muestran.',
    givenInputNorm:
      'Antes de la atención, cada fila se divide por la raíz de la media de sus cuadrados (RMS), y cada columna se multiplica por γ, que se aprendió. La atención recibe N. x se conserva y se suma al final.',
    givenShared: 'Cada grupo de {count} cabezas comparte sus claves y sus valores.',
    givenTurnedNeighbours:
      'Así sabe la atención la posición de cada token. Los números de una fila se toman en parejas de vecinos. Cada pareja es una flecha, rotada por la posición p de su token por ωᵣ. Así la puntuación de dos tokens depende de la distancia entre ellos.',
    givenTurnedSome: 'Solo rotan los primeros {count} números de cada fila.',
    givenTurnedFactor: 'Los cosenos y los senos se multiplican por {factor}.',
    givenUnscaled: 'Este modelo no escala: las puntuaciones son los propios productos escalares.',
    givenScale: 'Este modelo multiplica los productos escalares por {scale}.',
    givenCapped:
      'Las puntuaciones grandes se limitan (softcap): T está siempre entre −{cap} y {cap}.',
    givenDistance:
      'B se suma a cada puntuación. Depende de la cabeza y de las posiciones de los dos tokens, no de las palabras.',
    givenNoMask: 'Aquí no se oculta nada: cada token puede mirar a todos los demás.',
    givenEnds:
      'Todas las cabezas juntas: C se multiplica por una matriz más. Después de O, este modelo tiene más operaciones que la suma a x; estos pasos no las muestran.',
    givenNormAfter:
      'La entrada se suma al resultado de la atención, para que no se pierda nada de ella. Después cada fila se divide por la raíz de la media de sus cuadrados (RMS), y cada columna se multiplica por γ, que se aprendió.',
    stepHeadNorm: 'Consultas y claves normalizadas',
    stepHeadNormShort: 'normalizar Q y K',
    stepHeadNormText:
      'Cada fila de Q y de K se divide por la raíz de la media de sus cuadrados (RMS), y cada columna se multiplica por γ, que se aprendió. Así, una consulta o clave no obtiene puntuaciones mayores solo porque sus números son grandes.',
    givenHeadNorm:
      'Cada fila de Q y de K se normaliza a media 0 y varianza 1. Después cada columna se multiplica por γ y se le suma β; ambos se aprendieron. Así, una consulta o clave no obtiene puntuaciones mayores solo porque sus números son grandes.',
    provMadeSum:
      'Los números de {token} que el modelo suma para formar la entrada de su primera capa.',
    provMadeScaled: 'El número del vector del token por {scale}, como en este modelo.',
    provFileRow:
      'Fila {row} y columna {column} (contadas desde 0) de {tensor} en el archivo, tal como se aprendió.',
    provFile: 'Un número de {tensor} en el archivo, tal como se aprendió.',
    provPixel: 'Un número de este parche de la imagen, escalado y normalizado como pide el modelo.',
    provXGiven:
      'Un número de la entrada de esta capa para {token}. Los pasos de esta capa empiezan aquí.',
    provScaledGiven: 'El producto escalar por {scale}, como en este modelo.',
    provCapped:
      '{cap} por la tangente hiperbólica de la puntuación dividida por {cap}: nunca pasa de ±{cap}.',
    provDistances: 'Se suma a la puntuación. Depende de las posiciones de {query} y {key}.',
    provSquares:
      'El número dividido por la raíz de la media de los cuadrados de su fila, por γ. A esa media se le suma un número pequeño, para que nunca sea 0. Los cuadrados se suman abajo.',
    provNotTurned: 'El mismo número: solo rotan los primeros números de cada fila.',
  });
