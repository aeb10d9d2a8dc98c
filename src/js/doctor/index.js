// headwise/doctor: tells what an implementation of attention does wrong. It is given inputs, parameters and what the
// implementation made of them, computes the right numbers and those of known mistakes in float64, and compares.
//
// Begin with the reference's seams.js: attention, in steps. Then faults/: the wrong function that each has in a step's place.

export { HeadwiseError } from '../arguments/errors.js';
export { diagnose } from './diagnose.js';
export { readSubmission } from './read.js';

/** @typedef {import('./submission.js').Submission} Submission */
/** @typedef {import('./submission.js').SubmittedOptions} SubmittedOptions */
/** @typedef {import('./diagnose.js').Diagnosis} Diagnosis */
/** @typedef {import('./diagnose.js').DiagnoseOptions} DiagnoseOptions */
/** @typedef {import('./search.js').FoundFault} FoundFault */
/** @typedef {import('./diagnose.js').FirstDifference} FirstDifference */
