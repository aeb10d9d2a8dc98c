// What is said around the lines, the contributions, mixtures and comparisons of heads, in English.

export const lines = Object.freeze({
  tabLines: 'Lines',
  tabContributions: 'Contributions',
  viewDrawing: 'Drawing',

  // heads put together
  blendLabel: 'Heads put together',
  blendEach: 'Each head',
  blendMix: 'Mixture',
  blendCompare: 'Difference',
  blendWeights: 'How much each head counts',
  blendShare: '{percent} %',
  blendAverage: 'Count all equally',
  blendNothing: 'No head counts. Move at least one of the sliders.',
  blendLess: 'from',
  blendKeep: 'this run, as it is now',
  blendKept: 'the kept run',
  blendKeepAgain: 'Keep the present run instead',
  blendRunHint:
    'A run is kept. Change anything but the number of words and heads: each map shows the difference.',
  blendDifferent:
    'The kept run has another number of words or heads, so there is nothing to compare.',
  blendMinus: 'Head {head} − Head {other}',
  blendMixLabel: 'A mixture of the heads. Query tokens down, key tokens across.',
  blendHeadLabel: 'Head {head} − Head {other}. Query tokens down, key tokens across.',
  blendRunLabel: 'Head {head} − the kept run. Query tokens down, key tokens across.',
  blendMixName: 'Mixture of the heads',
  blendMixMeaning: 'What each head gives to this pair, times how much the head counts, added up.',
  blendMixList: 'The same pair in each head, and how much it counts',
  blendRunName: 'Head {head} − the kept run',
  blendPairTitle: '{query} → {key} differs by',
  blendHeadMeaning:
    '{query} looks at {key} with {value} in head {head} and with {base} in head {other}.',
  blendRunMeaning:
    '{query} looks at {key} with {value} now. In the kept run, the number in this place was {base}.',
  blendSelf: 'The others are compared with this head.',
  blendMasked: 'In both heads exactly 0: the mask does not let {query} look at {key}.',
  blendRowTitle: '{query} differs most at {key}, by',
  blendRowMeaning:
    'One row of the difference. More in one place is less in others: the numbers add up to 0.',
  blendRunRowMeaning:
    'One row of the difference: above 0 there is more now than in the kept run, below 0 less.',
  blendRowList: 'Where {query} looks more or less',
  blendColumnTitle: 'Who looks more or less at {key}',
  blendColumnMeaning: 'One column of the difference: above 0 is more, below 0 is less.',
  blendColumnList: 'Who looks more or less at {key}',
  blendTable: 'See all of it as a table',
  legendDifference: 'difference',
  sayMix: 'mixture: {query} attends to {key} with {value}',
  sayLess: 'head {head} minus head {other}: {query} to {key}, {value}',
  sayLessRun: 'head {head} minus the kept run: {query} to {key}, {value}',
  sayMixRow: 'mixture: {query} attends most to {key}, with {value}',
  sayMixColumn: 'mixture: {key} gets most from {query}, {value}',
  sayLessRow: 'head {head} minus head {other}: {query} differs most at {key}, by {value}',
  sayLessColumn: 'head {head} minus head {other}: {key} differs most for {query}, by {value}',
  sayLessRunRow: 'head {head} minus the kept run: {query} differs most at {key}, by {value}',
  sayLessRunColumn: 'head {head} minus the kept run: {key} differs most for {query}, by {value}',
});
