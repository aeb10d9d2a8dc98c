// The engine beside the reference in float64.

import { load } from 'headwise';
import { load as loadReference } from 'headwise/reference';

const x = [
  [1, 0, 2, -1],
  [0, 1, 1, 0.5],
];
const config = { embedDim: 4, numHeads: 2, seed: 7 };
const layer = (await load()).createMultiHeadAttention(config);
const fast = layer.forward(x, { causal: true });
const reference = (await loadReference()).createMultiHeadAttention(config);
const exact = reference.forward(x, { causal: true });
console.log(exact.output.data.constructor.name); // Float64Array
console.log(fast.output.data.every((value, i) => Math.abs(value - exact.output.data[i]) < 1e-6)); // true
