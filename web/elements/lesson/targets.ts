// Names of the lab's and exhibits' parts in scenes, and their selectors.

const PARTS: Readonly<Record<string, string>> = Object.freeze({
  // parts of the lab
  text: '.field',
  words: '.field .chips',
  sentences: '.sentences',
  second: '.field-side button',
  headCount: '.head-choices',
  models: '.models',
  layers: '.layers',
  maps: '.views .cards',
  panel: '.panel',
  ownWidth: '.own-width',
  ownScaled: '.own-scaled',
  start: '.training-play',
  says: '.training-sequence',
  // matrices of the steps
  x: '[data-matrix="x"]',
  query: '[data-matrix="query"]',
  dotProducts: '[data-matrix="dotProducts"]',
  attention: '[data-matrix="attention"]',
  heads: '[data-matrix="heads"]',
  // parts of the drawings
  choice: '.exhibit .segments',
  drawing: '.two-drawings .two-columns, .five-ways figure:has(> canvas):not([hidden])',
  difference: '.five-ways tr[data-current]',
  secondWay: '.five-ways tbody tr:nth-child(2)',
  headNames: '.five-ways .exhibit-heads',
  headWidths: '.head-widths .matrix-products',
  weightBoxes: '.boxes-weights',
  mapBoxes: '.boxes-maps',
  wrongProduct: '.wrong-width .matrix-products',
  outProduct: '.out-shapes .matrix-products',
  width: '.exhibit .segments',
  engineSays: '.engine-says',
  facts: '.exhibit-facts',
  longMap: '.long-picture',
  switch: '.exhibit-controls .switch',
  sums: '.masked-row .exhibit-facts',
  fillers: '.padding .slider',
  bothMaps: '.polarity figure:not(:first-child) .exhibit-stage',
  smallMap: '.empty-row .exhibit-stage',
  scores: '.roles table',
  removed: '.without .segments',
  proof: '.proof',
  zoom: '.exhibit-controls .exhibit-actions',
  length: '.long .segments',
  turnedMap: '.rotary-order .exhibit-stage',
  position: '.rotary-dials .slider',
  dials: '.rotary-dials .dials',
  pairs: '.rotary-pairs figure',
  pairings: '.rotary-pairings .exhibit-stage',
  nextWord: '.cache-stepper .exhibit-actions',
  writtenMap: '.cache-written .exhibit-stage',
  stepShapes: '.cache-step tbody',
  sameMaps: '.cache-same .exhibit-stage',
  formProduct: '.one-form .matrix-products',
  notation: '.writings .matrix-line',
  inputs: '.inputs .flow-inputs',
  exchanged: '.exchange .exhibit-stage',
  firstShares: '.first-share table',
  arrives: '.weighted table',
  removedHead: '.missed .exhibit-controls',
  said: '.missed .proof',
  again: '.runs .exhibit-controls',
  runs: '.runs table',
  counts: '.blocks .exhibit-controls',
  blocks: '.blocks-drawing',
  addedMap: '.added-positions .exhibit-stage',
  wholeDrawing: '.exhibit-frame',
  wordRows: '.word-alone .exhibit-stage',
  lookedMaps: '.look-around .exhibit-stage',
  joined: '.concat > .exhibit-map .exhibit-stage',
  headSum: '.head-sum .exhibit-stage',
  addNorm: '.add-norm .exhibit-stage',
  costs: '.layer-cost table',
  softmaxFacts: '.softmaxes .exhibit-facts',
  scoresRead: '.online .slider',
  errorMap: '.rounded .exhibit-stage',
  digits: '.rounded table',
  lens: '.lens table',
  effectHead: '.head-effect .exhibit-controls',
  effects: '.head-effect .exhibit-note',
});

/** Names whose matches are all targets, not the first alone. */
const ALL = new Set([
  'sums',
  'bothMaps',
  'pairings',
  'sameMaps',
  'exchanged',
  'lookedMaps',
  'softmaxFacts',
]);

/** The visible elements of a name. */
export function findTarget(lab: HTMLElement, name: string): readonly HTMLElement[] {
  if (!Object.hasOwn(PARTS, name)) throw new RangeError(`target: no part is called "${name}"`);
  const found = [...lab.querySelectorAll(PARTS[name])].filter(
    (element) => element.getClientRects().length > 0,
  );
  return (ALL.has(name) ? found : found.slice(0, 1)) as HTMLElement[];
}

/** Whether there is a part of that name. */
export const isTarget = (name: string) => Object.hasOwn(PARTS, name);
