// Texts beside lines of attention, in English.

export const lineView = Object.freeze({
  linesTitle: 'Attention lines',
  linesHeads: 'Heads shown',
  linesSolo: 'Head {head} alone',
  linesFrom: 'from (query)',
  linesTo: 'to (key)',
  linesLegend:
    'The thicker the line, the more attention; each head has its colour. Lines below {value} are left out.',
});
