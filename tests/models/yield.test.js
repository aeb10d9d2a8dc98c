// Tests that long questions about causes yield to the page: on a clock on which every step is long, they do between heads.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  alignWords,
  circuits,
  compareHeads,
  composition,
  openModel,
  patch,
  rollout,
  sweep,
} from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';

const goldens = await readModelGoldens(['olmo2']);

/** How often a call yields. @param {() => Promise<unknown>} call */
async function yieldsDuring(call) {
  await call(); // loads the code
  const { now } = performance;
  const { setImmediate } = globalThis;
  let time = now.call(performance);
  let yields = 0;
  performance.now = () => (time += 100);
  globalThis.setImmediate = /** @type {any} */ (
    (/** @type {() => void} */ task) => {
      yields++;
      return setImmediate(task);
    }
  );
  try {
    await call();
  } finally {
    performance.now = now;
    globalThis.setImmediate = setImmediate;
  }
  return yields;
}

test('questions about maps and weights yield between heads', async () => {
  const [golden] = goldens;
  const model = await openModel(filesOf(golden));
  const { ids = [] } = golden.inputs;
  const [run, other] = [await model.run(ids), await model.run([...ids].reverse())];
  const { numLayers, numHeads, headDim } = model.config;
  const heads = numLayers * numHeads;
  /** @type {[string, number, () => Promise<unknown>][]} */
  const calls = [
    ['compareHeads', heads, () => compareHeads(run, other)],
    ['alignWords', heads, () => alignWords(run)],
    ['rollout', (numLayers - 1) * ids.length, () => rollout(run)],
    ['circuits', headDim, () => circuits(model, { layer: 0, head: 0 })],
    ['composition', heads, () => composition(model, 'key')],
  ];
  for (const [name, least, call] of calls) {
    const yields = await yieldsDuring(call);
    assert.ok(yields >= least, `${name}: ${yields} times, expected at least ${least}`);
  }
  model.dispose();
});

test('parts of scores and of measures yield between heads, beyond the passes of their layers', async () => {
  const [golden] = goldens;
  const model = await openModel(filesOf(golden));
  const run = await model.run(golden.inputs.ids ?? []);
  const { numLayers, numHeads } = model.config;
  const passes = async (/** @type {number} */ layers) => {
    for (let layer = 0; layer < layers; layer++) await run.mlp({ layer });
  };
  const layer = numLayers - 1;
  for (const [layers, call] of /** @type {[number, () => Promise<unknown>][]} */ ([
    [layer, () => run.scoreParts({ layer, head: 0, query: 3, key: 1 })],
    [numLayers, () => run.attribution({ token: 4 })],
    [numLayers, () => run.attribution({ token: 4, as: 'logProbability' })],
  ])) {
    const yields = await yieldsDuring(call);
    const least = (await yieldsDuring(() => passes(layers))) + layers * numHeads;
    assert.ok(yields >= least, `${yields} times, expected at least ${least}`);
  }
  model.dispose();
});

test('a model that is disposed while a question yields ends it', async () => {
  for (const ask of /** @type {((model: any, run: any) => Promise<unknown>)[]} */ ([
    (_, run) => run.attribution({ token: 4 }),
    (_, run) => compareHeads(run, run),
    (model) => composition(model, 'value'),
  ])) {
    const [golden] = goldens;
    const model = await openModel(filesOf(golden));
    const run = await model.run(golden.inputs.ids ?? []);
    const { now } = performance;
    let time = now.call(performance);
    performance.now = () => (time += 100);
    try {
      const asked = ask(model, run);
      setImmediate(() => model.dispose());
      await assert.rejects(asked, { code: 'disposed' });
    } finally {
      performance.now = now;
    }
  }
});

test('questions that are asked at once have the answers that each has alone', async () => {
  const [golden] = goldens;
  const model = await openModel(filesOf(golden));
  const { ids = [] } = golden.inputs;
  const [into, from] = [await model.run(ids), await model.run([...ids].reverse())];
  const layer = model.config.numLayers - 1;
  const measure = { token: 4, position: 3 };
  const log = /** @type {const} */ ({ ...measure, as: 'logProbability' });
  /** @type {(() => Promise<unknown>)[]} */
  const calls = [
    () => sweep(model, ids, { measure }),
    () => sweep(model, ids, { measure: { ...measure, against: 5 }, of: 'mlps' }),
    () => patch(model, { into, from, measure: log, over: 'residual' }),
    () => into.attribution(measure),
    () => into.attribution(log),
    () => into.scoreParts({ layer, head: 0, query: 3, key: 1 }),
    () => from.lens({ layer: 0, position: 2 }),
    () => circuits(model, { layer: 0, head: 1 }),
    () => composition(model, 'query'),
  ];
  const alone = [];
  for (const call of calls) alone.push(await call());
  const { now } = performance;
  let time = now.call(performance);
  performance.now = () => (time += 100);
  try {
    const together = await Promise.all(calls.map((call) => call()));
    assert.deepEqual(together, alone);
  } finally {
    performance.now = now;
  }
  model.dispose();
});
