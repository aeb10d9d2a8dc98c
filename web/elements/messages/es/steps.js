// What is said of each step of the computation, in Spanish.

/** @type {Record<keyof typeof import('../en/steps.js').steps, string>} */
export const steps = Object.freeze({
  stepsLabel: 'Pasos del cálculo',
  stepsBack: 'Paso anterior',
  stepsNext: 'Paso siguiente',
  stepsPlay: 'Reproducir',
  stepsPause: 'Pausa',
  stepsMotionPlay: 'Reproducir este paso',
  stepsMotionPause: 'Pausar este paso',
  stepsMoment: 'Momento de la animación',
  stepsMotion: 'Animación de este paso',
  stepsHeads: 'Cabezas mostradas',
  stepsOneHead: 'Cabeza {head}',
  stepsAllHeads: 'Todas las cabezas',
  stepsWaiting: 'Calculando.',
  stepsLegend: 'menos que 0',
  stepsLegendMore: 'más',
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
    'Cada palabra tiene un vector, y cada lugar de la frase también. Su suma es x: una fila de números por token.',
  stepProjection: 'Consulta, clave y valor',
  stepProjectionShort: 'Q, K, V',
  stepProjectionText:
    'x pasa por tres matrices, una vez por cada una. Una fila de Q dice qué busca un token; una de K, por qué se le puede encontrar; una de V, qué tiene para dar.',
  stepProjectionCross:
    'Las consultas vienen de la primera frase, las claves y los valores de la segunda. Por eso la fórmula tiene tres letras.',
  stepDotProducts: 'Cada consulta se encuentra con cada clave',
  stepDotProductsShort: 'Q · K',
  stepDotProductsText:
    'La fila de una consulta por la fila de una clave, número a número, y todo sumado: un número que dice cuánto encajan.',
  stepScores: 'Más pequeñas',
  stepScoresShort: 'escala',
  stepScoresText:
    'Las filas largas suman números grandes, y los números grandes no dejan elección a la softmax. Dividir por la raíz cuadrada de la anchura de la cabeza lo compensa.',
  stepScoresOff:
    'La división está desactivada: las puntuaciones son los propios productos escalares.',
  stepMasked: 'Lo que no se puede ver',
  stepMaskedShort: 'máscara',
  stepMaskedText:
    'Donde un token no puede mirar, a la puntuación se le suma menos infinito. Hubiera lo que hubiera, su parte será 0.',
  stepMaskedNone: 'Aquí no hay nada enmascarado. Activa la máscara causal o edita una celda de M.',
  stepAttention: 'Las puntuaciones se vuelven partes',
  stepAttentionShort: 'softmax',
  stepAttentionText:
    'e elevado a cada puntuación, menos la mayor de su fila para que nada se desborde; después cada fila se divide por su suma. Cada fila suma 1.',
  stepHeads: 'Una mezcla de valores',
  stepHeadsShort: 'A · V',
  stepHeadsText:
    'La nueva fila de cada token es una mezcla de todos los valores, ponderada por sus partes.',
  stepConcatenated: 'Cabezas una al lado de otra',
  stepConcatenatedShort: 'unir',
  stepConcatenatedText:
    'Lo que han encontrado las cabezas se pone una al lado de otra. No se calcula nada: cada cabeza tiene sus propias columnas.',
  stepOutput: 'Todo mezclado',
  stepOutputShort: 'salida',
  stepOutputText:
    'Una matriz más mezcla lo que han encontrado las cabezas. Su lado interior son todas las cabezas juntas; el exterior vuelve a ser tan ancho como x.',
  stepNorm: 'Sumar y normalizar',
  stepNormShort: 'sumar y normalizar',
  stepNormText:
    'La entrada se suma a lo que encontró la atención, para que no se pierda nada. Después cada fila se desplaza y se estira hasta tener media 0 y varianza 1.',
});
