// The numbers in the lessons about the first word, about dropout and about digits are true: what their texts claim, computed by
// the engine for the sentence and the weights that the scene has.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { load } from 'headwise';
import { answerQuestion } from '../../../web/elements/lab/answer/answer.ts';
import { createLayers } from '../../../web/elements/lab/answer/computation.ts';
import { questionOf } from '../../../web/elements/lab/answer/question.ts';
import { tokenizeState } from '../../../web/elements/lab/answer/tokenize-state.ts';
import { untrained } from '../../../web/elements/lab/answer/source.ts';
import { changeState, DEFAULT_STATE } from '../../../web/elements/lab/state/state.ts';
import {
  computeErrors,
  computeOnline,
  computeSoftmaxes,
  exponentialsOf,
} from '../../../web/lessons/digits/experiment.ts';
import { computeBlocks, dropShares, mixed } from '../../../web/lessons/dropout/experiment.ts';
import {
  measureFirst,
  readWithout,
  weighContributions,
} from '../../../web/lessons/sinks/experiment.ts';
import { rowAt } from '../../../web/lessons/tensors.ts';
import { englishSource } from '../../../web/elements/models/english.ts';
import { lessons, stateOfScene } from '../../../web/lessons/lessons.ts';

/** @type {any} */
let engine;
/** @type {any[]} */
let sources;
before(async () => {
  engine = await load();
  const file = new URL('../../../web/models/english.safetensors', import.meta.url);
  sources = [englishSource(await readFile(file)), untrained];
});
after(() => engine?.dispose());

/**
 * What the lab answers in a scene.
 * @param {string} id
 * @param {number} scene
 * @returns {Promise<any>}
 */
async function answerOf(id, scene) {
  const lesson = lessons.find((one) => one.id === id);
  assert.ok(lesson);
  const state = changeState(DEFAULT_STATE, /** @type {any} */ (stateOfScene(lesson, scene)));
  const question = questionOf(state, tokenizeState(sources, state));
  assert.ok(question);
  const { signal } = new AbortController();
  const answer = await answerQuestion(engine, createLayers(), question, signal, true);
  return { ...answer, row: state.selection.query };
}

/** @param {ArrayLike<number>} numbers */
const sum = (numbers) => Array.from(numbers).reduce((all, one) => all + one, 0);

test('the first word: most words give it more than half in head 2 of layer 4, and none does in layer 1', async () => {
  const { trace, rows, question } = await answerOf('sinks', 0);
  const firsts = Array.from({ length: rows }, (_, row) => rowAt(trace.attention, 1, row)[0]);
  assert.ok(firsts.filter((share) => share > 0.5).length > rows / 2);
  const model = await question.source.whole.start(engine);
  const ids = question.queries.map((/** @type {any} */ { id }) => id);
  const shares = await measureFirst(model, ids);
  assert.deepEqual(
    shares.map((layer) => layer.length),
    [4, 4, 4, 4],
  );
  assert.ok(Math.max(...shares[0]) < 0.1);
  assert.ok(shares[3][1] > 0.5);
});

test('the first word: its value is about half as long, so that less arrives than the share says', async () => {
  const { trace, rows, columns } = await answerOf('sinks', 2);
  const { lengths, values } = await weighContributions(engine, trace, 1);
  const ratio = (values[0] * (columns - 1)) / sum(values.subarray(1));
  assert.ok(ratio > 0.4 && ratio < 0.6, String(ratio));
  for (let row = 1; row < rows; row++) {
    const own = lengths.data.subarray(row * columns, (row + 1) * columns);
    assert.ok(own[0] / sum(own) < rowAt(trace.attention, 1, row)[0], `row ${row}`);
  }
  // the first word has nothing to compare it with, so choosing it does not do
  const { done } = lessons.find(({ id }) => id === 'sinks')?.scenes[2] ?? {};
  const choose = (/** @type {number | null} */ query) =>
    done?.(
      /** @type {any} */ ({ state: { selection: { query } }, start: { selection: { query: 4 } } }),
    );
  assert.deepEqual([0, 4, null, 7].map(choose), [false, false, false, true]);
  // with the bias, the contributions that were weighed are those of the layer
  const all = rowAt(trace.contributions, 1, rows - 1);
  const longest = sum(lengths.data.subarray((rows - 1) * columns));
  assert.ok(Math.sqrt(sum(all.map((/** @type {number} */ one) => one * one))) <= longest * 1.0001);
});

test('the first word: one head is hardly missed, and the other is', async () => {
  const { question } = await answerOf('sinks', 3);
  const model = await question.source.whole.start(engine);
  const ids = question.queries.map((/** @type {any} */ { id }) => id);
  const all = await readWithout(engine, model, ids, null);
  const sink = await readWithout(engine, model, ids, [3, 1]);
  const worker = await readWithout(engine, model, ids, [0, 2]);
  const changed = (/** @type {typeof all} */ less) =>
    less.said.filter((said, at) => said !== all.said[at]).length;
  assert.equal(all.moved, 0);
  assert.ok(sink.moved < 0.1 && worker.moved > 3 * sink.moved, `${sink.moved} ${worker.moved}`);
  assert.ok(changed(sink) <= 1 && changed(worker) >= 3, `${changed(sink)} ${changed(worker)}`);
  assert.ok((await measureFirst(model, ids))[0][2] < 0.02);
});

test('dropout: what stays is doubled at 0.5, the row is no longer 1, and runs differ only with it', async () => {
  const { trace, row } = await answerOf('dropout', 0);
  const { attention, factor } = await dropShares(engine, trace.attention, { chance: 0.5, draw: 1 });
  assert.equal(factor, 2);
  attention.data.forEach((share, i) =>
    assert.ok(share === 0 || share === 2 * trace.attention.data[i]),
  );
  const zeros = attention.data.filter((share) => share === 0).length / attention.data.length;
  assert.ok(zeros > 0.4 && zeros < 0.6, String(zeros));
  assert.ok(Math.abs(sum(rowAt(attention, 0, row)) - 1) > 0.05);
  const run = async (/** @type {number} */ chance, /** @type {number} */ draw) => {
    const dropped = await dropShares(engine, trace.attention, { chance, draw });
    return mixed(engine, dropped.attention, trace.value, { head: 0, row });
  };
  assert.notDeepEqual(await run(0.3, 1), await run(0.3, 2));
  assert.deepEqual(await run(0, 1), await run(0, 2));
  assert.deepEqual(await run(0, 1), rowAt(trace.heads, 0, row));
});

test('dropout: 4 blocks of 6 heads have 24 maps', async () => {
  const shapes = await computeBlocks(engine, [7, 8, 9, 7, 5], { blocks: 4, heads: 6 });
  assert.deepEqual(shapes, Array(4).fill([6, 5, 5]));
});

test('digits: exp of 89 is infinite, adding 100 loses the row, and taking off the largest saves it', async () => {
  const [fits, not] = await exponentialsOf(engine, Float32Array.of(88, 89));
  assert.ok(fits > 1e38 && fits < Infinity && not === Infinity);
  const { trace, row } = await answerOf('digits', 0);
  const scores = rowAt(trace.scores, 0, row);
  const plain = rowAt(trace.attention, 0, row);
  const near = (/** @type {ArrayLike<number>} */ shares) =>
    Array.from(shares).every((share, i) => Math.abs(share - plain[i]) < 1e-5);
  for (const added of [0, 40]) {
    const { naive, stable } = await computeSoftmaxes(engine, scores, added);
    assert.ok(near(naive.shares) && near(stable.shares), String(added));
  }
  const { naive, stable } = await computeSoftmaxes(engine, scores, 100);
  assert.ok(
    naive.exponentials.every((one) => one === Infinity) && naive.shares.every(Number.isNaN),
  );
  assert.ok(near(stable.shares));
});

test('digits: one pass makes the sum smaller at each new largest score, and ends with the same shares', async () => {
  const { trace, row } = await answerOf('digits', 2);
  const { passes, twice, difference } = await computeOnline(engine, rowAt(trace.scores, 0, row));
  const factors = passes.slice(1).map(({ factor }) => factor);
  assert.ok(factors.some((factor) => factor < 0.9) && factors.every((factor) => factor <= 1));
  passes.slice(1).forEach(({ max, factor }, i) => {
    assert.equal(max > passes[i].max, factor < 1);
    assert.ok(Math.abs(factor - Math.exp(passes[i].max - max)) < 1e-6);
  });
  const last = passes[passes.length - 1];
  assert.ok(Math.abs(last.sum - twice) < 1e-5 && difference < 1e-6, `${last.sum} ${difference}`);
});

test('digits: float16, bfloat16 and int8 are each further off than the one before', async () => {
  const { trace, row } = await answerOf('digits', 3);
  for (let head = 0; head < 4; head++) {
    const [full, half, brain, byte] = await computeErrors(engine, trace, { head, row });
    assert.equal(full.largest, 0);
    assert.ok(half.largest > 0 && half.largest < brain.largest && brain.largest < byte.largest);
  }
});
