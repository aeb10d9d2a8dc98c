// The entry `headwise/doctor`: finds the mistake in an implementation of attention. From the implementation's inputs, parameters and
// results it computes the correct numbers, and the numbers of known mistakes, in float64, and compares.
//
// Begin with the reference's seams.ts: attention, in steps. Then read faults/: each replaces a step by a wrong function.

export type { Submission, SubmittedArray, SubmittedOptions } from './submission.ts';
export type { Diagnosis, DiagnoseOptions, FirstDifference } from './diagnose.ts';
export type { FaultName, FoundFault } from './search.ts';

export { HeadwiseError } from '../arguments/errors.ts';
export { diagnose } from './diagnose.ts';
export { readSubmission } from './read.ts';
