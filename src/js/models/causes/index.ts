// Questions about causes, in a file of their own: who only opens a model loads none of it.

export { attributionOf } from './attribution.ts';
export { lensOf } from './lens.ts';
export { callMeasure, measureRun, refuseFunction } from './measure.ts';
export { mlpOf, residualOf } from './stream.ts';
export { weighed } from './weighed.ts';
