// Long calls in a worker: their progress, and how to stop them.

import { loadInWorker } from 'headwise';

const headwise = await loadInWorker({ threads: 'auto' });
console.log(headwise.backend.simd, headwise.backend.threads >= 1); // fixed true
const layer = await headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
const x = { data: new Float32Array(256 * 64).fill(0.1), shape: [256, 64] };

let done = 0;
const { output } = await layer.forward(x, { onProgress: (share) => (done = share) });
console.log(output.shape, done); // [ 256, 64 ] 1

const stop = new AbortController();
const long = { data: new Float32Array(4096 * 64).fill(0.1), shape: [4096, 64] };
const answer = layer.forward(long, { attention: true, signal: stop.signal });
stop.abort();
console.log(await answer.catch((error) => error.name)); // AbortError
await headwise.dispose();
