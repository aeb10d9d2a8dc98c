// All texts of the check page, in English.
// A translation is a file like this one with the same names. {placeholders} are filled in; this
// file contains no other code.

export type Messages = Readonly<Record<keyof typeof words, string>>;

export const words = Object.freeze({
  // title
  title: 'Check this engine here',
  what: 'Your browser computes the test cases of ONNX, onnxruntime, PyTorch, Keras and Flax with the engine of this page, and compares every number with the one that the original gave.',
  passes:
    'A case passes if each of its numbers is as near to the original’s as the rounding of float32 allows.',
  cost: 'About 2 MB are fetched when you start. Nothing is sent anywhere.',

  // settings
  engineLabel: 'Engine',
  enginePage: 'The page’s',
  engineSingle: 'One thread',
  engineRelaxed: 'Relaxed SIMD',
  start: 'Start the check',
  again: 'Check again',
  stop: 'Stop',

  // progress
  fetching: 'Fetching the cases',
  running: 'Checking {suite}',
  stopped: 'Stopped. The table shows what was checked until then.',
  allPass: 'All {cases} cases pass.',
  someFail: '{failed} of {cases} cases fail.',
  took: 'That took {seconds} s.',

  // the table
  tableLabel: 'The suites and their results',
  suite: 'Suite',
  original: 'Original',
  cases: 'Cases',
  passed: 'Passed',
  leftOut: 'Left out',
  difference: 'Largest difference, ulp',
  differenceShort: 'Difference, ulp',
  share: 'Of what is allowed',
  shareShort: 'Of allowed',
  percent: '{percent} %',
  percentOver: '> 100 %',
  nothing: '–',
  stateWaiting: 'waiting',
  stateRunning: 'running',
  statePassed: 'passed',
  stateFailed: 'failed',
  progress: '{done} of {cases} cases of {suite}',
  explained:
    'The largest difference is in units of the last place (ulp) of the largest number in the matrix, beyond what was lost where the original was written down with few digits. Allowed is the rounding of two correct computations, ours and the original’s: 4 ε √K Σ |a b| for each, carried through every step.',

  // failures, skipped tests
  faultsTitle: 'Failures in {suite}',
  faultsMore: 'and {count} more, all of them in the result that you can copy',
  leftOutTitle: '{count} cases of the originals are left out, and why',

  // environment
  ranTitle: 'Where it ran',
  engine: 'headwise {version}, WebAssembly by {compiler}',
  copy: 'Copy the result',
  copied: 'Result copied',
  copyFailed: 'Copy it from below',
  textLabel: 'The result as text',

  // errors
  failed: 'The check could not run to its end.',
  errorUnsupported: 'This browser, or the page’s settings, cannot run this engine.',
  errorFetch: 'A part of the check could not be fetched.',
  errorDetail: 'Details: {detail}',
});
