// Texts about each step of the computation, in English.

export const steps = Object.freeze({
  stepsLabel: 'Steps of the computation',
  stepsBack: 'Previous step',
  stepsNext: 'Next step',
  stepsPlay: 'Play',
  stepsPause: 'Pause',
  stepsMotionPlay: 'Play this step',
  stepsMotionPause: 'Pause this step',
  stepsMoment: 'Position in the animation',
  stepsMotion: 'Animation of this step',
  stepsHeads: 'Heads shown',
  stepsOneHead: 'Head {head}',
  stepsAllHeads: 'All heads',
  stepsWaiting: 'Computing.',
  stepsLegend: 'below 0',
  stepsLegendMore: 'above 0',
  stepsWindow: '{axis} {first} to {last} of {count}',
  stepsAxisTokens: 'Tokens',
  stepsAxisKeys: 'Key tokens',
  stepsAxisNumbers: 'Numbers',
  stepsShape: '{rows} × {columns}',
  stepsShapeSaid: '{rows} rows, {columns} columns',
  stepsTurned: '{symbol} transposed',
  stepsRange: '±{value}',
  stepsRangeShares: '0 to {value}',

  stepEmbedding: 'Words as numbers',
  stepEmbeddingShort: 'Words',
  stepEmbeddingText:
    'Each word has a vector, and so has each position in the sentence. Their sum is x: one row of numbers for every token.',
  stepProjection: 'Query, key and value',
  stepProjectionShort: 'Q, K, V',
  stepProjectionText:
    'x goes through three matrices, once each. A row of Q says what a token looks for, a row of K what it can be found by, a row of V what it has to give.',
  stepProjectionCross:
    'Queries come from the first sentence, keys and values from the second. That is why the formula has three letters.',
  stepDotProducts: 'Every query meets every key',
  stepDotProductsShort: 'Q · K',
  stepDotProductsText:
    'A query’s row times a key’s row, number by number, added up: one number that says how well the two fit.',
  stepScores: 'Scores scaled down',
  stepScoresShort: 'scale',
  stepScoresText:
    'Long rows add up to large numbers, and with large numbers the softmax picks a single word. Dividing by the square root of the width of a head undoes that.',
  stepScoresOff: 'The division is switched off: the scores are the dot products themselves.',
  stepMasked: 'Mask: what may not be seen',
  stepMaskedShort: 'mask',
  stepMaskedText:
    'Where a token may not look, minus infinity is added to the score. Whatever the score was, its share will be 0.',
  stepMaskedNone: 'Nothing is masked here. Switch on the causal mask, or edit a cell of M.',
  stepAttention: 'Scores become shares',
  stepAttentionShort: 'softmax',
  stepAttentionText:
    'e to the power of each score (minus the largest of its row, so that nothing overflows); then each row is divided by its sum. Every row adds up to 1.',
  stepHeads: 'A mixture of values',
  stepHeadsShort: 'A · V',
  stepHeadsText: 'Each token’s new row is a mixture of all the values, weighted by its shares.',
  stepConcatenated: 'Heads side by side',
  stepConcatenatedShort: 'concat',
  stepConcatenatedText:
    'What the heads found is set side by side. Nothing is computed: each head has its own columns.',
  stepOutput: 'Output: the heads mixed',
  stepOutputShort: 'output',
  stepOutputText:
    'One more matrix mixes what the heads found. On one side it is as wide as all heads together, on the other as wide as x.',
  stepNorm: 'Add & Norm',
  stepNormShort: 'add & norm',
  stepNormText:
    'The input is added to what attention found, so that nothing is lost. Then each row is shifted and stretched to mean 0 and variance 1.',
});
