// Masks as other frameworks write them.

import { load } from 'headwise';

const headwise = await load();
const layer = headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2 });
const x = [
  [1, 0, 0, 1],
  [0, 1, 1, 0],
];
const lookBack = [
  [true, false],
  [true, true],
];
const forbidden = lookBack.map((row) => row.map((may) => !may));

// Keras and scaled_dot_product_attention of torch: true may attend
const one = layer.forward(x, { mask: { attend: lookBack }, attention: true });
// torch.nn.MultiheadAttention: true may not
const two = layer.forward(x, { mask: { ignore: forbidden }, attention: true });
// a float mask: added to the scores
const bias = lookBack.map((row) => row.map((may) => (may ? 0 : -Infinity)));
const three = layer.forward(x, { mask: { bias }, attention: true });
// and this one has a name
const four = layer.forward(x, { causal: true, attention: true });

const maps = [one, two, three, four].map(({ attention }) => attention.data.join());
console.log(new Set(maps).size); // 1
