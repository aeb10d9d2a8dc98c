// Texts about each step of the computation, in Spanish.

export const steps: Record<keyof typeof import('../../en/lab/steps.ts').steps, string> =
  Object.freeze({
    stepsLabel: 'Pasos del cálculo',
    stepsBack: 'Paso anterior',
    stepsNext: 'Paso siguiente',
    stepsPlay: 'Reproducir',
    stepsPause: 'Pausa',
    stepsMotionPlay: 'Reproducir este paso',
    stepsMotionPause: 'Pausar este paso',
    stepsMoment: 'Punto de la animación',
    stepsMotion: 'Animación de este paso',
    stepsHeads: 'Cabezas mostradas',
    stepsOneHead: 'Cabeza {head}',
    stepsAllHeads: 'Todas las cabezas',
    stepsWaiting: 'Calculando.',
    stepsLegend: 'menor que 0',
    stepsLegendMore: 'mayor que 0',
    stepsWindow: '{axis} {first} a {last} de {count}',
    stepsAxisTokens: 'Tokens',
    stepsAxisKeys: 'Tokens de clave',
    stepsAxisNumbers: 'Números',
    stepsShape: '{rows} × {columns}',
    stepsShapeSaid: '{rows} filas, {columns} columnas',
    stepsTurned: '{symbol} transpuesta',
    stepsRange: '±{value}',
    stepsRangeShares: '0 a {value}',

    stepEmbedding: 'Palabras como números',
    stepEmbeddingShort: 'Palabras',
    stepEmbeddingText:
      'Cada palabra tiene un vector, y cada posición de la frase también. Su suma es x: una fila de números por token.',
    stepProjection: 'Consulta, clave y valor',
    stepProjectionShort: 'Q, K, V',
    stepProjectionText:
      'x pasa por tres matrices, una vez por cada una. Una fila de Q dice qué busca un token; una de K, cómo se le puede encontrar; una de V, qué aporta.',
    stepProjectionCross:
      'Las consultas vienen de la primera frase, las claves y los valores de la segunda. Por eso la fórmula tiene tres letras.',
    stepDotProducts: 'Cada consulta se encuentra con cada clave',
    stepDotProductsShort: 'Q · K',
    stepDotProductsText:
      'La fila de una consulta por la fila de una clave, número a número, y todo sumado: un número que dice cuánto encajan.',
    stepScores: 'Puntuaciones escaladas',
    stepScoresShort: 'escala',
    stepScoresText:
      'Las filas largas dan sumas grandes, y con números grandes la softmax elige una sola palabra. Dividir por la raíz cuadrada de la anchura de la cabeza lo compensa.',
    stepScoresOff:
      'La división está desactivada: las puntuaciones son los propios productos escalares.',
    stepMasked: 'Máscara: lo que no se puede ver',
    stepMaskedShort: 'máscara',
    stepMaskedText:
      'Donde un token no puede mirar, a la puntuación se le suma menos infinito. Fuera cual fuera, su proporción será 0.',
    stepMaskedNone:
      'Aquí no hay nada enmascarado. Activa la máscara causal o edita una celda de M.',
    stepAttention: 'Las puntuaciones se vuelven proporciones',
    stepAttentionShort: 'softmax',
    stepAttentionText:
      'e elevado a cada puntuación (menos la mayor de su fila, para que nada se desborde); después cada fila se divide por su suma. Cada fila suma 1.',
    stepHeads: 'Una mezcla de valores',
    stepHeadsShort: 'A · V',
    stepHeadsText:
      'La nueva fila de cada token es una mezcla de todos los valores, ponderada por sus proporciones.',
    stepConcatenated: 'Cabezas una junto a otra',
    stepConcatenatedShort: 'concatenar',
    stepConcatenatedText:
      'Los resultados de las cabezas se ponen uno junto a otro. No se calcula nada: cada cabeza tiene sus propias columnas.',
    stepOutput: 'Salida: las cabezas, mezcladas',
    stepOutputShort: 'salida',
    stepOutputText:
      'Una matriz más mezcla los resultados de las cabezas. Por un lado es tan ancha como todas las cabezas juntas; por el otro, como x.',
    stepNorm: 'Sumar y normalizar',
    stepNormShort: 'sumar y normalizar',
    stepNormText:
      'La entrada se suma a lo que encontró la atención, para que no se pierda nada. Después cada fila se desplaza y se estira hasta tener media 0 y varianza 1.',
  });
