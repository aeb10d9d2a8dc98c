// Texts of the lab around its views, in English.

export const frame = Object.freeze({
  // the sentence
  sentenceLabel: 'Type a sentence',
  sentenceLabelFrom: 'This sentence’s words look (queries)',
  secondLabel: 'at the words of this one (keys and values)',
  sentencePlaceholder: 'Any sentence. The trained model reads English',
  tokensLabel: 'Tokens of the sentence',
  tokensLabelSecond: 'Tokens of the second sentence',
  tokensAll: 'Show all {count} tokens',
  tokensFewer: 'Show fewer tokens',
  secondExample: 'Das Tier war zu müde',
  secondAdd: 'Add a second sentence',
  secondRemove: 'Remove the second sentence',

  // views, controls
  tabsLabel: 'Views',
  tabSee: 'See',
  tabCompute: 'Compute',
  tabTrain: 'Train',
  viewsLabel: 'Show the heads as',
  viewMaps: 'Maps',
  viewLines: 'Lines',
  viewContributions: 'Contributions',
  moreTools: 'More',
  fewerTools: 'Less',
  headsLabel: 'Heads',
  causalLabel: 'Causal mask (look back only)',
  causalHint: 'A word may look at itself and at words before it, never ahead.',

  // the line below
  starting: 'Starting the engine',
  computedBefore: 'Computed by the same engine when this page was made. Yours is starting',
  computed: 'Computed on your device in {milliseconds} ms',
  backendOne: 'WebAssembly, {simd} SIMD, one thread.',
  whyOneThread: 'Why one?',
  backendMany: 'WebAssembly, {simd} SIMD, {threads} threads.',
  simdFixed: 'fixed',
  simdRelaxed: 'relaxed',

  // notices
  empty: 'Type a sentence above. Each head’s map appears here as you type.',
  emptySecond: 'Type a second sentence above, or remove it.',
  truncated: 'This text is long. You see its first {limit} tokens.',
  truncatedSecond: 'The second text is long. You see its first {limit} tokens.',

  // errors
  failed: 'Something went wrong.',
  errorUnsupported: 'This browser, or the page’s settings, cannot run the engine.',
  errorFetch: 'A part of the engine could not be loaded.',
  errorFormat: 'A part of the engine arrived damaged.',
  errorMemory: 'Not enough memory for a text this long. Try a shorter one or fewer heads.',
  errorDisposed: 'The engine was switched off.',
  errorInternal: 'The engine stopped unexpectedly.',
  errorDetail: 'Details: {detail}',
  restarted: 'The engine has stopped. A new one was started and computes the same.',
  tryAgain: 'Try again',
});
