// Texts about layers with pre-norm and rotated queries and keys, in English.

export const blocks = Object.freeze({
  stepEmbeddingPlain:
    'Each word has a vector: that is x, one row of numbers for every token. Nothing is added for its position in the sentence.',
  stepEmbeddingTurned:
    'Each word has a vector: that is x, one row of numbers for every token. Nothing is added for its position in the sentence. Positions come in later, when queries and keys are rotated.',
  stepInputNorm: 'Layer norm',
  stepInputNormShort: 'norm',
  stepInputNormText:
    'Before attention, each row is normalised to mean 0 and variance 1. Then each column is multiplied by γ, and β is added; both were learned. Attention gets N. x itself is kept and added at the end.',
  stepProjectionNormed:
    'N is multiplied by three matrices. A row of Q is the query of a token, like a question. A row of K is its key, like a label: each query is compared with the keys. A row of V is its value: the content that tokens take from it.',
  stepTurned: 'Rotated by position',
  stepTurnedShort: 'rotate',
  stepTurnedText:
    'This tells attention the position of each token. The numbers of a row are taken in pairs, one from each half. Each pair is an arrow, rotated by the token’s position p times ωᵣ. So the score of two tokens depends on the distance between them.',
  stepSum: 'Attention added to x',
  stepSumShort: 'add',
  stepSumText:
    'The result of attention is added to x, so that nothing of x is lost. No norm follows: the next part of the layer has its own.',
  provXPlain: 'The word’s number as it is: nothing is added for its position.',
  provTurned:
    'Numbers {column} and {partner} of {token} are an arrow. Its position is {place}, counted from 0, so it is rotated by {place} · {each} = {angle} radians: one number times the cosine, the other times the sine, added.',
  provTurn: 'rotation',
});
