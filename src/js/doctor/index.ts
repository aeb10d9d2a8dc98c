// headwise/doctor: tells what an implementation of attention does wrong. It is given inputs, parameters and what the
// implementation made of them, computes the right numbers and those of known mistakes in float64, and compares.
//
// Begin with the reference's seams.ts: attention, in steps. Then faults/: the wrong function that each has in a step's place.

export type { Submission, SubmittedOptions } from './submission.ts';
export type { Diagnosis, DiagnoseOptions, FirstDifference } from './diagnose.ts';
export type { FoundFault } from './search.ts';

export { HeadwiseError } from '../arguments/errors.ts';
export { diagnose } from './diagnose.ts';
export { readSubmission } from './read.ts';
