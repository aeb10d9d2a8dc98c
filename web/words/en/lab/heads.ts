// Texts about the heads and the selected number, in English.

export const heads = Object.freeze({
  // the heads
  headsTitle: 'The heads',
  untrained:
    'These heads are not trained: their weights are random, so the maps mean nothing yet. The computation is real.',
  reseed: 'New random weights',
  head: 'Head {head}',
  headOn: 'Head {head} takes part',
  headIsOn: 'on',
  headIsOff: 'off',
  enlarge: 'Enlarge head {head}',
  allHeads: 'All heads',
  viewMap: 'Map',
  viewTable: 'Table',
  mapLabel: 'Head {head}. Query tokens down, key tokens across.',
  axisRows: 'query: from, key: to',
  cornerColumns: 'key: to →',
  cornerRows: 'query: from ↓',
  cornerColumnsShort: 'to →',
  cornerRowsShort: 'from ↓',
  legendLabel: 'attention',
  legendMost: '{value}',
  legendClipped: '{value} or more',
  legendMasked: 'masked',

  // the panel
  panelLabel: 'The selected number',
  panelOpen: 'Show more about this number',
  panelClose: 'Show less about this number',
  startTitle: 'Choose a word',
  startText: 'Its row is marked in every head: how much it looks at each word.',
  startLarge: 'Click the name of a head to enlarge it.',
  hint: 'Point at any word or cell. Click to keep it; Esc clears the selection.',
  hintTouch: 'Tap any word or cell. Tap it again to clear the selection.',
  cellTitle: '{query} looks at {key} with',
  cellMeaning: 'The share of {query}’s attention in this head that goes to {key}.',
  cellMasked: 'Exactly 0: with the causal mask, {query} may not look at {key}, which comes later.',
  cellMaskedAcross:
    'Exactly 0: with the causal mask, {query} may look at the second sentence only up to its own position in the first; {key} comes later.',
  cellMaskedOut: 'Exactly 0: the mask does not let {query} look at {key}.',
  rowTitle: '{query} looks most at {key}',
  rowMeaning: 'Its attention in this head: one row of the map. It adds up to 100 %.',
  rowEmptyTitle: '{query} may not look at any word',
  rowEmptyMeaning: 'One row of the map. The mask hides every word from this one: its row is zeros.',
  rowEditedMeaning:
    'One row of the map. A share in it was set by hand, so it now adds up to {sum} instead of 1.',
  columnTitle: 'Words that look at {key}',
  columnMeaning:
    'One column of the map. Each number is from another row, so they need not add up to 1.',
  rowList: 'Where {query} looks',
  columnList: 'Words that look at {key}',
  pairList: 'The same pair in each head',
  bestList: 'In each head, {query} looks most at',
  more: 'and {count} more',

  provAsk: 'Where does this number come from?',
  provTitle: 'Where this number comes from',
  provClose: 'Close',
  stepsStartTitle: 'Click a number',
  stepsStartText: 'You see the numbers that it was computed from.',

  // sentences for screen readers
  sayCell: 'head {head}: {query} attends to {key} with {value}',
  sayMasked: 'head {head}: {query} may not attend to {key}',
  sayRow: 'head {head}: {query} attends most to {key}, with {value}',
  sayColumn: 'head {head}: {key} gets most from {query}, {value}',
  sayReleased: 'Selection cleared.',
});
