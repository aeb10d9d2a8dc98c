// Example submissions: a causal layer, correct or with a mistake. The reference computes them.

import { createMultiHeadAttention, tensor } from 'headwise/reference';

const [BATCH, LENGTH, WIDTH, HEADS] = [2, 6, 16, 4];

/** @typedef {import('headwise/doctor').Submission} Submission */

/** Options of the examples: a correct layer, and layers with one mistake. */
const MADE = Object.freeze({
  right: { causal: true },
  scale: { causal: true, scale: 1 },
  mask: { mask: { attend: allowed((query, key) => key <= query + 1) } },
});

/** @typedef {keyof typeof MADE} Example */

/**
 * @param {Example} example
 * @returns {Submission}
 */
export function exampleOf(example) {
  const layer = createMultiHeadAttention({ embedDim: WIDTH, numHeads: HEADS, seed: 7 });
  const query = tensor(rows(BATCH, (b) => rows(LENGTH, (i) => rows(WIDTH, (j) => wave(b, i, j)))));
  const { output, attention } = layer.forward(query, { ...MADE[example], attention: true });
  const parameters = layer.stateDict();
  layer.dispose();
  return {
    inputs: { query },
    parameters,
    options: { numHeads: HEADS, causal: true },
    output,
    attention: attention ?? undefined,
  };
}

/**
 * @template T
 * @param {number} count
 * @param {(index: number) => T} make
 */
function rows(count, make) {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Numbers between -1 and 1 without a pattern. @param {number} b @param {number} i @param {number} j */
const wave = (b, i, j) => Math.sin(1.7 * b + 2.3 * i * (j + 1) + j * j);

/** @param {(query: number, key: number) => boolean} may */
function allowed(may) {
  return rows(LENGTH, (query) => rows(LENGTH, (key) => may(query, key)));
}
