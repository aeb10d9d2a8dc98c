// Tests the statistics of heads on maps with known patterns.

import assert from 'node:assert/strict';
import test from 'node:test';
import { headStatistics, openModel, rankHeads } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';

const [golden] = await readModelGoldens(['gpt2']);

/** Each head of layer 0 attends to one place of each row alone. @param {number} length @param {((i: number) => number)[]} places */
function mapsOf(length, places) {
  const data = new Float32Array(places.length * length * length);
  for (const [head, place] of places.entries()) {
    for (let i = 0; i < length; i++) data[(head * length + i) * length + place(i)] = 1;
  }
  return { data, shape: [places.length, length, length] };
}

test('statistics of heads describe their maps', async () => {
  const model = await openModel(filesOf(golden));
  const { numHeads, numLayers } = model.config;
  const ids = [3, 5, 7, 3, 5, 9];
  const follows = [0, 1, 2, 1, 2, 5]; // the token after the same token before, else the token itself
  const places = [
    (/** @type {number} */ i) => Math.max(0, i - 1),
    () => 0,
    (/** @type {number} */ i) => follows[i],
    (/** @type {number} */ i) => i,
  ];
  const tensor = mapsOf(
    ids.length,
    Array.from({ length: numHeads }, (_, head) => places[head % 4]),
  );
  const run = await model.run(ids, { replace: [{ layer: 0, name: 'attention', tensor }] });
  const all = await headStatistics(run);
  assert.deepEqual(await headStatistics(run, { ids }), all); // the earlier form
  assert.equal(all.length, numHeads * numLayers);
  const [previous, first, induction] = all;
  assert.equal(previous.previousToken.value, 1);
  assert.equal(first.firstToken.value, 1);
  assert.equal(induction.induction.value, 1);
  for (const one of all.slice(0, numHeads)) assert.equal(one.entropy.value, 0);
  assert.ok(Math.abs(previous.distance.value - 5 / 6) < 1e-6);
  assert.equal('written' in previous, false);
  const [one, ...others] = await headStatistics(run, { only: ['written', 'entropy'] });
  assert.deepEqual(Object.keys(one).sort(), ['entropy', 'head', 'layer', 'written']);
  assert.deepEqual(one.entropy, previous.entropy);
  const layer = [one, ...others].slice(0, numHeads);
  const written = layer.reduce((sum, { written }) => sum + written.value, 0);
  assert.ok(Math.abs(written - 1) < 1e-6);
  for (const one of all.slice(numHeads)) {
    assert.ok(one.entropy.value > 0 && one.entropy.value <= one.entropy.baseline + 1e-6);
  }
  for (const [only, error] of /** @type {[any, RegExp][]} */ ([
    [
      ['prevToken'],
      /^TypeError: only\[0\]: expected one of entropy, distance, .*, got "prevToken"$/,
    ],
    ['entropy', /^TypeError: only: expected an array of names of statistics, got "entropy"$/],
  ])) {
    await assert.rejects(headStatistics(run, { only }), error);
  }
  const [best] = await rankHeads(run, { from: [4], to: [2] });
  assert.deepEqual(best, { layer: 0, head: 2, share: 1 });
  const ranked = async (/** @type {import('headwise/models').HeadQuestion} */ question) =>
    (await rankHeads(run, question)).filter(({ layer, share }) => layer === 0 && share > 0);
  // head 2 attends from 3 to 1 and from 4 to 2, from other positions to themselves
  const pairs = /** @type {[number, number][]} */ ([...[3, 4].map((i) => [i, i - 2]), [5, 0]]);
  const shares = await ranked({ pairs: pairs.slice(0, 2) });
  assert.deepEqual(shares[0], { layer: 0, head: 2, share: 1 });
  const often = await ranked({ pairs, by: 'largest' });
  const of = (/** @type {number} */ head) => often.find((one) => one.head === head)?.share ?? 0;
  assert.ok(Math.abs(of(2) - 2 / 3) < 1e-9 && Math.abs(of(1) - 1 / 3) < 1e-9);
  // head 0 attends to none of these, head 1 to the first
  const some = await ranked({ from: [5], to: [0], by: 'largest', among: [0, 2, 3] });
  assert.ok(some.some(({ head }) => head === 1) && some.every(({ head }) => head !== 0));
  for (const [question, error] of /** @type {[any, RegExp][]} */ ([
    [{ pairs: [[5]] }, /^RangeError: pairs\[0\]: expected two positions/],
    [{ pairs: [[5, 6]] }, /^RangeError: pairs\[0\]\[1\]: expected an integer from 0 to 5, got 6/],
    [{ pairs: [] }, /^RangeError: pairs: expected at least one pair/],
    [{ pairs, from: [1] }, /^TypeError: pairs: expected none beside from and to/],
    [
      { from: [1], to: [0], by: 'most' },
      /^TypeError: by: expected 'share' or 'largest', got "most"/,
    ],
    [{ from: [1], to: [0], among: [0] }, /^TypeError: among: expected only with by: 'largest'/],
    [{ from: [1], to: [0], by: 'largest', among: [9] }, /^RangeError: among\[0\]: expected an/],
    [
      { pairs: [...pairs.slice(1), [4, 1]], by: 'largest', among: [0, 2, 3] },
      /^RangeError: pairs\[2\]\[1\]: expected a key of among, got 1$/,
    ],
    [
      { from: [1], to: [1, 4], by: 'largest', among: [0, 2, 3] },
      /^RangeError: to: expected at least one key of among, got an array of length 2$/,
    ],
  ])) {
    await assert.rejects(rankHeads(run, question), error);
  }
  await assert.rejects(
    rankHeads(run, { from: [99], to: [0] }),
    /from\[0\]: expected an integer from 0 to/,
  );
  model.dispose();
});
