// Texts about layers with pre-norm and rotated queries and keys, in English.

export const blocks = Object.freeze({
  stepEmbeddingPlain:
    'Each word has a vector: that is x, one row of numbers for every token. Nothing is added for its position in the sentence.',
  stepEmbeddingTurned:
    'Each word has a vector: that is x, one row of numbers for every token. Nothing is added for its position in the sentence. Positions come in later, when queries and keys are rotated.',
  stepInputNorm: 'Layer norm',
  stepInputNormShort: 'norm',
  stepInputNormText:
    'Before attention, each row is shifted and stretched to mean 0 and variance 1, and after that by what was learned: γ for each column, and β. Attention gets N; x itself is kept and comes back at the end.',
  stepProjectionNormed:
    'N goes through three matrices, once each. A row of Q says what a token looks for, a row of K what it can be found by, a row of V what it has to give.',
  stepTurned: 'Rotated by position',
  stepTurnedShort: 'rotate',
  stepTurnedText:
    'This tells attention where each token stands. Take the numbers of a row in pairs, one from each half: each pair is an arrow, rotated by its token’s position p times ωᵣ. So how well two tokens fit depends on how far apart they stand.',
  stepSum: 'What attention adds',
  stepSumShort: 'add',
  stepSumText:
    'What attention found is added to x, so that nothing is lost. No norm follows: the next part of the layer has its own.',
  provXPlain: 'The word’s number as it is: nothing is added for its position.',
  provTurned:
    'Numbers {column} and {partner} of {token} are an arrow. Its position is {place}, counted from 0, so it is rotated by {place} · {each} = {angle} radians: one number times the cosine, the other times the sine, added.',
  provTurn: 'rotation',
});
