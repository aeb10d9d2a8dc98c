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

  // heads put together
  blendLabel: 'Heads put together',
  blendEach: 'Each head',
  blendMix: 'Mixture',
  blendCompare: 'Difference',
  blendWeights: 'How much each head counts',
  blendShare: '{percent} %',
  blendAverage: 'Count all the same',
  blendNothing: 'No head counts. Move at least one of the sliders.',
  blendLess: 'from',
  blendKeep: 'this run, kept as it is now',
  blendKept: 'the run that was kept',
  blendKeepAgain: 'Keep the present one instead',
  blendRunHint:
    'A run is kept. Change anything that leaves the number of words and heads: each map shows by how much it then differs.',
  blendDifferent:
    'The run that was kept has another number of words or heads, so there is nothing to compare.',
  blendMinus: 'Head {head} less head {other}',
  blendMixLabel: 'A mixture of the heads. Query tokens down, key tokens across.',
  blendHeadLabel: 'Head {head} less head {other}. Query tokens down, key tokens across.',
  blendRunLabel:
    'Head {head} less the same head of the run that was kept. Query tokens down, key tokens across.',
  blendMixName: 'Mixture of the heads',
  blendMixMeaning: 'What each head gives to this pair, times how much the head counts, added up.',
  blendMixList: 'The same pair in each head, and how much it counts',
  blendRunName: 'Head {head} less the run that was kept',
  blendPairTitle: '{query} → {key} differs by',
  blendHeadMeaning:
    '{query} looks at {key} with {value} in head {head} and with {base} in head {other}.',
  blendRunMeaning:
    '{query} looks at {key} with {value} now. In the run that was kept, the number in this place was {base}.',
  blendSelf: 'The others are compared with this head, so nothing differs in it.',
  blendMasked: 'In both heads exactly 0: the mask does not let {query} look at {key}.',
  blendRowTitle: '{query} differs most at {key}, by',
  blendRowMeaning:
    'One row of the difference. What is more in one place is less in others: the numbers add up to 0.',
  blendRunRowMeaning:
    'One row of the difference: above 0 there is more now than in the run that was kept, below 0 less.',
  blendRowList: 'Where {query} looks more or less',
  blendColumnTitle: 'Who looks more or less at {key}',
  blendColumnMeaning: 'One column of the difference: above 0 is more, below 0 is less.',
  blendColumnList: 'Who looks more or less at {key}',
  blendTable: 'See all of it as a table',
  legendDifference: 'difference',
  sayMix: 'mixture: {query} attends to {key} with {value}',
  sayLess: 'head {head} less head {other}: {query} to {key}, {value}',
  sayLessRun: 'head {head} less the run that was kept: {query} to {key}, {value}',
  sayMixRow: 'mixture: {query} attends most to {key}, with {value}',
  sayMixColumn: 'mixture: {key} gets most from {query}, {value}',
  sayLessRow: 'head {head} less head {other}: {query} differs most at {key}, by {value}',
  sayLessColumn: 'head {head} less head {other}: {key} differs most for {query}, by {value}',
  sayLessRunRow:
    'head {head} less the run that was kept: {query} differs most at {key}, by {value}',
  sayLessRunColumn:
    'head {head} less the run that was kept: {key} differs most for {query}, by {value}',

  // contributions
  sumTitle: 'What each head adds',
  sumOf: 'What each head adds to the output of {query}',
  sumLabel: 'The output of {query} as the sum of what each head adds to it',
  sumParts: 'adds',
  sumBias: 'bias',
  sumOutput: 'output',
  sumColumn: 'column {column}',
  sumMeaning:
    'Each row is one head’s z times its part of {W_O}, a vector as wide as the token’s own. With the bias they add up to the output, column by column. All rows have one scale.',
});
