// Questions about causes, in a file of their own: who only opens a model loads none of it.

export { attributionOf } from './attribution.ts';
export { cells, changed, patchRuns, sweepModel } from './boards.ts';
export { circuitsOf, compositionOf } from './circuits.ts';
export { aligned, movedHeads, rolledOut } from './heads.ts';
export { contactsOf } from './contacts.ts';
export { lensOf } from './lens.ts';
export { callMeasure, measureRun, refuseFunction } from './measure.ts';
export { probe } from './probe.ts';
export { scorePartsOf } from './score.ts';
export { mlpOf, residualOf } from './stream.ts';
export { weighed } from './weighed.ts';
