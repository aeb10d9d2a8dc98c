// The numbers in the lessons about the first word, about dropout and about digits are true: what their texts claim, computed by
// the engine for the sentence and the weights that the scene has.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  computeErrors,
  computeOnline,
  computeSoftmaxes,
  exponentialsOf,
} from '../../../web/lessons/digits/experiment.ts';
import { dropShares, mixed } from '../../../web/lessons/dropout/experiment.ts';
import { readLens } from '../../../web/lessons/appears/experiment.ts';
import { extreme, readEffects } from '../../../web/lessons/head-did/experiment.ts';
import { computeBlocks } from '../../../web/lessons/layer/experiment.ts';
import {
  measureFirst,
  readWithout,
  weighContributions,
  weighHeads,
} from '../../../web/lessons/sinks/experiment.ts';
import { rowAt } from '../../../web/lessons/tensors.ts';
import { lessons } from '../../../web/lessons/lessons.ts';
import { TYPED, useLab } from '../support/scene-lab.js';

const lab = useLab();
const { answerOf } = lab;

/** @param {ArrayLike<number>} numbers */
const sum = (numbers) => Array.from(numbers).reduce((all, one) => all + one, 0);

test('the first word: most words give it more than half in head 4 of layer 3, and none does in layer 1', async () => {
  const { trace, rows, question } = await answerOf('sinks', 0);
  const firsts = Array.from({ length: rows }, (_, row) => rowAt(trace.attention, 3, row)[0]);
  assert.ok(firsts.filter((share) => share > 0.5).length > rows / 2);
  const model = await question.source.whole.start(lab.engine);
  const ids = question.queries.map((/** @type {any} */ { id }) => id);
  const shares = await measureFirst(model, ids);
  assert.deepEqual(
    shares.map((layer) => layer.length),
    [4, 4, 4, 4],
  );
  assert.ok(Math.max(...shares[0]) < 0.1);
  assert.ok(shares[2][3] > 0.5);
});

test('the first word: the longest bar is often head 4 of layer 3, and shorter when the sentence comes twice', async () => {
  let often = 0;
  for (const text of TYPED) {
    const { question } = await answerOf('sinks', 1, { text });
    const model = await question.source.whole.start(lab.engine);
    const ids = question.queries.map((/** @type {any} */ { id }) => id);
    const once = await measureFirst(model, ids);
    const twice = await measureFirst(model, [...ids, ...ids]);
    assert.ok(twice[2][3] < 0.85 * once[2][3], `${text} ${once[2][3]} ${twice[2][3]}`);
    if (once[2][3] === Math.max(...once.flat())) often++;
  }
  assert.ok(often > TYPED.length / 2, String(often));
});

test('the first word: what arrives is share times length, also for sentences that a learner types', async () => {
  for (const text of TYPED) {
    const { trace, rows, columns } = await answerOf('sinks', 2, { text });
    const { lengths, values } = await weighContributions(lab.engine, trace, 3);
    for (let row = 1; row < rows; row++) {
      const arrives = lengths.data.subarray(row * columns, (row + 1) * columns);
      const shares = rowAt(trace.attention, 3, row);
      const rest = { arrives: sum(arrives.subarray(1)), share: sum(shares.slice(1, row + 1)) };
      assert.ok(Math.abs(shares[0] * values[0] - arrives[0]) < 1e-4);
      // its part of what arrives is smaller than its share just where its value is the shorter one
      const isShorter = values[0] < rest.arrives / rest.share;
      const part = arrives[0] / (arrives[0] + rest.arrives);
      assert.equal(part < shares[0] / (shares[0] + rest.share), isShorter, `${text} ${row}`);
    }
  }
  const { trace, rows, columns } = await answerOf('sinks', 2);
  const { lengths } = await weighContributions(lab.engine, trace, 3);
  // the first word has nothing to compare it with, so choosing it does not do
  const { done } = lessons.find(({ id }) => id === 'sinks')?.scenes[2] ?? {};
  const choose = (/** @type {number | null} */ query) =>
    done?.(
      /** @type {any} */ ({ state: { selection: { query } }, start: { selection: { query: 4 } } }),
    );
  assert.deepEqual([0, 4, null, 7].map(choose), [false, false, false, true]);
  // with the bias, the contributions that were weighed are those of the layer
  const all = rowAt(trace.contributions, 3, rows - 1);
  const longest = sum(lengths.data.subarray((rows - 1) * columns));
  assert.ok(Math.sqrt(sum(all.map((/** @type {number} */ one) => one * one))) <= longest * 1.0001);
});

test('the first word: heads of layer 1 move most; the bold head often moves least in its layer, not always', async () => {
  /** @type {number[][]} */
  const least = [];
  for (const text of TYPED) {
    const { question } = await answerOf('sinks', 3, { text });
    const model = await question.source.whole.start(lab.engine);
    const ids = question.queries.map((/** @type {any} */ { id }) => id);
    const moved = await weighHeads(lab.engine, model, ids, { layers: 4, heads: 4 });
    const first = await measureFirst(model, ids);
    const [one, ...later] = moved.map(sum);
    assert.ok(one > Math.max(...later), `${text} ${one} ${later}`);
    least.push(
      ...moved.filter(
        (parts, layer) =>
          first[layer].indexOf(Math.max(...first[layer])) === parts.indexOf(Math.min(...parts)),
      ),
    );
    // each cell of the table is what the removed head shows below it
    const sink = await readWithout(lab.engine, model, ids, [2, 3]);
    assert.equal(sink.moved, moved[2][3]);
    assert.equal((await readWithout(lab.engine, model, ids, null)).moved, 0);
  }
  // by chance it would be a quarter of the 40 layers
  assert.ok(least.length > 15 && least.length < 32, String(least.length));
});

test('the answer appears: the lens ends at the model’s own prediction, and follows its answer', async () => {
  for (const text of [undefined, ...TYPED]) {
    const { question } = await answerOf('appears', 0, text === undefined ? {} : { text });
    const { whole } = question.source;
    const model = await whole.start(lab.engine);
    const ids = question.queries.map((/** @type {any} */ { id }) => id);
    const row = ids.length - 1;
    const { answer, from, layers } = await readLens(lab.engine, whole, ids, row);
    const { logits } = await model.forward(ids);
    const { data, shape } = lab.engine.softmax(logits);
    const own = data.subarray(row * shape[1], (row + 1) * shape[1]);
    assert.equal(answer, own.indexOf(Math.max(...own)));
    assert.equal(layers.length, whole.config.numLayers + 1);
    assert.ok(Math.abs(Number(layers.at(-1)?.own) - own[answer]) < 1e-6);
    assert.ok(layers.slice(from).every(({ id }) => id === answer));
    assert.ok(from === 0 || layers[from - 1].id !== answer);
  }
});

test('the answer appears: another first noun changes the answer, and not in the last layer alone', async () => {
  const [king, man] = await Promise.all(
    ['king', 'man'].map(async (word) => {
      const text = `The ${word} was old, but she loved the`;
      const { question } = await answerOf('appears', 1, { text });
      const ids = question.queries.map((/** @type {any} */ { id }) => id);
      const lens = await readLens(lab.engine, question.source.whole, ids, ids.length - 1);
      return { ...lens, said: question.source.whole.vocab[lens.answer].trim() };
    }),
  );
  assert.equal(king.said, 'king');
  const earlier = king.layers.slice(0, -1);
  assert.ok(earlier.some(({ share }, at) => Math.abs(share - man.layers[at].share) > 0.01));
});

test('that head: the answer without each head, and without another one beside it', async () => {
  const { question } = await answerOf('head-did', 0);
  const { whole } = question.source;
  const model = await whole.start(lab.engine);
  const ids = question.queries.map((/** @type {any} */ { id }) => id);
  const none = await readEffects(lab.engine, model, ids, null);
  assert.equal(none.base, none.all);
  assert.equal(ids[Number(none.earlier)], none.answer, 'the answer is a word of the sentence');
  const most = extreme(none.looks, 1);
  const one = await readEffects(lab.engine, model, ids, most);
  assert.equal(one.base, none.without[most[0]][most[1]]);
  assert.equal(one.without[most[0]][most[1]], one.base);
  const other = extreme(one.without, -1);
  const { logits } = await model.forward(ids, { removeHeads: [most, other] });
  const { data, shape } = lab.engine.softmax(logits);
  const share = data[(ids.length - 1) * shape[1] + none.answer];
  assert.ok(Math.abs(share - one.without[other[0]][other[1]]) < 1e-6);
  assert.ok(share < one.base, 'the answer depends on another head, too');
});

test('dropout: what stays is doubled at 0.5, the row is no longer 1, and runs differ only with it', async () => {
  const { trace, row } = await answerOf('dropout', 0);
  const { attention, factor } = await dropShares(lab.engine, trace.attention, {
    chance: 0.5,
    draw: 1,
  });
  assert.equal(factor, 2);
  attention.data.forEach((share, i) =>
    assert.ok(share === 0 || share === 2 * trace.attention.data[i]),
  );
  const zeros = attention.data.filter((share) => share === 0).length / attention.data.length;
  assert.ok(zeros > 0.4 && zeros < 0.6, String(zeros));
  assert.ok(Math.abs(sum(rowAt(attention, 0, row)) - 1) > 0.05);
  const run = async (/** @type {number} */ chance, /** @type {number} */ draw) => {
    const dropped = await dropShares(lab.engine, trace.attention, { chance, draw });
    return mixed(lab.engine, dropped.attention, trace.value, { head: 0, row });
  };
  assert.notDeepEqual(await run(0.3, 1), await run(0.3, 2));
  assert.deepEqual(await run(0, 1), await run(0, 2));
  assert.deepEqual(await run(0, 1), rowAt(trace.heads, 0, row));
});

test('dropout: 4 blocks of 6 heads have 24 maps', async () => {
  const blocks = await computeBlocks(lab.engine, [7, 8, 9, 7, 5], { blocks: 4, heads: 6 });
  assert.deepEqual(
    blocks.map(({ shape }) => shape),
    Array(4).fill([6, 5, 5]),
  );
  // one number of the first head changes its own map, and all of the later blocks
  const changed = blocks.map(({ changes }) => changes.filter(Boolean).length);
  assert.deepEqual([changed, blocks[0].changes[0]], [[1, 6, 6, 6], true]);
});

test('digits: exp of 89 is infinite, adding 100 loses the row, and taking off the largest saves it', async () => {
  const [fits, not] = await exponentialsOf(lab.engine, Float32Array.of(88, 89));
  assert.ok(fits > 1e38 && fits < Infinity && not === Infinity);
  const { trace, row } = await answerOf('digits', 0);
  const scores = rowAt(trace.scores, 0, row);
  const plain = rowAt(trace.attention, 0, row);
  const near = (/** @type {ArrayLike<number>} */ shares) =>
    Array.from(shares).every((share, i) => Math.abs(share - plain[i]) < 1e-5);
  for (const added of [0, 40]) {
    const { naive, stable } = await computeSoftmaxes(lab.engine, scores, added);
    assert.ok(near(naive.shares) && near(stable.shares), String(added));
  }
  const { naive, stable } = await computeSoftmaxes(lab.engine, scores, 100);
  assert.ok(
    naive.exponentials.every((one) => one === Infinity) && naive.shares.every(Number.isNaN),
  );
  assert.ok(near(stable.shares));
});

test('digits: one pass makes the sum smaller at each new largest score, and ends with the same shares', async () => {
  const { trace, row } = await answerOf('digits', 2);
  const { passes, twice, difference } = await computeOnline(
    lab.engine,
    rowAt(trace.scores, 0, row),
  );
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
    const [full, half, brain, byte] = await computeErrors(lab.engine, trace, { head, row });
    assert.equal(full.largest, 0);
    assert.ok(half.largest > 0 && half.largest < brain.largest && brain.largest < byte.largest);
  }
});
