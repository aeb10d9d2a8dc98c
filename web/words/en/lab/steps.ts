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
    'x is multiplied by three matrices. A row of Q is the query of a token, like a question. A row of K is its key, like a label: each query is compared with the keys. A row of V is its value: the content that tokens take from it.',
  stepProjectionCross:
    'Queries come from the first sentence, keys and values from the second. That is why the formula has three letters.',
  stepDotProducts: 'Each query times each key',
  stepDotProductsShort: 'Q · K',
  stepDotProductsText:
    'The row of a query times the row of a key, number by number, added up. The better the two fit, the larger the sum.',
  stepScores: 'Scores scaled down',
  stepScoresShort: 'scale',
  stepScoresText:
    'Sums of long rows are large, and with large scores the softmax gives almost everything to one word. Dividing by the square root of the width of a head prevents that.',
  stepScoresOff: 'The division is switched off: the scores are the dot products themselves.',
  stepMasked: 'Mask: words that are hidden',
  stepMaskedShort: 'mask',
  stepMaskedText:
    'Where a token may not look, minus infinity is added to the score. Then its share is 0, whatever the score was.',
  stepMaskedNone: 'Nothing is masked here. Switch on the causal mask, or edit a cell of M.',
  stepAttention: 'Scores become shares',
  stepAttentionShort: 'softmax',
  stepAttentionText:
    'e to the power of each score, divided by the sum of its row: this is the softmax. The largest score of the row is subtracted first, so that nothing overflows. Every row adds up to 1.',
  stepHeads: 'Values, added by share',
  stepHeadsShort: 'A · V',
  stepHeadsText: 'Each token’s new row is the sum of all values, each times its share.',
  stepConcatenated: 'Heads side by side',
  stepConcatenatedShort: 'concat',
  stepConcatenatedText:
    'The results of the heads are put side by side. Nothing is computed: each head has its own columns.',
  stepOutput: 'Output: the heads mixed',
  stepOutputShort: 'output',
  stepOutputText:
    'One more matrix mixes the results of the heads. It has a row for each column of all heads together, and as many columns as x.',
  stepNorm: 'Add & Norm',
  stepNormShort: 'add & norm',
  stepNormText:
    'The input is added to the result of attention, so that nothing of it is lost. Then each row is normalised to mean 0 and variance 1.',
});
