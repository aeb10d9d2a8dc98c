// Gradients of a layer, and steps against them.

import { load } from 'headwise';

const headwise = await load();
const layer = headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2 });
const x = { data: Float32Array.from({ length: 12 }, (_, i) => Math.sin(i)), shape: [3, 4] };

/** Half the squared length of the output, which is to become less; its gradient is the output itself. */
function step() {
  const { output, kept } = layer.forward(x, { keep: true });
  const { parameters } = kept.backward(output);
  kept.dispose();
  const state = layer.stateDict();
  for (const [name, { data }] of Object.entries(parameters)) {
    data.forEach((slope, at) => (state[name].data[at] -= 0.05 * slope));
  }
  layer.loadStateDict(state);
  return output.data.reduce((sum, value) => sum + value ** 2 / 2, 0);
}
const losses = Array.from({ length: 20 }, step);
console.log(losses.every((loss, i) => i === 0 || loss < losses[i - 1])); // true
