// Every word the lab says, in English. A translation is a file like this one with the same names.
// {places} are filled in; nothing else here is code.

/** @typedef {typeof messages} Messages */

export const messages = Object.freeze({
  // the sentence
  sentenceLabel: 'Type a sentence',
  sentenceLabelFrom: 'The words of this sentence look (queries)',
  secondLabel: 'at the words of this one (keys and values)',
  sentencePlaceholder: 'Any sentence, in any language',
  tokensLabel: 'Tokens of the sentence',
  tokensLabelSecond: 'Tokens of the second sentence',
  secondExample: 'Das Tier war zu müde',
  secondAdd: 'Add a second sentence',
  secondRemove: 'Remove the second sentence',

  // controls
  headsLabel: 'Heads',
  causalLabel: 'Only look back',
  causalHint: 'Causal mask: a word may look at itself and at words before it, never ahead.',

  // the heads
  headsTitle: 'The heads',
  untrained:
    'These heads are untrained: random weights, so what they look at means nothing yet. The arithmetic is real.',
  reseed: 'Other random weights',
  head: 'Head {head}',
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

  // the table
  tableCaption: 'Head {head}: attention from each query token (down) to each key token (across).',
  tableRange:
    'Rows {firstRow} to {lastRow} of {rows}, columns {firstColumn} to {lastColumn} of {columns}',
  tableUp: 'Rows before',
  tableDown: 'Rows after',
  tableLeft: 'Columns before',
  tableRight: 'Columns after',
  tableAllDigits: 'All digits',

  // the panel
  panelLabel: 'What the selected number is',
  panelOpen: 'More about this number',
  panelClose: 'Less about this number',
  startTitle: 'Point at a word',
  startText:
    'In every head its row lights up: how much that word takes from each word of the sentence.',
  startLarge: 'Click the name of a head to see it large.',
  hint: 'Point at any word or cell. A click keeps it, Escape lets go.',
  hintTouch: 'Tap any word or cell. Tap it again to let go.',
  cellTitle: '{query} looks at {key} with',
  cellMeaning: 'Of all that {query} takes in through this head, this share comes from {key}.',
  cellMasked: 'Exactly 0: with the causal mask, {query} may not look at {key}, which comes later.',
  cellMaskedAcross:
    'Exactly 0: with the causal mask, {query} may look along the second sentence only as far as its own place in the first, and {key} stands beyond it.',
  rowTitle: '{query} looks most at {key}',
  rowMeaning: 'One row of the map. Its numbers are shares of one whole: they add up to 1.',
  columnTitle: 'Who looks at {key}',
  columnMeaning:
    'One column of the map. Each number belongs to another row, so they need not add up to 1.',
  rowList: 'Where {query} looks',
  columnList: 'Who looks at {key}',
  pairList: 'The same pair in each head',
  bestList: 'In each head, {query} looks most at',
  more: 'and {count} more',
  allOfIt: 'See the whole head as a table',

  // what is spoken
  sayCell: 'head {head}: {query} attends to {key} with {value}',
  sayMasked: 'head {head}: {query} may not attend to {key}',
  sayRow: 'head {head}: {query} attends most to {key}, with {value}',
  sayColumn: 'head {head}: {key} gets most from {query}, {value}',
  sayReleased: 'Let go.',

  // the line below
  starting: 'Starting the engine',
  computed: 'Computed on your device in {milliseconds} ms',
  backendOne: 'WebAssembly, {simd} SIMD. {reason}',
  oneThread: 'One thread.',
  backendMany: 'WebAssembly, {simd} SIMD, {threads} threads.',
  simdFixed: 'fixed',
  simdRelaxed: 'relaxed',

  // notices
  empty: 'Type a sentence above. Each head’s map appears here as you type.',
  emptySecond: 'Type a second sentence above, or remove it.',
  truncated: 'That is a long text. You see its first {limit} tokens.',
  truncatedSecond: 'The second text is long. You see its first {limit} tokens.',
  addressNewer:
    'This link was made by a newer version of this page, so it starts with the usual sentence.',
  addressTooLong:
    'This text is too long for a link. Reloading the page brings back everything but the text.',

  // the links
  copyLink: 'Copy link',
  copied: 'Link copied',
  copyFailed: 'Copy it from the address bar',
  checkLink: 'Check this engine here',

  // errors
  failed: 'Something went wrong.',
  errorUnsupported: 'This browser, or the page’s settings, cannot run the engine.',
  errorFetch: 'A part of the engine could not be loaded.',
  errorFormat: 'A part of the engine arrived damaged.',
  errorMemory:
    'There was not enough memory for a text this long. Try a shorter one or fewer heads.',
  errorDisposed: 'The engine was switched off.',
  errorInternal: 'The engine stopped unexpectedly.',
  errorDetail: 'What it said: {detail}',
  tryAgain: 'Try again',
});
