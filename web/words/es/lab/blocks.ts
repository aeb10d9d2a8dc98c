// Texts about layers with pre-norm and rotated queries and keys, in Spanish.

export const blocks: Record<keyof typeof import('../../en/lab/blocks.ts').blocks, string> =
  Object.freeze({
    stepEmbeddingPlain:
      'Cada palabra tiene un vector: eso es x, una fila de números por token. No se le suma nada por su posición en la frase.',
    stepEmbeddingTurned:
      'Cada palabra tiene un vector: eso es x, una fila de números por token. No se le suma nada por su posición en la frase. Las posiciones entran después, cuando se rotan las consultas y las claves.',
    stepInputNorm: 'Normalización de capa',
    stepInputNormShort: 'normalizar',
    stepInputNormText:
      'Antes de la atención, cada fila se normaliza a media 0 y varianza 1. Después cada columna se multiplica por γ y se le suma β; ambas se aprendieron. La atención recibe N. x se conserva y se suma al final.',
    stepProjectionNormed:
      'N se multiplica por tres matrices. Una fila de Q es la consulta de un token, como una pregunta. Una fila de K es su clave, como una etiqueta: cada consulta se compara con las claves. Una fila de V es su valor: el contenido que los tokens toman de él.',
    stepTurned: 'Rotar según la posición',
    stepTurnedShort: 'rotar',
    stepTurnedText:
      'Así sabe la atención la posición de cada token. Los números de una fila se toman en parejas, uno de cada mitad. Cada pareja es una flecha, rotada por la posición p de su token por ωᵣ. Así la puntuación de dos tokens depende de la distancia entre ellos.',
    stepSum: 'La atención, sumada a x',
    stepSumShort: 'sumar',
    stepSumText:
      'El resultado de la atención se suma a x, para que no se pierda nada de x. Después no hay normalización: la parte siguiente de la capa tiene la suya.',
    provXPlain: 'El número de la palabra tal cual: no se suma nada por su posición.',
    provTurned:
      'Los números {column} y {partner} de {token} forman una flecha. Su posición es {place}, contando desde 0, así que rota {place} · {each} = {angle} radianes: un número por el coseno, el otro por el seno, sumados.',
    provTurn: 'rotación',
  });
