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
    stepsTurned: '{symbol} traspuesta',
    stepsRange: '±{value}',
    stepsRangeShares: '0 a {value}',

    stepEmbedding: 'Palabras como números',
    stepEmbeddingShort: 'Palabras',
    stepEmbeddingText:
      'Cada palabra tiene un vector, y cada posición de la frase también. Su suma es x: una fila de números por token.',
    stepProjection: 'Consulta, clave y valor',
    stepProjectionShort: 'Q, K, V',
    stepProjectionText:
      'x se multiplica por tres matrices. Una fila de Q es la consulta de un token, como una pregunta. Una fila de K es su clave, como una etiqueta: cada consulta se compara con las claves. Una fila de V es su valor: el contenido que los tokens toman de él.',
    stepProjectionCross:
      'Las consultas vienen de la primera frase, las claves y los valores de la segunda. Por eso la fórmula tiene tres letras.',
    stepDotProducts: 'Cada consulta por cada clave',
    stepDotProductsShort: 'Q · K',
    stepDotProductsText:
      'La fila de una consulta por la fila de una clave, número a número, y todo sumado. Cuanto mejor encajan, mayor es la suma.',
    stepScores: 'Puntuaciones escaladas',
    stepScoresShort: 'escala',
    stepScoresText:
      'Las filas largas dan sumas grandes, y con puntuaciones grandes la softmax da casi todo a una sola palabra. Dividir por la raíz cuadrada de la anchura de la cabeza lo evita.',
    stepScoresOff:
      'La división está desactivada: las puntuaciones son los propios productos escalares.',
    stepMasked: 'Máscara: palabras que se ocultan',
    stepMaskedShort: 'máscara',
    stepMaskedText:
      'Donde un token no puede mirar, a la puntuación se le suma menos infinito. Entonces su proporción es 0, sea cual sea la puntuación.',
    stepMaskedNone:
      'Aquí no hay nada enmascarado. Activa la máscara causal o edita una celda de M.',
    stepAttention: 'Las puntuaciones se vuelven proporciones',
    stepAttentionShort: 'softmax',
    stepAttentionText:
      'e elevado a cada puntuación, dividido por la suma de su fila: eso es la softmax. Antes se resta la mayor puntuación de la fila, para que nada se desborde. Cada fila suma 1.',
    stepHeads: 'Valores sumados según las proporciones',
    stepHeadsShort: 'A · V',
    stepHeadsText:
      'La nueva fila de cada token es la suma de todos los valores, cada uno por su proporción.',
    stepConcatenated: 'Cabezas una junto a otra',
    stepConcatenatedShort: 'concatenar',
    stepConcatenatedText:
      'Los resultados de las cabezas se ponen uno junto a otro. No se calcula nada: cada cabeza tiene sus propias columnas.',
    stepOutput: 'Salida: las cabezas, mezcladas',
    stepOutputShort: 'salida',
    stepOutputText:
      'Una matriz más mezcla los resultados de las cabezas. Tiene una fila por cada columna de todas las cabezas juntas, y tantas columnas como x.',
    stepNorm: 'Sumar y normalizar',
    stepNormShort: 'sumar y normalizar',
    stepNormText:
      'La entrada se suma al resultado de la atención, para que no se pierda nada de ella. Después cada fila se normaliza a media 0 y varianza 1.',
  });
