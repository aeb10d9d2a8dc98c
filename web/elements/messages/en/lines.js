// What is said around the lines, the contributions, mixtures and comparisons of heads, in English.

export const lines = Object.freeze({
  tabLines: 'Lines',
  tabContributions: 'Contributions',
  viewDrawing: 'Drawing',

  // lines
  linesTitle: 'Lines of attention',
  linesHeads: 'Heads shown',
  linesSolo: 'Head {head} alone',
  linesFrom: 'from (query)',
  linesTo: 'to (key)',
  linesLegend:
    'The thicker the line, the more attention; each head has its colour. Lines below {value} are left out.',

  // contributions
  sumTitle: 'What each head adds',
  sumOf: 'What each head adds to the output of {query}',
  sumLabel: 'The output of {query} as the sum of what each head adds to it',
  sumParts: 'adds',
  sumBias: 'bias',
  sumOutput: 'output',
  sumColumn: 'column {column}',
  sumMeaning:
    'Each row is one head’s z times its part of W_O, a vector as wide as the token’s own. With the bias they add up to the output, column by column. All rows have one scale.',
});
