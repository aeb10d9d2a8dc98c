// Writes an attention map as a file that NumPy reads.

import { writeFile } from 'node:fs/promises';
import { load } from 'headwise';
import { readNpy, writeNpy } from 'headwise/formats';

const headwise = await load();
const layer = headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2 });
const { attention } = layer.forward([[1, 0, 0, 1]], { attention: true });
// numpy.load('attention.npy') has the shape (heads, from, to)
const file = writeNpy(attention);
await writeFile('attention.npy', file);
console.log(readNpy(file).shape); // [ 2, 1, 1 ]
