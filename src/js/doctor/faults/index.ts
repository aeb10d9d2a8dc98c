// The mistakes that are made in implementations of attention. A fault is data: its name, what was computed and what to
// change, and the wrong function in the place of a seam of the reference. Each file holds those of one part of the computation.

import { DROPOUT_FAULTS } from './dropout.ts';
import { HEAD_FAULTS } from './heads.ts';
import { LAYOUT_FAULTS } from './layout.ts';
import { MASK_FAULTS } from './masks.ts';
import { POSITION_FAULTS } from './positions.ts';
import { SCORE_FAULTS } from './scores.ts';
import { SOFTMAX_FAULTS } from './softmax.ts';
import { WEIGHT_FAULTS } from './weights.ts';
import type { Steps } from '../steps.ts';
import type { Task } from '../task.ts';

export interface Fault {
  name: string;
  /** one or two sentences; {detail} stands for the detail */
  explanation: string;
  /** which of several forms of the fault */
  detail?: string;
  /** the part that it changes: of two faults about one part, only one can be made */
  about: string;
  /** the formula takes something from the submission itself, so it hides in no right one */
  isFitted?: true;
  /** whether the fault can be made at all with these shapes and options */
  applies?: (task: Task) => boolean;
  /** from the dot products on, a query's numbers depend on more than its row of each map */
  mixes?: true;
  /** the wrong functions in the place of these seams */
  change: (steps: Steps, task: Task) => Partial<Steps>;
}

/** What implementations make of the map's row of a query that may attend to nothing. */
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
