// The shapes that are measured, and the operations that the formula asks for at each.

/**
 * @typedef {object} Shape
 * @property {number} length L, of queries and keys alike
 * @property {number} embedDim D
 * @property {number} numHeads H
 *
 * @typedef {'output' | 'maps' | 'causal'} Mode
 *   only the output; the output and every head's map; only the output, each token looking back
 */

/** @type {Mode[]} */
export const modes = ['output', 'maps', 'causal'];

/** @type {Shape[]} */
export const shapes = [
  { length: 16, embedDim: 64, numHeads: 4 },
  ...[64, 128, 256, 512, 1024, 2048].map((length) => ({ length, embedDim: 512, numHeads: 8 })),
];

/** From here on, skipping what is masked is worth measuring. */
const CAUSAL_FROM = 1024;

/** @param {Shape} shape @returns {Mode[]} */
export function modesOf({ length }) {
  return modes.filter((mode) => mode !== 'causal' || length >= CAUSAL_FROM);
}

/** @param {Shape} shape */
export const nameOf = ({ length, embedDim, numHeads }) => `(${length}, ${embedDim}, ${numHeads})`;

/**
 * The floating-point operations of the formula, a multiplication and an addition each counting one. Of a causal map,
 * only what is not masked.
 *
 * @param {Shape} shape
 * @param {Mode} mode
 */
export function operations({ length, embedDim }, mode) {
  const pairs = mode === 'causal' ? (length * (length + 1)) / 2 : length * length;
  return 8 * length * embedDim * embedDim + 4 * pairs * embedDim;
}
