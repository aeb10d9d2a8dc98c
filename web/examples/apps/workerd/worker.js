// Answers with the maps of a layer. Here WebAssembly is compiled when a program is deployed, so load() is given the module.

import { load, tensor } from 'headwise';
import wasm from 'headwise/headwise-fixed.wasm';

const x = tensor([
  [1, 0, 2, -1],
  [0, 1, 1, 0.5],
  [2, -1, 0, 1],
]);

export default {
  async fetch() {
    const headwise = await load({ wasm });
    const layer = headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2, seed: 1 });
    const { attention } = layer.forward(x, { attention: true });
    return Response.json({ shape: attention.shape, data: [...attention.data] });
  },
};
