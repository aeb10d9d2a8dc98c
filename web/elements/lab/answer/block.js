// Structure of a layer around its attention, and its steps.
// A source declares the structure. Data only.

import { STEPS } from '../state/state.js';

/**
 * @typedef {'embedding' | 'inputNorm' | 'projection' | 'headNorm' | 'turned' | 'dotProducts' | 'scores' | 'masked' | 'attention' | 'heads' |
 *   'concatenated' | 'output' | 'sum' | 'norm'} Step
 *
 * @typedef {object} LayerBlock
 * @property {'pre' | 'post' | 'none'} norm 'pre': a norm before attention; 'post': after the residual sum
 * @property {boolean} placed whether a position vector is added to each token's
 * @property {Rotary | null} rotary rotary positions of queries and keys; null: none
 * @property {Given} [given] further features of an opened model
 *
 * @typedef {object} Rotary pair r, the numbers r and r + E / 2, rotates by position · theta^(-2r / E)
 * @property {number} [theta]
 * @property {ArrayLike<number>} [frequencies] in place of theta: the angle of each pair per position
 * @property {number} [factor] of all cosines and sines
 * @property {number} [dims] number of leading dimensions that are rotated; default: all
 * @property {boolean} [interleaved] pairs are neighbours
 *
 * @typedef {object} Given
 * @property {boolean} isRms whether its norms are of the mean square
 * @property {HeadNorm | null} headNorm of queries and keys
 * @property {boolean} addsDistance whether distance adds to scores
 * @property {number} softcap 0: none
 * @property {boolean} endsEarly true if the output is not added to the residual
 *
 * @typedef {object} HeadNorm
 * @property {boolean} isWide whether all heads of a token are normalised together
 * @property {number} epsilon
 */

/** The layer of the original paper: positions are added to tokens, and a norm follows each sum. @type {LayerBlock} */
export const ORIGINAL = Object.freeze({ norm: 'post', placed: true, rotary: null });

/**
 * The steps of a layer, in their order.
 * @param {LayerBlock} block
 * @returns {readonly Step[]}
 */
export function stepsOf({ norm, rotary, given }) {
  /** @type {Step[]} */
  const steps = [
    'embedding',
    'projection',
    ...STEPS.slice(2, -1),
    norm === 'post' ? 'norm' : 'sum',
  ];
  if (given?.endsEarly) steps.pop();
  if (rotary) steps.splice(2, 0, 'turned');
  if (given?.headNorm) steps.splice(2, 0, 'headNorm');
  if (norm === 'pre') steps.splice(1, 0, 'inputNorm');
  return steps;
}

/** The step to show instead of one that a layer does not have. @type {Readonly<Record<string, Step>>} */
const NEAREST = {
  ...{ inputNorm: 'embedding', headNorm: 'projection', turned: 'projection' },
  ...{ sum: 'norm', norm: 'sum' },
};

/**
 * The step that is open in a layer when this one is wanted.
 * @param {readonly Step[]} steps
 * @param {Step} wanted
 */
export function openStep(steps, wanted) {
  return steps.includes(wanted) ? wanted : NEAREST[wanted];
}
