// Turns of a conversation through one cache. The positions belong to the layer, so that no call can forget them.

import { load } from 'headwise';

const headwise = await load();
const layer = headwise.createMultiHeadAttention({
  embedDim: 8,
  numHeads: 2,
  defaults: { causal: true, positions: { type: 'rotary' } },
});
const all = Float32Array.from({ length: 12 * 8 }, (_, i) => Math.sin(i));
const turn = (from, to) => ({ data: all.slice(from * 8, to * 8), shape: [to - from, 8] });

const cache = layer.createCache({ capacity: 64 });
// a question and its answer
layer.forward(turn(0, 5), { cache });
layer.forward(turn(5, 9), { cache });
// another answer to the same question, and the next question
cache.truncate(5);
layer.forward(turn(5, 9), { cache });
const { output } = layer.forward(turn(9, 12), { cache });
console.log(cache.length); // 12

// the same bits as in one call
const whole = layer.forward(turn(0, 12)).output;
console.log(output.row(2).join() === whole.row(11).join()); // true
