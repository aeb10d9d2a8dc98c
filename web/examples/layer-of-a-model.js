// The attention of BERT's first layer, out of a model's file.

import { readFile } from 'node:fs/promises';
import { load } from 'headwise';
import { readSafetensors, stateFromHuggingFace } from 'headwise/formats';

const headwise = await load();
const { tensors } = readSafetensors(await readFile('bert/model.safetensors'));
const layer = headwise.createMultiHeadAttention({ embedDim: 20, numHeads: 5 });
layer.loadStateDict(stateFromHuggingFace(tensors, 'bert.encoder.layer.0.attention.'));

const x = { data: new Float32Array(6 * 20).fill(0.5), shape: [6, 20] };
console.log(layer.forward(x, { attention: true }).attention.shape); // [ 5, 6, 6 ]
