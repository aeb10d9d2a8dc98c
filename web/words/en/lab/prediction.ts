// Texts about a model's predictions for the sentence, in English.

export const prediction = Object.freeze({
  predictionLabel: 'The model’s prediction for the sentence',
  predictionNext: 'Next word',
  predictionCorrected: 'Corrected',
  predictionRight: 'The model finds nothing to correct.',
  predictionTry: 'Nothing to correct. Switch a head off to see its effect.',
  predictionChoose: 'Show the contribution of each head to the score of this word',
  predictionWas: 'was {share}',
  pushTitle: 'Contribution of each head to the score of {word}',
  pushMeaning:
    'Each number is the head’s {z} times its rows of {W_O}, times the vector of {word} at the end of the model. Above 0, the head makes {word} more likely; below 0, less likely. Norms and later layers still change the score.',

  sumTitle: 'Contribution of each head',
  sumOf: 'Contribution of each head to the output of {query}',
  sumLabel: 'The output of {query} as a sum over heads',
  sumParts: 'adds',
  sumBias: 'bias',
  sumOutput: 'output',
  sumColumn: 'column {column}',
  sumMeaning:
    'Each row is one head’s z times its part of {W_O}, a vector as wide as the token’s own. With the bias they add up to the output, column by column. All rows share one scale.',
});
