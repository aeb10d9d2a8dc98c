// A layer computed on the server, and the lab, which computes in the reader's browser.

import { load, tensor } from 'headwise';
import { Lab } from './lab.jsx';

export default async function Page() {
  const headwise = await load();
  const layer = headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2, seed: 1 });
  const x = tensor([
    [1, 0, 2, -1],
    [0, 1, 1, 0.5],
  ]);
  const { attention } = layer.forward(x, { attention: true });
  return (
    <main>
      <h1>Attention</h1>
      <p>{`maps of ${attention.shape.join(' × ')}`}</p>
      <Lab />
    </main>
  );
}
