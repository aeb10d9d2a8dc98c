// One token after another, with a cache of keys and values.

import { load } from 'headwise';

const headwise = await load();
const layer = headwise.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
const x = { data: Float32Array.from({ length: 40 }, (_, i) => Math.cos(i)), shape: [5, 8] };
const rows = (from, to) => ({ data: x.data.slice(from * 8, to * 8), shape: [to - from, 8] });

const cache = layer.createCache({ capacity: 16 });
layer.forward(rows(0, 4), { causal: true, cache });
const { output } = layer.forward(rows(4, 5), { causal: true, cache });
console.log(cache.length); // 5

const whole = layer.forward(x, { causal: true });
console.log(output.data.join() === whole.output.data.slice(32).join()); // true
cache.dispose();
