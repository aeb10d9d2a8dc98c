// Structure of a layer around its attention, and its steps.
// A source declares the structure. Data only.

import { STEPS } from '../state/state.js';

/**
 * @typedef {'embedding' | 'inputNorm' | 'projection' | 'headNorm' | 'turned' | 'dotProducts' | 'scores' | 'masked' | 'attention' | 'heads' |
 *   'concatenated' | 'output' | 'sum' | 'norm'} Step
 *
 * @typedef {object} LayerBlock
 * @property {'pre' | 'post' | 'none'} norm whether a norm stands before attention, or after what it found was added
 * @property {boolean} placed whether a vector for its place is added to that of each token
 * @property {Rotary | null} rotary how queries and keys are turned; null: they are not
 * @property {Given} [given] of a model that was opened: what it has beyond that
 *
 * @typedef {object} Rotary pair r turns by place · theta^(-2r / E); it is made of the numbers r and r + E / 2
 * @property {number} [theta]
 * @property {ArrayLike<number>} [frequencies] in its place: by how much each pair turns
 * @property {number} [factor] of all cosines and sines
 * @property {number} [dims] how many numbers of a row are turned, the first ones; without it, all
 * @property {boolean} [interleaved] pairs are neighbours
 *
 * @typedef {object} Given
 * @property {boolean} isRms whether its norms are of the mean square
 * @property {HeadNorm | null} headNorm of queries and keys
 * @property {boolean} addsDistance whether distance adds to scores
 * @property {number} softcap 0: none
 * @property {boolean} endsEarly whether what it does with the output is another than adding it to x
 *
 * @typedef {object} HeadNorm
 * @property {boolean} isWide whether all heads of a token are normalised together
 * @property {number} epsilon
 */

/** As in the original paper: places are added to words, and a norm follows each sum. @type {LayerBlock} */
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
