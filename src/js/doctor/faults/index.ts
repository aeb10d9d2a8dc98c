// Known mistakes in implementations of attention. A fault is data: its name, its explanation, and the wrong functions that replace
// seams of the reference. Each file has the faults of one part of the computation.

import { DROPOUT_FAULTS } from './dropout.ts';
import { HEAD_FAULTS } from './heads.ts';
import { LAYOUT_FAULTS } from './layout.ts';
import { MASK_FAULTS } from './masks.ts';
import { POSITION_FAULTS } from './positions.ts';
import { SCORE_FAULTS } from './scores.ts';
import { SOFTMAX_FAULTS } from './softmax.ts';
import { WEIGHT_FAULTS } from './weights.ts';
import type { Steps } from '../steps.ts';
import type { CheckedSubmission } from '../checked-submission.ts';

export interface Fault {
  name: string;
  /** one or two sentences; {detail} is replaced by the detail */
  explanation: string;
  /** the form of the fault, if it has several */
  detail?: string;
  /** the part of the computation that it changes: a pair has faults of different parts */
  about: string;
  /** the formula uses numbers of the submission, so a correct submission cannot hide the fault */
  isFitted?: true;
  /** whether the fault is possible with these shapes and options */
  applies?: (task: CheckedSubmission) => boolean;
  /** after the dot products, a query's numbers depend on other rows of the maps too */
  mixes?: true;
  /** the wrong functions, by the seams that they replace */
  change: (steps: Steps, task: CheckedSubmission) => Partial<Steps>;
}

/** The attention weights of a query that may attend to no key, in various implementations. */
export const CONVENTIONS = ['zeros', 'uniform', 'nan'] as const;

export const FAULTS: readonly Fault[] = [
  ...LAYOUT_FAULTS,
  ...WEIGHT_FAULTS,
  ...HEAD_FAULTS,
  ...POSITION_FAULTS,
  ...SCORE_FAULTS,
  ...MASK_FAULTS,
  ...SOFTMAX_FAULTS,
  ...DROPOUT_FAULTS,
];
