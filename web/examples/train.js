// Trains a transformer of one layer to copy the token before.

import { load } from 'headwise';
import { copyPrevious, createTransformer, train } from 'headwise/training';

const task = copyPrevious();
const { vocabSize, contextLen, causal } = task;
const config = {
  vocabSize,
  contextLen,
  causal,
  embedDim: 32,
  numHeads: 2,
  numLayers: 1,
  mlpDim: 0,
};
const model = createTransformer(await load(), config);

const losses = [];
for await (const { loss } of train(model, task, { steps: 60, learningRate: 0.01 }))
  losses.push(loss);
console.log(losses.length, losses[59] < losses[0] / 2); // 60 true

const { tokens } = task.batch(0, 1000);
const { attention } = model.forward(tokens, { attention: true });
console.log(attention.length, attention[0].shape[1]); // 1 2
