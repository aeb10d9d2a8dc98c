// Windows of a map of 2,000 x 2,000, which is never in memory as a whole.

import { load } from 'headwise';

const headwise = await load();
const layer = headwise.createMultiHeadAttention({ embedDim: 16, numHeads: 4 });
const length = 2000;
const x = {
  data: Float32Array.from({ length: length * 16 }, (_, i) => Math.sin(i * i)),
  shape: [length, 16],
};
const { kept } = layer.forward(x, { causal: true, keep: true });
const all = [0, length];
const small = kept.attentionWindow({
  head: 3,
  rows: all,
  columns: all,
  width: 100,
  height: 100,
  reduce: 'max',
});
const corner = kept.attentionWindow({ head: 3, rows: [0, 4], columns: [0, 4] });
console.log(small.shape, corner.shape); // [ 100, 100 ] [ 4, 4 ]
console.log(corner.data[0]); // 1
kept.dispose();
