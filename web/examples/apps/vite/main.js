// Computes a layer in a worker, so that the page stays quick, and hands its maps to the element that draws them.

import { loadInWorker, tensor } from 'headwise';
import 'headwise/element';

const tokens = ['the', 'cat', 'sat'];
const x = tensor([
  [1, 0, 2, -1],
  [0, 1, 1, 0.5],
  [2, -1, 0, 1],
]);

const headwise = await loadInWorker();
const layer = await headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2, seed: 1 });
const { attention } = await layer.forward(x, { attention: true });

document.querySelector('output').textContent = `maps of ${attention.shape.join(' × ')}`;
Object.assign(document.querySelector('headwise-map'), { tokens, attention });
