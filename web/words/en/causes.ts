// All texts of the view of causes, in English. A translation is a file like this one with the same names. {placeholders} are
// filled in; this file contains no other code.

export type Messages = Readonly<Record<keyof typeof words, string>>;

export const words = Object.freeze({
  quote: '“{word}”',
  wordLabel: 'Why',
  againstLabel: 'and not',
  againstNone: 'no other word',
  againstNoClass: 'no other class',
  otherWord: 'Another word …',
  wordField: 'Type one word',
  wordPieces: '{word} is {count} tokens of this model: {pieces}. Choose a word that is one token.',
  wordLogit: 'Score: the logit of {word}, {value}',
  wordDifference: 'Score: the logit of {word} minus that of {other}, {value}',
  example: 'Show an example',
  noExample:
    'None of the examples works with this model: its words are not single tokens, or the answer does not depend on them.',
  allHeads: 'These numbers are of the model with all its heads.',
  noHead: 'This model predicts nothing here, so there is no score to explain.',

  tabsLabel: 'Causes',
  tabLens: 'After each layer',
  tabSum: 'Sum of parts',
  tabHeads: 'Without a part',
  tabPatch: 'From a second text',

  working: 'Computing: {share}',
  stop: 'Stop',
  stopped: 'Stopped.',
  goOn: 'Compute',
  failed: 'This could not be computed: {detail}',

  lensAbout:
    'Each cell is the model’s own prediction if no layer came after it. Choose a cell to see its numbers.',
  lensFrom:
    '{word} is the likeliest from layer {layer} on, with {share} at the end. One layer earlier {other} led with {otherShare}.',
  lensStart:
    '{word} is the likeliest from layer {layer} on, with {share} at the end. Before it, the token alone gave {other}, {otherShare}.',
  lensAlways: '{word} is the likeliest from the start, and has {share} at the end.',
  lensNever: '{word} has {share} at the end, where {other} leads with {otherShare}.',
  lensRow: 'After layer {layer}',
  lensMiddle: 'Attention {layer}',
  lensMiddles: 'After each attention, too',
  lensNoMiddle:
    'Attention and MLP of this model read the same input, so there is no place between them.',
  lensIn: 'Input',
  lensCell: '{row}, at {token}: {guess} {share}',
  lensCellText: '{row}: {guess} {share}',
  lensWait: '{row}, at {token}: not computed',
  lensOpened: '{row}, at {token}',
  lensWord: 'Word',
  lensLogit: 'Logit',
  lensProbability: 'Probability',

  sumAbout: 'Each bar begins where the one above it ended. Open a layer to see its heads.',
  sumDifference:
    '{word} is {value} logits ahead of {other}. The largest part for it: {most}, {mostValue}. The largest against it: {least}, {leastValue}.',
  sumLogit:
    '{word} has the logit {value}. The largest part for it: {most}, {mostValue}. The largest against it: {least}, {leastValue}.',
  sumPart: 'Part',
  sumValue: 'Value',
  sumTotal: 'Score',
  sumOpened: '{part}: {value}. The bars up to it make {sum}.',
  sumTotalOpened: 'The score is {value}: {count} parts and a rounding of {rest}.',
  partToken: 'token vector',
  partPatches: 'patch or token vector',
  partPosition: 'position vector',
  partType: 'sentence vector',
  partHeads: 'attention of layer {layer}',
  partHead: 'layer {layer}, head {head}',
  partCross: 'layer {layer}, cross head {head}',
  partAttentionBias: 'attention bias of layer {layer}',
  partMlp: 'MLP of layer {layer}',
  partBias: 'biases',
  partRelative: 'distance',
  partLayer: 'layer {layer}',
  partRest: 'rounding',

  headsAbout:
    'Each cell is the change of the score without that head: blue where the score falls, orange where it rises. Choose a head.',
  headsSaid:
    'The score is {base}. Without {most} it is {mostScore}; without {least} it is {leastScore}.',
  taken: 'Remove',
  takenHeads: 'one head',
  takenLayers: 'attention or MLP',
  partsAbout:
    'Each cell is the change of the score without the attention of that layer, or without its MLP: blue where the score falls, orange where it rises.',
  partsSaid:
    'The score is {base}. Without the {most} it is {mostScore}; without the {least} it is {leastScore}.',
  partsAttention: 'attention',
  partsMlp: 'MLP',
  headsBy: 'In its place',
  headsByZero: 'nothing',
  headsByMean: 'its mean over the text',
  headsRow: 'Layer {layer}',
  headsColumn: 'head {head}',
  headsCell: '{place}: {value}',

  patchEmpty: 'Type a second text that differs in one word and has the same number of tokens.',
  patchEmptyTwo: 'Type a second text for the encoder. The decoder reads the same tokens.',
  patchFieldTwo: 'Second text of the encoder',
  patchField: 'Second text, with the same number of tokens',
  patchOver: 'Take from it',
  patchRun: 'Compute',
  over_residual: 'residual stream at one position',
  over_attentions: 'attention at one position',
  over_mlps: 'MLP at one position',
  over_heads: 'one head',
  over_patterns: 'one head’s map',
  patchAbout:
    'Each cell is a part of the second text, put into the first: 0 changes nothing, 1 gives the score of the second text.',
  patchMoves:
    'The first text scores {into}, the second {from}. Before layer 1, {share} of this difference is at {token}; before layer {layer}, {otherShare} is at {other}.',
  patchSaid:
    'The first text scores {into}, the second {from}. {part} of the second text alone brings the first to {score}, {share} of the way.',
  patchAt: 'layer {layer} at {token}',
  patchSame: 'Both texts have the same score, {into}, so there is no way between them.',
  patchTokens:
    'Both texts need the same number of tokens: the first has {first}, the second has {second}.',
  patchCell: '{place}: {value} of the way',
  patchOpened: '{place} of the second text changes the score by {value}, from {into} to {score}.',

  headOpened: 'Without it the score goes from {base} to {score}, which is a change of {value}.',
  headTitle: 'Layer {layer}, head {head}',
  allDigits: 'All digits',
  pictureSide: 'Choose on the image',
  pictureQuery: 'the query',
  pictureKey: 'the key',
  pictureToken: 'Or a token that is no patch',
  whyTitle: 'Why it looks there',
  whySaid:
    'From {query} it gives {share} to {key}. Their score is {score}; the largest term is {queryPart} of {query} with {keyPart} of {key}, {value}.',
  whyDistance:
    'From {query} it gives {share} to {key}. Their score is {score}; the largest term is the bias of their distance, {value}.',
  whyTable:
    'The score of {query} for {key} as a sum: a row for each source of the query, a column for each source of the key',
  whyCorner: 'query ↓ key →',
  whySum: 'sum',
  writesTitle: 'What it writes',
  writesSaid:
    'It moves {word} most: its logit by {value}. Without the head {word} has {after}, with it {before}.',
  writesClass: 'Class',
  writesWord: 'Word',
  writesValue: 'Adds to its logit',
  writesBefore: 'With it',
  writesAfter: 'Without it',

  contactsAbout:
    'Each cell is the probability that two residues are in contact in the folded protein. The model predicts it from the maps of all its heads. Choose a cell to see which heads make it.',
  contactsWait: 'Computing the contacts …',
  contactsMap: 'Contacts',
  contactsLikeliest:
    'The likeliest contact of residues at least {apart} apart is {one} with {other}: {share}. The head that adds most to it: {head}, {value}.',
  contactsSaid:
    '{one} and {other} are in contact with a probability of {share}. The head that adds most to it: {head}, {value}.',
  contactsCell: '{one} – {other}: {share}',
  contactsWhy: 'What makes the contact of {one} and {other}',
  contactsBias: 'bias',
  contactsOthers: 'the other {count} {count:head|heads}',
  contactsLogit: 'Sum, the logit',
  contactsLogitOpened:
    'The logit is {value}: the bias and {count} heads. Its sigmoid is the probability, {share}.',
  contactsHeadOpened:
    '{part} adds {value}: the regression’s weight {weight} times its corrected map, {both} less {expected}. The first is its attention from {one} to {other} and back; the second is the average product of the two residues’ sums.',
  contactsBiasOpened: 'The bias of the regression is {value}, for every pair of residues.',
  contactsOthersOpened: 'Together they add {value}. Open the row to see each of them.',
  contactsHead: 'The map of {head}',

  exportOpen: 'Export',
  exportFigure: 'Figure',
  exportNumbers: 'Numbers',
  exportProgram: 'Program',
  exportSvg: 'SVG',
  exportPng: 'PNG',
  exportTex: 'TikZ, for LaTeX',
  exportCsv: 'CSV',
  exportJson: 'JSON, with all choices',
  exportNpy: 'NPY, for NumPy',
  exportJs: 'JavaScript, to compute them again',
  exportSaved: 'Saved as {name}',
  exportFailed: 'Saving failed: {detail}',
});
