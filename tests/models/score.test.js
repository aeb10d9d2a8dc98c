// Tests one score split by where its query and its key come from: sums in models of all families, the score of a trace, layers,
// errors, and the same answer in a worker.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';

/** @import { ModelGolden } from '../golden/models/read.js' */

const goldens = await readModelGoldens();

/** @param {ModelGolden} golden */
function inputOf({ inputs: { ids, typeIds, targetIds, pixels } }) {
  const input = pixels ?? (typeIds ? { ids, typeIds } : ids);
  return { input: /** @type {any} */ (input), options: targetIds ? { target: targetIds } : {} };
}

/** @param {string} family @param {string} name @param {object} [how] */
async function open(family, name, how = {}) {
  const golden = goldens.find((one) => one.family === family && one.name === name);
  if (!golden) assert.fail(`${family} ${name}`);
  return { model: await openModel(filesOf(golden), how), ...inputOf(golden) };
}

/** @param {readonly number[]} values */
const sumOf = (values) => values.reduce((all, one) => all + one, 0);

/** The parts of a score add up to it, and the rest is rounding. @param {any} run @param {any} at */
async function expectSum(run, at) {
  const found = await run.scoreParts(at);
  const { score, queries, keys, values, rest } = found;
  assert.deepEqual(values.shape, [queries.length, keys.length]);
  const cells = [...values.data];
  const size = sumOf(cells.map(Math.abs));
  assert.ok(Math.abs(sumOf(cells) + rest - score) <= 1e-12 * size);
  assert.ok(Math.abs(rest) <= 64 * 2 ** -23 * size, `rest ${rest} of ${size}`);
  for (const [i, { value }] of queries.entries()) {
    assert.ok(Math.abs(value - sumOf([...values.row(i)])) <= 1e-12 * size);
  }
  for (const [j, { value }] of keys.entries()) {
    const column = queries.map((/** @type {any} */ _, /** @type {number} */ i) => values.at(i, j));
    assert.ok(Math.abs(value - sumOf(column)) <= 1e-12 * size);
  }
  return found;
}

for (const golden of goldens) {
  test(`${golden.family}, ${golden.name}: a score is the sum of its parts`, async () => {
    const model = await openModel(filesOf(golden));
    const { input, options } = inputOf(golden);
    const run = await model.run(input, options);
    const { numLayers, numHeads } = model.config;
    for (let layer = 0; layer < numLayers; layer++) {
      const { dotProducts, scores, masked } = await run.trace({ layer });
      const { options: own } = await run.layer({ layer });
      const last = scores.shape[1] - 1;
      const cells = [[last, 0], [last, last], [2, 1], [1, last]]; // prettier-ignore
      for (const [at, [query, key]] of cells.entries()) {
        const head = (layer + at) % numHeads;
        const cell = { layer, head, query, key };
        const { score, queries, keys, values } = await expectSum(run, cell);
        const scaled = Math.fround(
          dotProducts.at(head, query, key) * Math.fround(/** @type {number} */ (own.scale)),
        );
        const relative = queries.find((/** @type {any} */ one) => one.kind === 'relative');
        assert.equal(score, Math.fround(scaled + (relative?.value ?? 0)));
        if (own.softcap === undefined && masked.at(head, query, key) !== -Infinity) {
          assert.equal(score, masked.at(head, query, key));
        }
        if (relative) {
          assert.equal(queries.at(-1).kind, 'relative');
          assert.deepEqual(keys.at(-1), relative);
          assert.equal(values.data.at(-1), relative.value);
        }
        const count = (/** @type {any[]} */ all, /** @type {string} */ kind) =>
          all.filter((one) => one.kind === kind && !one.attention).length;
        for (const all of [queries, keys]) {
          assert.equal(count(all, 'token'), 1);
          assert.equal(count(all, 'head'), layer * numHeads);
          assert.equal(count(all, 'mlp'), layer);
        }
        const byLayer = await expectSum(run, { ...cell, by: 'layer' });
        assert.equal(byLayer.score, score);
        assert.equal(count(byLayer.queries, 'layer'), layer);
        assert.equal(count(byLayer.keys, 'head') + count(byLayer.keys, 'mlp'), 0);
        for (const { kind, layer: which, value } of byLayer.queries) {
          const some = queries.filter((/** @type {any} */ one) =>
            kind === 'layer' ? one.layer === which : one.kind === kind,
          );
          const whole = sumOf(some.map((/** @type {any} */ one) => one.value));
          const size = sumOf([...values.data].map(Math.abs));
          assert.ok(Math.abs(value - whole) <= 2 ** -23 * size, `${kind} ${which}`);
        }
      }
    }
    model.dispose();
  });
}

test('a head that was left out is a part of 0, and earlier changes count', async () => {
  const { model, input } = await open('llama', 'llama3');
  const whole = await model.run(input);
  const removed = await model.run(input, { ablate: [{ layer: 0, head: 1 }] });
  const cell = { layer: 1, head: 0, query: 3, key: 1 };
  const [before, after] = [await expectSum(whole, cell), await expectSum(removed, cell)];
  const partOf = (/** @type {any} */ found) =>
    found.queries.find((/** @type {any} */ one) => one.kind === 'head' && one.head === 1);
  assert.notEqual(partOf(before).value, 0);
  assert.ok(Math.abs(partOf(after).value) === 0);
  assert.notEqual(before.score, after.score);
  const mlp = { data: new Float32Array(input.length * model.config.embedDim), shape: [input.length, model.config.embedDim] }; // prettier-ignore
  const none = await model.run(input, { replace: [{ layer: 0, name: 'mlp', tensor: mlp }] });
  const { keys } = await expectSum(none, cell);
  assert.ok(keys.every((/** @type {any} */ { kind, value }) => kind !== 'mlp' || Math.abs(value) === 0)); // prettier-ignore
  // rows that were not replaced are still computed
  const { query } = await whole.trace({ layer: 1 });
  const [heads, , width] = query.shape;
  const tensor = { data: new Float32Array(heads * width), shape: [heads, 1, width] };
  const replace = [{ layer: 1, name: /** @type {const} */ ('query'), tensor, positions: [2] }];
  const other = await model.run(input, { replace });
  assert.deepEqual(await other.scoreParts(cell), before);
  await assert.rejects(other.scoreParts({ ...cell, query: 2 }), {
    code: 'unsupported',
    message:
      'scoreParts: the query at position 2 in layer 1 of this run was replaced, so it is no sum of parts',
  });
  model.dispose();
});

/** Calls that are refused, each with its error. */
// prettier-ignore
const WRONG = /** @type {[(run: any, model: any) => unknown, RegExp][]} */ ([
  [(run) => run.scoreParts({ layer: 9, head: 0, query: 0, key: 0 }), /^RangeError: layer: expected an integer from 0 to 2, got 9$/],
  [(run) => run.scoreParts({ layer: 0, head: 4, query: 0, key: 0 }), /^RangeError: head: expected an integer from 0 to \d, got 4$/],
  [(run) => run.scoreParts({ layer: 0, head: 0, query: 12, key: 0 }), /^RangeError: query: expected an integer from 0 to 11, got 12$/],
  [(run) => run.scoreParts({ layer: 0, head: 0, query: 0, key: -1 }), /^RangeError: key: expected an integer from 0 to 11, got -1$/],
  [(run) => run.scoreParts({ layer: 0, head: 0, query: 0 }), /^TypeError: key: expected an integer from 0 to 11, got undefined$/],
  [(run) => run.scoreParts({ layer: 0, head: 0, query: 0, key: 0, by: 'head' }), /^TypeError: by: expected 'part' or 'layer', got "head"$/],
  [(run) => run.scoreParts({ layer: 0, head: 0, query: 0, key: 0, kind: 'cross' }), /^TypeError: unknown option kind/],
  [(run) => run.scoreParts(), /^TypeError: layer: expected an integer from 0 to 2, got undefined$/],
  [async (run, model) => (await model.run(run.input.ids, { replace: [{ layer: 1, name: 'residual', tensor: await run.residual({ layer: 0 }) }] })).scoreParts({ layer: 1, head: 0, query: 0, key: 0 }), /^HeadwiseError: scoreParts: the stream that enters layer 1 of this run was replaced, so it is no sum of parts$/],
  [async (run, model) => (await model.run(run.input.ids, { replace: [{ layer: 0, name: 'key', tensor: (await run.trace({ layer: 0 })).key }] })).scoreParts({ layer: 0, head: 0, query: 3, key: 1 }), /^HeadwiseError: scoreParts: the key at position 1 in layer 0 of this run was replaced, so it is no sum of parts$/],
]);

test('a score that the run does not have is refused, on this thread and in a worker', async () => {
  for (const worker of [false, true]) {
    const { model, input } = await open('gpt2', 'tied', { worker });
    const run = await model.run(input);
    for (const [call, message] of WRONG) {
      await assert.rejects(
        async () => call(run, model),
        (error) => (assert.match(String(error), message), true),
        String(call),
      );
    }
    run.dispose();
    await assert.rejects(run.scoreParts({ layer: 0, head: 0, query: 0, key: 0 }), {
      code: 'disposed',
    });
    model.dispose();
  }
});

test('a score in a worker, or with two threads, has the same parts', async () => {
  for (const [family, name] of [
    ['gemma3', 'windows'],
    ['t5', 'relu'],
  ]) {
    // prettier-ignore
    const all = [];
    for (const how of [{}, { worker: true }, { threads: 2 }]) {
      const { model, input, options } = await open(family, name, how);
      const run = await model.run(input, options);
      const at = { layer: 1, head: 1, query: 4, key: 2 };
      all.push([await run.scoreParts(at), await run.scoreParts({ ...at, by: 'layer' })]);
      model.dispose();
    }
    assert.deepEqual(all[1], all[0]);
    assert.deepEqual(all[2], all[0]);
  }
});
