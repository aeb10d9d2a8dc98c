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
      'Antes de la atención, cada fila se desplaza y se estira hasta media 0 y varianza 1, y después según lo aprendido: γ para cada columna, y β. La atención recibe N; x se conserva y vuelve al final.',
    stepProjectionNormed:
      'N pasa por tres matrices, una vez por cada una. Una fila de Q dice qué busca un token; una de K, cómo se le puede encontrar; una de V, qué aporta.',
    stepTurned: 'Rotar según la posición',
    stepTurnedShort: 'rotar',
    stepTurnedText:
      'Así sabe la atención dónde está cada token. Toma los números de una fila de dos en dos, uno de cada mitad: cada pareja es una flecha, que rota la posición p de su token por ωᵣ. Por eso, lo bien que encajan dos tokens depende de la distancia entre ellos.',
    stepSum: 'Lo que suma la atención',
    stepSumShort: 'sumar',
    stepSumText:
      'Lo que encontró la atención se suma a x, para que no se pierda nada. Después no hay normalización: la parte siguiente de la capa tiene la suya.',
    provXPlain: 'El número de la palabra tal cual: no se suma nada por su posición.',
    provTurned:
      'Los números {column} y {partner} de {token} forman una flecha. Su posición es {place}, contando desde 0, así que rota {place} · {each} = {angle} radianes: un número por el coseno, el otro por el seno, sumados.',
    provTurn: 'rotación',
  });
