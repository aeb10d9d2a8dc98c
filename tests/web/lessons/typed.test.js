// Tests the lessons' claims with ten sentences that a learner may type, in each scene with its weights, its word and its settings.

import assert from 'node:assert/strict';
import test from 'node:test';
import { computeWritten, computeSame } from '../../../web/lessons/long-texts/writing.ts';
import {
  computeErrors,
  computeOnline,
  computeSoftmaxes,
} from '../../../web/lessons/digits/experiment.ts';
import {
  compareKeysAsValues,
  computeExchange,
  computeOneMatrix,
} from '../../../web/lessons/matrices/experiment.ts';
import {
  computeOrder,
  computeShift,
  computeTurn,
} from '../../../web/lessons/positions/experiment.ts';
import { computeSoftening } from '../../../web/lessons/scale/experiment.ts';
import { rowAt } from '../../../web/lessons/tensors.ts';
import { TYPED, useLab } from '../support/scene-lab.js';

const ROUNDING = 1e-5;

const lab = useLab();

const sum = (/** @type {ArrayLike<number>} */ row) =>
  Array.from(row).reduce((all, one) => all + one, 0);

/**
 * @param {string} id
 * @param {number} scene
 * @param {(answer: any, text: string) => Promise<void> | void} check
 * @param {Record<string, any>} [change]
 */
async function inAll(id, scene, check, change = {}) {
  for (const text of TYPED) {
    const answer = await lab.answerOf(id, scene, { text, ...change });
    const row = Math.min(answer.state.selection.query ?? 0, answer.rows - 1);
    await check({ ...answer, row, head: answer.state.selection.head }, text);
  }
}

test('one head: shares are above zero, larger for a larger score, and add up to 1; z is their mixture', async () => {
  await inAll('one-head', 4, ({ trace, rows }) => {
    for (let row = 0; row < rows; row++) {
      const [scores, shares] = [rowAt(trace.scores, 0, row), rowAt(trace.attention, 0, row)];
      assert.ok(Math.abs(sum(shares) - 1) < ROUNDING && Math.min(...shares) > 0);
      const order = (/** @type {Float32Array} */ list) =>
        [...list.keys()].sort((a, b) => list[a] - list[b]);
      assert.deepEqual(order(scores), order(shares));
      const z = rowAt(trace.heads, 0, row);
      z.forEach((/** @type {number} */ one, /** @type {number} */ i) => {
        const mixed = sum(shares.map((share, at) => share * rowAt(trace.value, 0, at)[i]));
        assert.ok(Math.abs(one - mixed) < ROUNDING);
      });
    }
  });
});

test('matrices: one matrix makes scores symmetric, and most words have their highest score with themselves', async () => {
  await inAll('matrices', 1, async ({ trace, head, rows }, text) => {
    const one = await computeOneMatrix(lab.engine, trace, { head, one: true });
    const two = await computeOneMatrix(lab.engine, trace, { head, one: false });
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < row; column++)
        assert.ok(
          Math.abs(one.scores.data[row * rows + column] - one.scores.data[column * rows + row]) <
            ROUNDING,
        );
    assert.ok(one.own > rows / 2, `${text}: ${one.own} of ${rows}`);
    assert.ok(two.own < one.own, `${text}: ${two.own} with two`);
  });
});

test('matrices: values have no say in the map, keys have, and both change the new vectors', async () => {
  await inAll('matrices', 3, async ({ trace, head, rows }) => {
    const words = /** @type {const} */ ([0, rows - 1]);
    const values = await computeExchange(lab.engine, trace, { head, words, exchanged: 'values' });
    const keys = await computeExchange(lab.engine, trace, { head, words, exchanged: 'keys' });
    assert.ok(values.mapChanges === 0 && values.mixedChanges > 0);
    assert.ok(keys.mapChanges > 0 && keys.mixedChanges > 0);
  });
});

test('matrices: where keys are handed over, every word matches better than with equal shares', async () => {
  await inAll('matrices', 4, async ({ trace, head }) => {
    const { looking, equal } = await compareKeysAsValues(lab.engine, trace, { head, keys: true });
    looking.forEach((one, i) => assert.ok(one > equal[i]));
  });
});

test('scale: undivided, most rows have one strong cell; the division brings every slope of the row back', async () => {
  await inAll('scale', 1, ({ trace, rows }, text) => {
    const strong = Array.from({ length: rows }, (_, row) =>
      Math.max(...rowAt(trace.attention, 0, row)),
    ).filter((share) => share > 0.9);
    assert.ok(strong.length > rows / 2, `${text}: ${strong.length} of ${rows}`);
  });
  await inAll('scale', 2, async ({ trace, row }, text) => {
    const { raw, divided } = await computeSoftening(lab.engine, trace, { head: 0, row });
    if (Math.max(...raw.shares) > 0.99)
      assert.ok(Math.max(...divided.slopes) > Math.max(...raw.slopes), text);
    divided.slopes.forEach((slope) => assert.ok(slope > 1e-4 && slope <= 0.25, `${text} ${slope}`));
  });
});

test('scale: shares add up to 1, divided or not, and scores to anything', async () => {
  await inAll('scale', 4, async ({ trace, row }) => {
    const { raw, divided } = await computeSoftening(lab.engine, trace, { head: 0, row });
    for (const { shares } of [raw, divided]) assert.ok(Math.abs(sum(shares) - 1) < ROUNDING);
    assert.ok(Math.abs(sum(raw.scores) - sum(divided.scores)) > 0.1);
  });
});

test('masks: nothing ahead, every row adds up to 1, and the first word gives itself exactly 1', async () => {
  await inAll('masks', 0, ({ trace, rows }) => {
    for (let head = 0; head < 4; head++)
      for (let row = 0; row < rows; row++) {
        const shares = rowAt(trace.attention, head, row);
        assert.ok(Math.abs(sum(shares) - 1) < ROUNDING);
        assert.ok(shares.slice(row + 1).every((/** @type {number} */ share) => share === 0));
        if (row === 0) assert.equal(shares[0], 1);
      }
  });
});

test('positions: without turns all scores are alike, with them those of a diagonal are, and a shift changes none', async () => {
  await inAll('positions', 0, async ({ trace, head, row }) => {
    const still = await computeOrder(lab.engine, trace, { head, row, turned: false });
    const turned = await computeOrder(lab.engine, trace, { head, row, turned: true });
    assert.ok(still.all.same && turned.all.largest > 1e-3 && turned.diagonals.largest < ROUNDING);
    const column = row === 0 ? 1 : 0;
    const { difference } = await computeShift(lab.engine, trace, { head, row, column, shift: 50 });
    assert.ok(difference.largest < ROUNDING);
    const { steps } = await computeTurn(lab.engine, trace, { head, row, at: 3 });
    const turns = Array.from(steps, (step) => 3 * step);
    assert.ok(
      turns[0] > 160 && turns[0] < 180 && turns.every((one, i) => i === 0 || one < turns[i - 1]),
    );
  });
});

test('long texts: a new word changes no earlier row, and without the mask the two maps differ', async () => {
  await inAll('long-texts', 4, async ({ trace, rows }) => {
    const count = Math.min(3, rows - 1);
    assert.ok((await computeWritten(lab.engine, trace, { head: 0, count })).difference.same);
    assert.ok((await computeSame(lab.engine, trace, { head: 0, causal: true })).difference.same);
    const ahead = await computeSame(lab.engine, trace, { head: 0, causal: false });
    assert.ok(ahead.difference.largest > 1e-3);
  });
});

test('digits: 100 loses the row and the careful way keeps it; one pass ends with the same shares; formats are further off in turn', async () => {
  await inAll('digits', 2, async ({ trace, row, head }, text) => {
    const scores = rowAt(trace.scores, head, row);
    const { naive, stable } = await computeSoftmaxes(lab.engine, scores, 100);
    assert.ok(naive.shares.every(Number.isNaN) && Math.abs(sum(stable.shares) - 1) < ROUNDING);
    const { difference } = await computeOnline(lab.engine, scores);
    assert.ok(difference < 1e-6);
    const errors = await computeErrors(lab.engine, trace, { head, row });
    for (let i = 1; i < errors.length; i++)
      assert.ok(errors[i].largest > errors[i - 1].largest, `${text} ${i}`);
  });
});
