// Sequences of different lengths in one batch, with padding.

import { load } from 'headwise';

const headwise = await load();
const layer = headwise.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
const x = { data: new Float32Array(3 * 5 * 8).fill(0.5), shape: [3, 5, 8] };
const { output, attention } = layer.forward(x, { keyLengths: [5, 3, 1], attention: true });
console.log(output.shape, attention.shape); // [ 3, 5, 8 ] [ 3, 2, 5, 5 ]
console.log([...attention.data.slice(50, 55)].map((share) => share.toFixed(2)).join(' ')); // 0.33 0.33 0.33 0.00 0.00
