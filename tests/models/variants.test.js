// Tests variants of a run, side by side in one pass: each has the bits of a whole run with its change, in every family, for any
// length, at any position, and on top of changes that the run itself has. A model has variants at one of two positions;
// with HEADWISE_TEST_ALL at both.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel, patch, sweep } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { ALL } from '../web/support/sample.js';
import { expectSame } from './support/near.js';

/** @import { ModelGolden } from '../golden/models/read.js' */

const goldens = await readModelGoldens();

/** Ids of a case's decoder, and what else its runs need. @param {ModelGolden} golden */
function textsOf({ inputs: { ids = [], typeIds, targetIds, pixels } }) {
  const text = targetIds ?? ids;
  /** @param {number[]} some @returns {[any, any]} */
  const call = (some) => {
    if (pixels) return [pixels, {}];
    if (targetIds) return [ids, { target: some }];
    return [typeIds ? { ids: some, typeIds: typeIds.slice(0, some.length) } : some, {}];
  };
  return { text, call };
}

/** @param {any} model @param {any} run @param {number} position @returns {any} */
function measureOf(model, run, position) {
  if (model.predicts === 'classes') return { class: 0 };
  return { position, token: 0, ...(run.logits.shape.length > 1 && { against: 1 }) };
}

/** The board of a measure of logits is that of the same measure as a function, whose runs are whole. */
/** @param {(measure: any) => Promise<{ effects: { data: Float32Array } }>} board @param {any} measure @param {string} name */
async function expectBoards(board, measure, name) {
  const once = await board(measure);
  const apart = await board((/** @type {any} */ run) => run.measure(measure));
  expectSame(once.effects.data, apart.effects.data, name);
  return once.effects.data;
}

for (const [i, golden] of goldens.entries()) {
  test(`${golden.family}, ${golden.name}: variants side by side have the bits of runs apart`, async () => {
    const model = await openModel(filesOf(golden));
    const { text, call } = textsOf(golden);
    const [input, options] = call(text);
    const run = await model.run(input, options);
    if (run.logits) {
      const other = await model.run(...call(text.map((id, at) => (at < 2 ? id : 3 + ((id + at) % 7))))); // prettier-ignore
      const length = (await run.residual({ layer: 0 })).shape[0];
      const positions = model.predicts === 'classes' ? [0] : [length - 1, 2];
      for (const position of positions.filter((_, at) => ALL || at === i % positions.length)) {
        const measure = measureOf(model, run, position);
        const heads = await expectBoards(
          (one) => sweep(model, input, { ...options, measure: one }),
          measure,
          `sweep at ${position}`,
        );
        assert.ok(heads.some((value) => value !== 0));
        for (const over of /** @type {const} */ (['residual', 'attentions', 'mlps', 'heads'])) {
          const board = (/** @type {any} */ one) => patch(model, { into: run, from: other, measure: one, over }); // prettier-ignore
          await expectBoards(board, measure, `${over} at ${position}`);
        }
      }
    }
    model.dispose();
  });
}

/** @param {string} family @param {string} name */
async function open(family, name) {
  const golden = goldens.find((one) => one.family === family && one.name === name);
  if (!golden) assert.fail(`${family} ${name}`);
  return { model: await openModel(filesOf(golden)), ...textsOf(golden) };
}

test('texts of one and two tokens have variants, and so has a long one', async () => {
  for (const [family, name] of [
    ['gpt2', 'tied'],
    ['gemma2', 'window'],
    ['bert', 'masked'],
  ]) {
    const { model, text, call } = await open(family, name);
    const long = Array.from({ length: 3 }, () => text).flat();
    const most = Math.min(model.config.contextLen, long.length);
    for (const some of [text.slice(0, 1), text.slice(0, 2), long.slice(0, most)]) {
      const [input] = family === 'bert' ? [some] : call(some);
      for (const as of /** @type {const} */ (['logit', 'logProbability'])) {
        const measure = { token: 4, as, position: some.length - 1 };
        const board = (/** @type {any} */ one) => sweep(model, input, { measure: one });
        await expectBoards(board, measure, `${family}, ${some.length} tokens, ${as}`);
      }
    }
    model.dispose();
  }
});

test('a run with changes of its own has variants on top of them', async () => {
  for (const [family, name] of [
    ['gpt2', 'tied'],
    ['gpt_neox', 'parallel'],
    ['llama', 'llama3'],
  ]) {
    const { model, text, call } = await open(family, name);
    const plain = await model.run(...call(text));
    const last = model.config.numLayers - 1;
    const maps = (await plain.trace({ layer: last })).attention;
    const mlp = await plain.mlp({ layer: last });
    const { query } = await plain.trace({ layer: last });
    const [heads, , width] = query.shape;
    const row = { data: new Float32Array(heads * width).fill(0.5), shape: [heads, 1, width] };
    for (const replace of /** @type {any[][]} */ ([
      [{ layer: last, name: 'attention', tensor: maps }],
      [{ layer: last, name: 'query', tensor: row, positions: [3] }],
      [{ layer: 0, name: 'mlp', tensor: [[...mlp.row(1)]], positions: [2] }],
      [{ layer: last, name: 'mlp', tensor: [[...mlp.row(1)]], positions: [2] }],
      [{ layer: last, name: 'residual', tensor: [[...mlp.row(1)]], positions: [1] }],
    ])) {
      const [input] = call(text);
      const how = { replace, ablate: [{ layer: last, head: 1 }] };
      const into = await model.run(input, how);
      const from = await model.run([...text].reverse());
      for (const over of /** @type {const} */ (['heads', 'residual', 'attentions', 'mlps'])) {
        const board = (/** @type {any} */ measure) => patch(model, { into, from, measure, over });
        const measure = { token: 4, position: 3 };
        await expectBoards(board, measure, `${family}, ${replace[0].name}, ${over}`);
      }
    }
    model.dispose();
  }
});

test('a patched row equals a whole run with that row replaced', async () => {
  const { model, text, call } = await open('llama', 'llama3');
  const into = await model.run(...call(text));
  const from = await model.run([...text].reverse());
  const measure = { token: 4, against: 5 };
  const { effects } = await patch(model, { into, from, measure, over: 'residual' });
  const base = await into.measure(measure);
  for (let layer = 0; layer < model.config.numLayers; layer++) {
    const rows = await from.residual({ layer, at: 'in' });
    for (const row of text.keys()) {
      const replace = [
        {
          layer,
          name: /** @type {const} */ ('residual'),
          tensor: [[...rows.row(row)]],
          positions: [row],
        },
      ];
      const changed = await model.run(text, { replace });
      const wanted = Math.fround((await changed.measure(measure)) - base);
      assert.equal(effects.at(layer, row), wanted, `${layer} ${row}`);
    }
  }
  model.dispose();
});
