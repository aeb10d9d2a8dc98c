// What a head adds to the output, and the output without it.

import { load } from 'headwise';

const headwise = await load();
const layer = headwise.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
const x = { data: Float32Array.from({ length: 24 }, (_, i) => Math.sin(i)), shape: [3, 8] };
const { output, trace } = layer.forward(x, { trace: true });
console.log(trace.heads.shape); // [ 2, 3, 4 ]

const { heads } = trace;
heads.data.fill(0, 0, 3 * 4);
const without = layer.forward(x, { replace: { heads } });

// what head 0 adds to the output stands in the trace as well
const missing = output.data.map((value, i) => value - without.output.data[i]);
const difference = missing.map((value, i) => Math.abs(value - trace.contributions.data[i]));
console.log(Math.max(...difference) < 1e-6); // true
