// The claims of the lessons on positions and their pairs, on long texts and the cache and on the three matrices, for several
// sentences and weights: the numbers of their drawings, without a browser.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { load } from 'headwise';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import {
  computeSame,
  computeShared,
  computeWritten,
} from '../../../web/lessons/long-texts/writing.ts';
import {
  computeExchange,
  computeForm,
  compareKeysAsValues,
  computeOneMatrix,
} from '../../../web/lessons/matrices/experiment.ts';
import {
  computeOrder,
  computeShift,
  computeTurn,
} from '../../../web/lessons/positions/experiment.ts';
import { computePairings } from '../../../web/lessons/pairs/experiment.ts';
import { otherOf } from '../../../web/elements/lesson/placeholders.ts';
import { SENTENCE } from '../../../web/lessons/scene-parts.ts';

/** Rounding of scores of this size, in float32. */
const ROUNDING = 1e-5;

/** @type {any} */
let engine;
/** @type {any[]} */
const traces = [];
before(async () => {
  engine = await load();
  for (const [seed, text] of [SENTENCE, 'A dog ran home and slept', 'so it is'].entries()) {
    const first = engine.embed(
      wordTokenizer.encode(text).tokens.map(({ id }) => id),
      { embedDim: 64 },
    );
    const layer = engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4, seed });
    const { trace } = layer.forward(first.x, { trace: true });
    traces.push({ ...trace, first, input: first.x, weights: layer.stateDict() });
  }
});
after(() => engine?.dispose());

test('positions: without turns all scores are alike, with them those of one distance are, wherever the words stand', async () => {
  for (const trace of traces) {
    for (const head of [0, 1, 2, 3]) {
      const still = await computeOrder(engine, trace, { head, row: 1, turned: false });
      assert.equal(still.all.same, true);
      const turned = await computeOrder(engine, trace, { head, row: 1, turned: true });
      assert.ok(turned.all.largest > 1e-3 && turned.diagonals.largest < ROUNDING);
      for (const shift of [1, 10, 50]) {
        const { difference } = await computeShift(engine, trace, {
          head,
          row: 2,
          column: 1,
          shift,
        });
        assert.ok(difference.largest < ROUNDING, String(difference.largest));
      }
      // a score of a query and a key at one position is what the map of this head would have there
      const { home } = await computeShift(engine, trace, { head, row: 1, column: 1, shift: 0 });
      const [, count] = turned.scores.shape;
      assert.ok(Math.abs(home.score - turned.scores.data[count + 1]) < ROUNDING);
      const wrong = await computePairings(engine, trace, { head, reordered: false });
      const mended = await computePairings(engine, trace, { head, reordered: true });
      assert.ok(wrong.difference.largest > 1e-3 && mended.difference.largest < ROUNDING);
    }
  }
});

test('two words are never one: the second is the selected key, unless that is none, or the first', () => {
  const selected = (/** @type {number | null} */ key, /** @type {number | null} */ kept = key) =>
    /** @type {any} */ ({ selection: { key }, state: { selection: { key: kept } } });
  assert.equal(otherOf(selected(3), 6, 8), 3);
  assert.equal(
    otherOf(selected(null, 3), 6, 8),
    3,
    'the kept one, while another word is pointed at',
  );
  for (const key of [null, 0, 1, 5, 9])
    for (const row of [0, 1, 5]) {
      const other = otherOf(selected(key), row, 6);
      assert.ok(other !== row && other >= 0 && other < 6, `${key} and ${row}: ${other}`);
    }
  assert.equal(otherOf(selected(1), 0, 1), 0, 'there is only one word');
});

test('long texts: earlier rows and the whole stay the same to the last bit as long as no word looks ahead', async () => {
  for (const trace of traces) {
    const { difference } = await computeWritten(engine, trace, { head: 0, count: 3 });
    assert.equal(difference.same, true);
    const back = await computeSame(engine, trace, { head: 0, causal: true });
    assert.equal(back.difference.same, true);
    assert.deepEqual(back.written.data, back.whole.data);
    const ahead = await computeSame(engine, trace, { head: 0, causal: false });
    assert.ok(ahead.difference.largest > 1e-2);
  }
  const all = await computeShared(engine, traces[0], { heads: 8, sets: 8 });
  const few = await computeShared(engine, traces[0], { heads: 8, sets: 2 });
  assert.deepEqual([few.sets, few.maps, 4 * few.each], [2, all.maps, all.each]);
});

test('positions: at position 3 the first arrow is turned most, about half a circle', async () => {
  for (const trace of traces) {
    const { steps } = await computeTurn(engine, trace, { head: 0, row: 1, at: 3 });
    const turned = Array.from(steps, (/** @type {number} */ step) => 3 * step);
    assert.ok(turned[0] > 160 && turned[0] < 180, String(turned[0]));
    for (let i = 1; i < turned.length; i++) assert.ok(turned[i] < turned[i - 1]);
  }
});

test('matrices: one makes scores their own mirror image; values have no say in the map; keys handed over are what was asked', async () => {
  for (const trace of traces) {
    for (const head of [0, 1, 2, 3]) {
      const one = await computeOneMatrix(engine, trace, { head, one: true });
      const [count] = one.scores.shape;
      for (let row = 0; row < count; row++)
        for (let column = 0; column < row; column++)
          assert.ok(
            Math.abs(
              one.scores.data[row * count + column] - one.scores.data[column * count + row],
            ) < ROUNDING,
          );
      const two = await computeOneMatrix(engine, trace, { head, one: false });
      assert.ok(one.own > two.own, `${one.own} and ${two.own} of ${count}`);
      // where the lesson counts them
      if (trace === traces[0]) assert.ok(one.own >= 0.75 * count, `${one.own} of ${count}`);
      const { difference } = await computeForm(engine, trace, { head });
      assert.ok(difference.largest < ROUNDING, String(difference.largest));
      const words = /** @type {const} */ ([0, 2]);
      const values = await computeExchange(engine, trace, { head, words, exchanged: 'values' });
      assert.ok(values.mapChanges === 0 && values.mixedChanges > 0);
      const keys = await computeExchange(engine, trace, { head, words, exchanged: 'keys' });
      // the two columns, without the digits that another order of the sum changes elsewhere
      assert.ok(keys.mapChanges > 0 && keys.mapChanges <= 2 * count, String(keys.mapChanges));
      const { looking, equal } = await compareKeysAsValues(engine, trace, { head, keys: true });
      assert.ok(looking.every((value, row) => value > equal[row]));
    }
  }
});
