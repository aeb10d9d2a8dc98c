// A program that runs every operation of every entry and prints a digest of all bits of the
// results. It asserts nothing, because the changed prototypes would disturb a test runner.

import { createHash } from 'node:crypto';
import { load, loadInWorker } from 'headwise';
import { readNpy, writeNpy } from 'headwise/formats';
import * as reference from 'headwise/reference';
import {
  createTransformer,
  grammar,
  headRoles,
  induction,
  readModel,
  train,
  writeModel,
} from 'headwise/training';
import { everyCall } from './every-call.js';

const hash = createHash('sha256');
const CASES = 2;

/** @param {any} value */
function add(value) {
  if (ArrayBuffer.isView(value)) {
    hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      hash.update(name);
      add(member);
    }
  } else hash.update(String(value));
}

const doubles = await reference.load();
for (const { what, run } of everyCall(CASES)) {
  if (!what.startsWith('transformer')) add(await run(doubles));
}
for (const open of [load, loadInWorker]) {
  for (const options of [{}, { threads: 2, threadsFrom: 0 }]) {
    const engine = await open(options);
    for (const { run } of everyCall(CASES)) add(await run(engine));
    await engine.dispose();
  }
}

const engine = await load();
const task = induction();
const { vocabSize, contextLen, causal } = task;
const model = createTransformer(engine, {
  vocabSize,
  contextLen,
  causal,
  embedDim: 16,
  numHeads: 2,
  numLayers: 2,
});
for await (const step of train(model, task, { steps: 3 })) add(step);
const { tokens } = task.batch(0, 0);
const file = writeModel({
  config: model.config,
  state: model.stateDict(),
  vocab: [...task.vocab],
  about: { task: task.name },
});
const again = readModel(file);
const npy = writeNpy(model.forward(tokens).logits);
add([file, again, npy, readNpy(npy), grammar().batch(1, 1)]);
add(await headRoles(model, { tokens }));
engine.dispose();

console.log(hash.digest('hex'));
