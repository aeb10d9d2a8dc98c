// Texts about the steps of an opened model, in English.

export const given = Object.freeze({
  givenImage: 'The image as numbers',
  givenImageShort: 'Image',
  givenFirst:
    'x is what enters the first layer: one row of numbers for every token. Click a number of it to see what the model makes it of.',
  givenDeeper: 'x is what layer {layer} passes on: one row of numbers for every token.',
  givenInputNorm:
    'Before attention, each row is divided by the root of the mean of its squares, and each column is multiplied by γ, which was learned. Attention gets N; x itself is kept and comes back at the end.',
  givenShared: 'Groups of {count} heads share their keys and values.',
  givenTurnedNeighbours:
    'This tells attention where each token stands. Take the numbers of a row in pairs of neighbours: each pair is an arrow, rotated by its token’s position p times ωᵣ. So how well two tokens fit depends on how far apart they stand.',
  givenTurnedSome: 'Only the first {count} numbers of each row are rotated.',
  givenTurnedFactor: 'Cosines and sines are multiplied by {factor}.',
  givenUnscaled: 'This model does not scale: the scores are the dot products themselves.',
  givenScale: 'This model multiplies the dot products by {scale}.',
  givenCapped: 'Large scores are bent: T comes close to ±{cap}, never beyond.',
  givenDistance:
    'B is added to each score. It depends on the head and on where the two tokens stand, not on what they say.',
  givenNoMask: 'Nothing is masked here: every token may look at every other.',
  givenEnds:
    'All heads together: C goes through one more matrix. From O on, this model does more than add it to x; these steps do not show that.',
  givenNormAfter:
    'The input is added to what attention found, so that nothing is lost. Then each row is divided by the root of the mean of its squares, and each column is multiplied by γ, which was learned.',
  stepHeadNorm: 'Queries and keys normalised',
  stepHeadNormShort: 'norm Q, K',
  stepHeadNormText:
    'Each row of Q and of K is divided by the root of the mean of its squares, and each column is multiplied by γ, which was learned. So no query or key counts for more only because it is long.',
  provMadeSum: 'The numbers of {token} that the model adds up to enter its first layer.',
  provMadeScaled: 'The number of the token’s vector times {scale}, as this model has it.',
  provFileRow:
    'Row {row} and column {column}, both counted from 0, of {tensor} in the file, as it was learned.',
  provFile: 'A number of {tensor} in the file, as it was learned.',
  provPixel: 'A number of this patch of the image, scaled and normalised as the model asks for.',
  provXGiven: 'A number of what enters this layer for {token}. The steps of this layer begin here.',
  provScaledGiven: 'The dot product times {scale}, as this model has it.',
  provCapped:
    '{cap} times the hyperbolic tangent of the score divided by {cap}: never beyond ±{cap}.',
  provDistances: 'What is added to the score because of where {query} and {key} stand.',
  provSquares:
    'The number divided by the root of the mean of its row’s squares, then times γ. A little is added to that mean so that it is never 0. The squares are added up below.',
  provNotTurned: 'The same number: only the first numbers of a row are rotated.',
});
