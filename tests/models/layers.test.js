// Tests a layer of a run as an ordinary layer: with its parameters and options an engine computes
// the run's maps, in every family.

import assert from 'node:assert/strict';
import test from 'node:test';
import { HeadwiseError, load } from 'headwise';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { expectNear } from './support/near.js';

/** @typedef {import('../golden/models/read.js').ModelGolden} ModelGolden */

const headwise = await load();
const goldens = await readModelGoldens();

/** @param {ModelGolden} golden */
async function runOf(golden) {
  const { ids, typeIds, targetIds, pixels } = golden.inputs;
  const model = await openModel(filesOf(golden));
  const input = pixels ?? { ids: ids ?? [], ...(typeIds ? { typeIds } : {}) };
  return { model, run: await model.run(input, targetIds ? { target: targetIds } : {}) };
}

/**
 * @param {any} run
 * @param {any} at
 */
async function compare(run, at) {
  const numbers = await run.layer(at);
  const { config, state, options, input, normed, query, key, turns, output, more } = numbers;
  const trace = await run.trace(at);
  const layer = headwise.createMultiHeadAttention(config);
  layer.loadStateDict(state);
  /** @type {any} */
  const result = layer.forward(normed ?? input, { ...options, trace: true });
  const unnormed = headwise.createMultiHeadAttention({ ...config, queryKeyNorm: false });
  unnormed.loadStateDict(
    Object.fromEntries(Object.entries(state).filter(([name]) => !/^[qk]_norm/.test(name))),
  );
  const projected = unnormed.forward(normed ?? input, { trace: true }).trace;
  layer.dispose();
  unnormed.dispose();
  assert.deepEqual(query.shape, trace.query.shape);
  assert.deepEqual(key.shape, trace.key.shape);
  expectNear(query.data, projected.query.data, 'query as projected');
  expectNear(key.data, projected.key.data, 'key as projected');
  if (options.positions) assert.deepEqual(turns.shape, [input.shape[0], options.positions.dims]);
  else assert.equal(turns, null);
  if (more.includes('clip')) return;
  for (const name of ['query', 'key', 'value', 'masked', 'attention', 'heads', 'concatenated']) {
    const finite = (/** @type {number} */ value) => (Number.isFinite(value) ? value : 0);
    expectNear(
      result.trace[name].data.map(finite),
      trace[name].data.map(finite),
      `${name} of layer ${at.layer}`,
    );
  }
  expectNear(output.data, result.output.data, 'output');
  const { normedQuery, normedKey, middle, norms } = numbers;
  assert.equal(normedQuery !== null, Boolean(config.queryKeyNorm));
  if (normedQuery && !options.positions) {
    expectNear(normedQuery.data, trace.query.data, 'normed queries');
    expectNear(normedKey.data, trace.key.data, 'normed keys');
  }
  assert.deepEqual(middle.shape, input.shape);
  const plain = input.data.map(
    (/** @type {number} */ x, /** @type {number} */ i) => x + output.data[i],
  );
  if (
    norms.inside === null &&
    norms.after === null &&
    more.every((/** @type {string} */ one) => one === 'parallel')
  ) {
    assert.deepEqual(middle.data, plain, 'x and the output, added');
  }
  if (norms.after?.type === 'layer' && norms.inside === null) {
    const { weight, bias, epsilon } = norms.after;
    const added = headwise.addAndNorm(input, output, { weight, bias, epsilon });
    assert.deepEqual(middle.data, added.output.data, 'the norm of the sum, to the bit');
  }
}

/**
 * Each step again, from the one before and the tensors that it names.
 *
 * @param {any} run
 * @param {any} at
 * @param {Record<string, import('headwise').PlainTensor>} file
 * @param {ModelGolden} golden
 */
async function compareSteps(run, at, file, golden) {
  const { embedding: steps, input } = await run.layer(at);
  assert.deepEqual(steps.at(-1).output, input, 'the last step gives what enters, to the bit');
  assert.match(steps[0].name, /^(tokens|patches)$/);
  let before = /** @type {{ data: Float32Array, shape: number[] }} */ ({
    data: new Float32Array(),
    shape: [],
  });
  for (const step of steps) {
    const { name, tensors, rows, added, by, factors, norm, weight, bias, pixels, output } = step;
    const [table] = tensors.map((/** @type {string} */ one) => file[one]);
    for (const one of tensors) assert.ok(file[one], `${golden.family}: ${one} is in the file`);
    const width = output.shape[1];
    const what = `${golden.family}-${golden.name}: ${name}`;
    if (rows) {
      const taken = rows.flatMap((/** @type {number} */ row) => [
        ...table.data.subarray(row * width, (row + 1) * width),
      ]);
      assert.deepEqual([...(added ?? output).data], taken, `${what}: rows of the table`);
    }
    if (added) {
      const sums = before.data.map((x, i) => x + added.data[i]);
      assert.deepEqual(output.data, sums, `${what}: added, to the bit`);
    }
    if (name === 'scale') {
      assert.deepEqual(
        output.data,
        before.data.map((x, i) => x * (factors?.[Math.floor(i / width)] ?? by)),
        what,
      );
    }
    if (name === 'norm') {
      const given = { weight: norm.weight, ...(norm.bias ? { bias: norm.bias } : {}) };
      const zeros = { data: new Float32Array(before.data.length), shape: before.shape };
      const again = headwise.addAndNorm(before, zeros, { ...given, epsilon: norm.epsilon });
      assert.equal(norm.type, 'layer');
      assert.deepEqual(output.data, again.output.data, `${what}, to the bit`);
    }
    if (weight) {
      const first = pixels ? output.shape[0] - pixels.shape[0] : 0;
      const { data } = headwise.linear(pixels ?? before, weight, bias ?? undefined);
      expectNear(output.data.slice(first * width), data, what);
      const own = tensors
        .slice(bias ? 2 : 1)
        .flatMap((/** @type {string} */ one) => [...file[one].data]);
      assert.deepEqual([...output.data.subarray(0, first * width)], own, what);
    }
    before = output;
  }
  return steps.map((/** @type {{ name: string }} */ step) => step.name).join(' ');
}

test('the input of layer 0 is computed from the file’s tensors, step by step, in every family', async () => {
  /** @type {Record<string, string>} */
  const found = {};
  for (const golden of goldens) {
    const { model, run } = await runOf(golden);
    const file = model.stateDict();
    const id = `${golden.family}-${golden.name}`;
    found[id] = await compareSteps(run, { layer: 0 }, file, golden);
    if (model.config.encoder) await compareSteps(run, { layer: 0, kind: 'encoder' }, file, golden);
    if (model.config.numLayers > 1) {
      assert.equal(
        (await run.layer({ layer: 1 })).embedding,
        null,
        'only the first layer has them',
      );
    }
    model.dispose();
  }
  assert.deepEqual([...new Set(Object.values(found))].sort(), [
    'patches positions',
    'tokens',
    'tokens norm',
    'tokens positions',
    'tokens positions norm',
    'tokens projection positions',
    'tokens scale',
    'tokens scale positions',
    'tokens scale positions norm',
    'tokens types norm',
    'tokens types positions norm',
    'tokens types positions norm projection',
  ]);
});

test('steps of the input are recorded during another run, and change nothing of it', async () => {
  const { model, run } = await openFirst('bert');
  const golden = goldens.find((one) => one.family === 'bert');
  const { ids = [], typeIds } = /** @type {ModelGolden} */ (golden).inputs;
  const input = { ids: [...ids].reverse(), ...(typeIds ? { typeIds } : {}) };
  const alone = await model.run(/** @type {any} */ (input));
  const last = model.config.numLayers;
  let asked = 0;
  const beside = await model.run(/** @type {any} */ (input), {
    onProgress() {
      asked++;
      void run.layer({ layer: 0 });
    },
  });
  assert.ok(asked > 0);
  assert.deepEqual(await beside.hidden(last - 1), await alone.hidden(last - 1));
  assert.deepEqual((await run.layer({ layer: 0 })).embedding?.at(-1)?.output, await run.hidden(0));
  model.dispose();
});

for (const family of new Set(goldens.map((one) => one.family))) {
  test(`${family}: each layer computed by the ordinary engine has the run’s maps`, async () => {
    for (const golden of goldens.filter((one) => one.family === family)) {
      const { model, run } = await runOf(golden);
      for (let layer = 0; layer < model.config.numLayers; layer++) await compare(run, { layer });
      if (model.config.encoder) await compare(run, { layer: 0, kind: 'encoder' });
      model.dispose();
    }
  });
}

/** @param {string} family */
async function openFirst(family) {
  const golden = goldens.find((one) => one.family === family);
  assert.ok(golden);
  return runOf(golden);
}

test('without its state a layer has all other fields', async () => {
  const { model, run } = await openFirst('gpt2');
  const { state, ...others } = await run.layer({ layer: 0 });
  assert.ok(state.in_proj_weight);
  assert.deepEqual(await run.layer({ layer: 0, state: false }), { ...others, state: {} });
  await assert.rejects(run.layer(/** @type {any} */ ({ layer: 0, state: 1 })), /^TypeError: state/);
  model.dispose();
});

for (const [family, name] of [
  ['vit', 'patches'],
  ['electra', 'projection'],
]) {
  test(`without its state a layer of ${family} leaves out the map of its embedding`, async () => {
    const { model, run } = await openFirst(family);
    const { state: _, embedding, ...others } = await run.layer({ layer: 0 });
    assert.ok(embedding?.some((step) => step.name === name && step.weight && step.bias));
    const steps = embedding?.map(({ weight, bias, ...step }) => step);
    const found = await run.layer({ layer: 0, state: false });
    assert.deepEqual(found, { ...others, state: {}, embedding: steps });
    model.dispose();
  });
}

test("a removed head contributes nothing, and its layer's input stays the same", async () => {
  const golden = goldens.find((one) => one.family === 'llama');
  assert.ok(golden);
  const { ids = [] } = golden.inputs;
  const model = await openModel(filesOf(golden));
  const all = await (await model.run(ids)).layer({ layer: 0 });
  const run = await model.run(ids, { ablate: [{ layer: 0, head: 1 }] });
  const without = await run.layer({ layer: 0 });
  assert.deepEqual(without.input, all.input, 'what enters is before the removal');
  assert.notDeepEqual(without.output, all.output);
  const { concatenated } = await run.trace({ layer: 0 });
  const { data } = headwise.linear(concatenated, without.state['out_proj.weight']);
  expectNear(without.output.data, data);
  model.dispose();
});

test('an index of a missing layer is refused by name', async () => {
  const { model, run: opened } = await openFirst('t5');
  /** @type {any} */
  const run = opened;
  await assert.rejects(run.layer({ layer: 99 }), /^RangeError: layer: expected .* got 99$/);
  await assert.rejects(run.layer({ layer: 0, head: 1 }), /^TypeError: .*head/);
  await assert.rejects(run.layer({ layer: 0, kind: 'cross' }), (error) => {
    assert.ok(error instanceof HeadwiseError);
    assert.equal(error.code, 'unsupported');
    assert.match(error.message, /^kind: expected 'self' or 'encoder', got 'cross'/);
    return true;
  });
  run.dispose();
  await assert.rejects(run.layer({ layer: 0 }), /was disposed/);
  model.dispose();
});
