// Example submissions: a causal layer, correct or with a mistake. The reference computes them.

import { createMultiHeadAttention, tensor } from 'headwise/reference';
import type { Submission } from 'headwise/doctor';

const [BATCH, LENGTH, WIDTH, HEADS] = [2, 6, 16, 4];

/** Options of the examples: a correct layer, and layers with one mistake. */
const MADE = Object.freeze({
  right: { causal: true },
  scale: { causal: true, scale: 1 },
  mask: { mask: { attend: allowed((query, key) => key <= query + 1) } },
});

type Example = keyof typeof MADE;

export function exampleOf(example: Example): Submission {
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

function rows<T>(count: number, make: (index: number) => T) {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Numbers between -1 and 1 without a pattern. */
const wave = (b: number, i: number, j: number) => Math.sin(1.7 * b + 2.3 * i * (j + 1) + j * j);

function allowed(may: (query: number, key: number) => boolean) {
  return rows(LENGTH, (query) => rows(LENGTH, (key) => may(query, key)));
}
