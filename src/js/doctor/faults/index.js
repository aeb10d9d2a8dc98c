// The mistakes that are made in implementations of attention. A fault is data: its name, what was computed and what to
// change, and the wrong function in the place of a seam of the reference. Each file holds those of one part of the computation.

import { DROPOUT_FAULTS } from './dropout.js';
import { HEAD_FAULTS } from './heads.js';
import { LAYOUT_FAULTS } from './layout.js';
import { MASK_FAULTS } from './masks.js';
import { POSITION_FAULTS } from './positions.js';
import { SCORE_FAULTS } from './scores.js';
import { SOFTMAX_FAULTS } from './softmax.js';
import { WEIGHT_FAULTS } from './weights.js';

/** @import { Steps } from '../steps.js' */
/** @import { Task } from '../task.js' */

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {string} explanation one or two sentences; {detail} stands for the detail
 * @property {string} [detail] which of several forms of the fault
 * @property {string} about the part that it changes: of two faults about one part, only one can be made
 * @property {true} [isFitted] the formula takes something from the submission itself, so it hides in no right one
 * @property {(task: Task) => boolean} [applies] whether the fault can be made at all with these shapes and options
 * @property {true} [mixes] from the dot products on, a query's numbers depend on more than its row of each map
 * @property {(steps: Steps, task: Task) => Partial<Steps>} change the wrong functions in the place of these seams
 */

/** What implementations make of the map's row of a query that may attend to nothing. */
export const CONVENTIONS = /** @type {const} */ (['zeros', 'uniform', 'nan']);

/** @type {readonly Fault[]} */
export const FAULTS = [
  ...LAYOUT_FAULTS,
  ...WEIGHT_FAULTS,
  ...HEAD_FAULTS,
  ...POSITION_FAULTS,
  ...SCORE_FAULTS,
  ...MASK_FAULTS,
  ...SOFTMAX_FAULTS,
  ...DROPOUT_FAULTS,
];
