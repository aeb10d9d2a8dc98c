// Loads what weights-from-pytorch.py has saved, and computes the same.

import { readFile } from 'node:fs/promises';
import { load, tensor } from 'headwise';

const saved = JSON.parse(await readFile('layer.json', 'utf8'));
const headwise = await load();
const layer = headwise.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
layer.loadStateDict(saved.state);
const { output, attention } = layer.forward(saved.x, { attention: true });

const differ = (a, b) => Math.max(...a.data.map((value, i) => Math.abs(value - b.data[i])));
console.log(differ(output, tensor(saved.output)) < 1e-5); // true
console.log(differ(attention, tensor(saved.attention)) < 1e-5); // true
