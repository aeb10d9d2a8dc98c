// Texts about the steps of an opened model, in English.

export const given = Object.freeze({
  givenImage: 'The image as numbers',
  givenImageShort: 'Image',
  givenFirst:
    'x is the input of the first layer: one row of numbers for every token. Click a number to see how the model computes it.',
  givenDeeper: 'x is the output of layer {layer}: one row of numbers for every token.',
  provMlpGiven:
    'The output of layer {layer}’s network (MLP) for {token}, computed from h. The numbers inside the network are not shown for an opened model.',
  givenAdded:
    'x is the sum of what entered layer {layer} (x′), what its attention adds (o′) and what its network (MLP) adds (f): one row of numbers for every token.',
  provAdded:
    'The output of layer {layer} for {token}: what entered the layer, what its attention adds and what its network (MLP) adds.',
  provEntered: 'The number that entered layer {layer} for {token}. Click it to go on there.',
  provAttended:
    'The number that attention of layer {layer} gives for {token}. Click it to go on there.',
  provFactored:
    'The number that attention of layer {layer} gives for {token}, times the factor of column {column}.',
  provFactor: 'The factor of column {column}, which this layer of the model has.',
  provMlpAdded:
    'What layer {layer}’s network (MLP) adds for {token}. The numbers inside the network are not shown for an opened model.',
  provCrossed:
    'What layer {layer} has for {token} after cross-attention, which these steps do not show.',
  givenInputNorm:
    'Before attention, each row is divided by the root of the mean of its squares (RMS norm), and each column is multiplied by γ, which was learned. Attention gets N. x itself is kept and added at the end.',
  givenShared: 'Groups of {count} heads share their keys and values.',
  givenTurnedNeighbours:
    'This tells attention the position of each token. The numbers of a row are taken in pairs of neighbours. Each pair is an arrow, rotated by the token’s position p times ωᵣ. So the score of two tokens depends on the distance between them.',
  givenTurnedSome: 'Only the first {count} numbers of each row are rotated.',
  givenTurnedFactor: 'Cosines and sines are multiplied by {factor}.',
  givenUnscaled: 'This model does not scale: the scores are the dot products themselves.',
  givenScale: 'This model multiplies the dot products by {scale}.',
  givenCapped: 'Large scores are limited (softcap): T always lies between −{cap} and {cap}.',
  givenDistance:
    'B is added to each score. It depends on the head and on the positions of the two tokens, not on the words.',
  givenNoMask: 'Nothing is masked here: every token may look at every other.',
  givenEnds:
    'All heads together: C is multiplied by one more matrix. After O, this model has more operations than the addition to x; these steps do not show them.',
  givenNormAfter:
    'The input is added to the result of attention, so that nothing of it is lost. Then each row is divided by the root of the mean of its squares (RMS norm), and each column is multiplied by γ, which was learned.',
  stepHeadNorm: 'Queries and keys normalised',
  stepHeadNormShort: 'norm Q, K',
  stepHeadNormText:
    'Each row of Q and of K is divided by the root of the mean of its squares (RMS norm), and each column is multiplied by γ, which was learned. So a query or key gets no higher scores only because its numbers are large.',
  givenHeadNorm:
    'Each row of Q and of K is normalised to mean 0 and variance 1. Then each column is multiplied by γ, and β is added; both were learned. So a query or key gets no higher scores only because its numbers are large.',
  provMadeSum: 'The numbers of {token} that the model adds to make the input of its first layer.',
  provMadeScaled: 'The number of the token’s vector times {scale}, as in this model.',
  provFileRow:
    'Row {row} and column {column}, both counted from 0, of {tensor} in the file, as it was learned.',
  provFile: 'A number of {tensor} in the file, as it was learned.',
  provPixel: 'A number of this patch of the image, scaled and normalised as the model asks for.',
  provXGiven:
    'A number of the input of this layer for {token}. The steps of this layer begin here.',
  provScaledGiven: 'The dot product times {scale}, as in this model.',
  provCapped:
    '{cap} times the hyperbolic tangent of the score divided by {cap}: never beyond ±{cap}.',
  provDistances: 'It is added to the score. It depends on the positions of {query} and {key}.',
  provSquares:
    'The number divided by the root of the mean of its row’s squares, then times γ. A small number is added to that mean, so that it is never 0. The squares are added up below.',
  provNotTurned: 'The same number: only the first numbers of a row are rotated.',
});
