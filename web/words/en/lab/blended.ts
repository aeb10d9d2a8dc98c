// Texts about a mixture or a difference of heads, once there is one, in English.

export const blended = Object.freeze({
  blendMinus: 'Head {head} − Head {other}',
  blendMixLabel: 'A mixture of the heads. Query tokens down, key tokens across.',
  blendHeadLabel: 'Head {head} − Head {other}. Query tokens down, key tokens across.',
  blendRunLabel: 'Head {head} − the snapshot. Query tokens down, key tokens across.',
  blendMixName: 'Mixture of the heads',
  blendMixMeaning: 'The share in each head, times the factor of the head, added up.',
  blendMixList: 'The same pair in each head, and the factor of the head',
  blendRunName: 'Head {head} − the snapshot',
  blendPairTitle: '{query} → {key} differs by',
  blendHeadMeaning:
    '{query} looks at {key} with {value} in head {head} and with {base} in head {other}.',
  blendRunMeaning:
    '{query} looks at {key} with {value} now. In the snapshot, this number was {base}.',
  blendSelf: 'The others are compared with this head.',
  blendMasked: 'In both heads exactly 0: the mask does not let {query} look at {key}.',
  blendRowTitle: '{query} differs most at {key}, by',
  blendRowMeaning:
    'One row of the difference. Its numbers add up to 0: where one word gets more, others get less.',
  blendRunRowMeaning:
    'One row of the difference: above 0 there is more now than in the snapshot, below 0 less.',
  blendRowList: 'Where {query} looks more or less',
  blendColumnTitle: 'Words that look more or less at {key}',
  blendColumnMeaning: 'One column of the difference: above 0 is more, below 0 is less.',
  blendColumnList: 'Words that look more or less at {key}',
  legendDifference: 'difference',
  sayMix: 'mixture: {query} attends to {key} with {value}',
  sayLess: 'head {head} minus head {other}: {query} to {key}, {value}',
  sayLessRun: 'head {head} minus the snapshot: {query} to {key}, {value}',
  sayMixRow: 'mixture: {query} attends most to {key}, with {value}',
  sayMixColumn: 'mixture: {key} gets most from {query}, {value}',
  sayLessRow: 'head {head} minus head {other}: {query} differs most at {key}, by {value}',
  sayLessColumn: 'head {head} minus head {other}: {key} differs most for {query}, by {value}',
  sayLessRunRow: 'head {head} minus the snapshot: {query} differs most at {key}, by {value}',
  sayLessRunColumn: 'head {head} minus the snapshot: {key} differs most for {query}, by {value}',
});
