// The shapes that are measured, and the operations that the formula asks for at each.

/**
 * @typedef {object} Shape
 * @property {number} length L, of queries and keys alike
 * @property {number} embedDim D
 * @property {number} numHeads H
 * @property {Mode[]} [only] in these modes
 *
 * @typedef {'output' | 'maps' | 'causal' | 'training'} Mode
 *   only the output; the output and every head's map; only the output, with a causal mask; the output, and the
 *   gradients of all weights and of the input
 */

/** @type {Mode[]} */
export const modes = ['output', 'maps', 'causal', 'training'];

/** @type {Shape[]} */
export const shapes = [
  { length: 16, embedDim: 64, numHeads: 4 },
  { length: 64, embedDim: 128, numHeads: 4, only: ['training'] },
  ...[64, 128, 256, 512, 1024, 2048].map((length) => ({ length, embedDim: 512, numHeads: 8 })),
];

/** The shortest sequence that is measured with a causal mask: from here on, skipping masked scores saves time. */
const CAUSAL_FROM = 1024;

/** The longest sequence of a training step: beyond, the float64 gradients of the comparison take minutes. */
const TRAINING_UP_TO = 512;

/** @param {Shape} shape @returns {Mode[]} */
export function modesOf({ length, only = modes }) {
  return only.filter(
    (mode) =>
      (mode !== 'causal' || length >= CAUSAL_FROM) &&
      (mode !== 'training' || length <= TRAINING_UP_TO),
  );
}

/** @param {Shape} shape */
export const nameOf = ({ length, embedDim, numHeads }) => `(${length}, ${embedDim}, ${numHeads})`;

/**
 * The floating-point operations of the formula, a multiplication and an addition each counting one. Of a causal map,
 * only the scores that no mask excludes. The gradients of a product are two products; repeated work is not counted.
 *
 * @param {Shape} shape
 * @param {Mode} mode
 */
export function operations({ length, embedDim }, mode) {
  const pairs = mode === 'causal' ? (length * (length + 1)) / 2 : length * length;
  const forward = 8 * length * embedDim * embedDim + 4 * pairs * embedDim;
  return mode === 'training' ? 3 * forward : forward;
}
