// How a layer is built around its attention, as a source declares it, and the steps that follow from it. Data only.

import { STEPS } from '../state/state.js';

/**
 * @typedef {'embedding' | 'inputNorm' | 'projection' | 'turned' | 'dotProducts' | 'scores' | 'masked' | 'attention' | 'heads' |
 *   'concatenated' | 'output' | 'sum' | 'norm'} Step
 *
 * @typedef {object} LayerBlock
 * @property {'pre' | 'post' | 'none'} norm whether a norm stands before attention, or after what it found was added
 * @property {boolean} placed whether a vector for its place is added to that of each token
 * @property {Rotary | null} rotary how queries and keys are turned; null: they are not
 *
 * @typedef {object} Rotary pair r turns by place · theta^(-2r / E); it is made of the numbers r and r + E / 2
 * @property {number} theta
 */

/** As in the original paper: places are added to words, and a norm follows each sum. @type {LayerBlock} */
export const ORIGINAL = Object.freeze({ norm: 'post', placed: true, rotary: null });

/**
 * The steps of a layer, in their order.
 * @param {LayerBlock} block
 * @returns {readonly Step[]}
 */
export function stepsOf({ norm, rotary }) {
  /** @type {Step[]} */
  const steps = [
    'embedding',
    'projection',
    ...STEPS.slice(2, -1),
    norm === 'post' ? 'norm' : 'sum',
  ];
  if (rotary) steps.splice(2, 0, 'turned');
  if (norm === 'pre') steps.splice(1, 0, 'inputNorm');
  return steps;
}

/** What is shown instead of a step that a layer does not have. @type {Readonly<Record<string, Step>>} */
const NEAREST = { inputNorm: 'embedding', turned: 'projection', sum: 'norm', norm: 'sum' };

/**
 * The step that is open in a layer when this one is wanted.
 * @param {readonly Step[]} steps
 * @param {Step} wanted
 */
export function openStep(steps, wanted) {
  return steps.includes(wanted) ? wanted : NEAREST[wanted];
}
