// Texts around the lines, the contributions, mixtures and comparisons of heads, in English.

export const lines = Object.freeze({
  viewDrawing: 'Drawing',

  // heads put together
  blendLabel: 'Combine heads',
  blendEach: 'Each head',
  blendMix: 'Mixture',
  blendCompare: 'Difference',
  blendWeights: 'Factor of each head',
  blendShare: '{percent} %',
  blendAverage: 'Same factor for all',
  blendNothing: 'All factors are 0. Move at least one slider.',
  blendLess: 'from',
  blendKeep: 'a snapshot, taken now',
  blendKept: 'the snapshot',
  blendKeepAgain: 'Take a new snapshot',
  blendRunHint:
    'The maps are compared with a snapshot. Change anything but the number of words and heads: each map shows the difference.',
  blendDifferent:
    'The snapshot has another number of words or heads, so there is nothing to compare.',
});
