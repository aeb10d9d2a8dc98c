// The claims of the lessons about the reason for attention and about the layer: each is compared with what the engine computes for
// the scene's sentence and for ten others that a learner may type.

import assert from 'node:assert/strict';
import test from 'node:test';
import { addAndNorm, measureCost, sumHeads } from '../../../web/lessons/layer/experiment.ts';
import { RIGHT, THEY, WRONG } from '../../../web/lessons/roles/sentences.ts';
import { readSentence } from '../../../web/lessons/roles/proof.ts';
import { headOf, rowOfMatrix } from '../../../web/lessons/tensors.ts';
import {
  ALONE,
  ATTENTION,
  AVERAGE,
  changedRows,
  lookAround,
} from '../../../web/lessons/why/experiment.ts';
import { useLab } from '../support/scene-lab.js';

const lab = useLab();

/** Sentences of words that the model knows, with the index of the pronoun and of its noun. */
const TYPED = /** @type {const} */ ([
  ['The boys near this garden follow my dog because they will see it.', 9, 1],
  ['The queens behind one tree like a cat because they will wait.', 9, 1],
  ['The kings near this river see my horse because they must run.', 9, 1],
  ['The sisters beside this house hear a bird because they will sing.', 9, 1],
  ['My brothers follow the dog because they will see it.', 6, 1],
  ['The mothers see a river because they will wait.', 6, 1],
  ['The girl near these trees follows my dog because she will see it.', 9, 1],
  ['The king behind this house hears a horse because he will run.', 9, 1],
  ['A queen likes the bird because she will sing.', 6, 1],
  ['The father sees my cat while he will wait.', 6, 1],
]);

const size = (/** @type {ArrayLike<number>} */ row) =>
  Math.sqrt(Array.from(row).reduce((sum, one) => sum + one * one, 0));
const distance = (/** @type {ArrayLike<number>} */ a, /** @type {ArrayLike<number>} */ b) =>
  size(Array.from(a).map((one, i) => one - b[i]));

test('a word alone: one changed word changes its row and no other', async () => {
  const now = await lab.answerOf('why', 0);
  for (const [at, word] of [
    [1, 'boys'],
    [4, 'river'],
    [7, 'cat'],
    [9, 'he'],
  ]) {
    const words = RIGHT.split(' ');
    words[Number(at)] = String(word);
    const { trace } = await lab.answerOf('why', 0, { text: words.join(' ') });
    assert.deepEqual(changedRows(trace.first.x, now.trace.first.x), [at]);
    assert.deepEqual(changedRows(now.trace.first.x, now.trace.first.x), []);
  }
});

test('each word alone: a changed word changes its own new vector and no other', async () => {
  const mixedOf = async (/** @type {string} */ text) => {
    const { trace } = await lab.answerOf('why', 1, { text });
    const asked = { head: THEY.head, causal: true, way: ALONE };
    return (await lookAround(lab.engine, trace, asked)).mixed;
  };
  const now = await mixedOf(RIGHT);
  assert.deepEqual(changedRows(await mixedOf(RIGHT.replace('girls', 'boys')), now), [1]);
});

test('the plain average: equal parts of all words so far, and rows that look more and more alike', async () => {
  for (const [text, they, noun] of [[RIGHT, 9, 1], ...TYPED]) {
    const { trace, rows } = await lab.answerOf('why', 1, { text });
    const asked = { head: THEY.head, causal: true };
    const alone = await lookAround(lab.engine, trace, { ...asked, way: ALONE });
    assert.deepEqual(alone.mixed, alone.value);
    const { shares, mixed } = await lookAround(lab.engine, trace, { ...asked, way: AVERAGE });
    for (let row = 0; row < rows; row++) {
      const own = rowOfMatrix(shares, row);
      own.forEach((share, i) => assert.ok(Math.abs(share - (i <= row ? 1 / (row + 1) : 0)) < 1e-6));
    }
    assert.ok(rowOfMatrix(shares, Number(they))[Number(noun)] < 0.2, `${text}`);
    // the last rows are nearer to each other than the first ones
    const step = (/** @type {number} */ row) =>
      distance(rowOfMatrix(mixed, row), rowOfMatrix(mixed, row - 1));
    const early = step(1) + step(2) + step(3);
    const late = step(rows - 1) + step(rows - 2) + step(rows - 3);
    assert.ok(late < early / 2, `${text}: ${late} ${early}`);
  }
});

test('attention: nearly all of the pronoun’s new vector is its noun’s value', async () => {
  for (const [text, they, noun] of [[RIGHT, 9, 1], ...TYPED]) {
    const { trace } = await lab.answerOf('why', 2, { text });
    const asked = { head: THEY.head, causal: true, way: ATTENTION };
    const { shares, value, mixed } = await lookAround(lab.engine, trace, asked);
    assert.ok(rowOfMatrix(shares, Number(they))[Number(noun)] > 0.8, `${text}`);
    const [own, its] = [rowOfMatrix(mixed, Number(they)), rowOfMatrix(value, Number(noun))];
    assert.ok(distance(own, its) < size(its) / 4, `${text}`);
  }
});

test('without looking around, most of the four mistakes stay; with all heads, none does', async () => {
  const heads = [0, 1].flatMap((layer) => [0, 1, 2, 3].map((head) => [layer, head]));
  const { grammar, engine } = lab;
  const all = await readSentence(engine, grammar, WRONG, []);
  const none = await readSentence(engine, grammar, WRONG, /** @type {any} */ (heads));
  assert.ok(all && none);
  const right = grammar.tokenizer.encode(RIGHT).tokens.map(({ id }) => id);
  const wrong = grammar.tokenizer.encode(WRONG).tokens.map(({ id }) => id);
  const mistakes = right.flatMap((id, at) => (id === wrong[at] ? [] : [at]));
  assert.equal(mistakes.length, 4);
  assert.deepEqual(all.all.said, right);
  const found = mistakes.filter((at) => none.less.said[at] === right[at]);
  assert.ok(found.length < 2, String(found));
  assert.ok(none.less.others.accuracy < all.all.others.accuracy - 0.1);
});

test('concatenation: a head that is removed leaves its columns at zero, and no other column changes', async () => {
  for (const text of [RIGHT, ...TYPED.map(([typed]) => typed)]) {
    const { trace } = await lab.answerOf('layer', 0, { text });
    const [heads, rows, width] = trace.heads.shape;
    assert.deepEqual(trace.concatenated.shape, [rows, heads * width]);
    assert.equal(heads * width, trace.first.x.shape[1]);
    for (let head = 0; head < heads; head++) {
      const less = (await lab.answerOf('layer', 0, { text, off: [head] })).trace;
      less.concatenated.data.forEach((/** @type {number} */ value, /** @type {number} */ at) => {
        const own = Math.floor((at % (heads * width)) / width) === head;
        assert.ok(own ? value === 0 : value === trace.concatenated.data[at]);
      });
    }
  }
});

test('W_O: what the heads and b_O add is the output, and b_O is the same for every word', async () => {
  for (const text of [RIGHT, ...TYPED.map(([typed]) => typed)]) {
    const { trace, rows } = await lab.answerOf('layer', 1, { text });
    const [first, second] = [
      await sumHeads(lab.engine, trace, 0),
      await sumHeads(lab.engine, trace, rows - 1),
    ];
    const heads = trace.heads.shape[0];
    for (const { difference } of [first, second]) assert.ok(difference.largest < 1e-5);
    assert.deepEqual(rowOfMatrix(first.parts, heads), rowOfMatrix(second.parts, heads));
    for (let head = 0; head < heads; head++)
      assert.notDeepEqual(rowOfMatrix(first.parts, head), rowOfMatrix(second.parts, head));
  }
});

test('add & norm: mean and variance differ from word to word before it, and are 0 and 1 after it', async () => {
  for (const text of [RIGHT, ...TYPED.map(([typed]) => typed)]) {
    const { trace, rows } = await lab.answerOf('layer', 2, { text });
    const before = [];
    for (let row = 0; row < rows; row++) {
      const found = await addAndNorm(lab.engine, trace, row);
      found.sum.data.forEach((sum, i) =>
        assert.equal(sum, Math.fround(found.x.data[i] + found.added.data[i])),
      );
      assert.ok(Math.abs(found.after.mean) < 0.005 && Math.abs(found.after.variance - 1) < 0.005);
      before.push(found.before.variance.toFixed(2));
    }
    assert.ok(new Set(before).size > rows / 2, text);
  }
});

test('cross-attention: rows are words of the first sentence, columns of the second, and rows add up to 1', async () => {
  for (const second of ['El animal estaba cansado', 'one', 'a b c d e f g h i j k l m n o']) {
    const { trace, rows, columns } = await lab.answerOf('layer', 4, { second });
    assert.deepEqual([rows, columns], [7, second.split(' ').length]);
    const map = headOf(trace.attention, 0);
    for (let row = 0; row < rows; row++)
      assert.ok(Math.abs(rowOfMatrix(map, row).reduce((sum, one) => sum + one, 0) - 1) < 1e-5);
  }
});

test('cost: the MLP has twice the weights; four times the words are four and sixteen times the products', async () => {
  const costOf = (/** @type {number} */ words) => measureCost(lab.engine, { words, width: 128 });
  const [short, middle, long] = [await costOf(64), await costOf(256), await costOf(1024)];
  assert.equal(short.mlp.weights, 2 * short.matrices.weights);
  assert.equal(short.scores.weights, 0);
  assert.equal(long.matrices.products, 4 * middle.matrices.products);
  assert.equal(long.mlp.products, 4 * middle.mlp.products);
  assert.equal(long.scores.products, 16 * middle.scores.products);
  const order = (/** @type {typeof short} */ { matrices, scores, mlp }) => [
    scores.products < Math.min(matrices.products, mlp.products),
    scores.products > Math.max(matrices.products, mlp.products),
  ];
  assert.deepEqual(
    [order(short), order(long)],
    [
      [true, false],
      [false, true],
    ],
  );
  for (const { time } of Object.values(long)) assert.ok(time > 0);
});

test('added positions: a list for each position, whatever the words are, of sines and cosines or learned', async () => {
  const [sines, learned] = [{}, { model: 'grammar' }];
  for (const more of [sines, learned]) {
    const one = await lab.answerOf('positions', 3, { ...more });
    const other = await lab.answerOf('positions', 3, { ...more, text: TYPED[0][0] });
    const [a, b] = [one.trace.first.positions, other.trace.first.positions];
    const rows = Math.min(a.shape[0], b.shape[0]);
    for (let row = 0; row < rows; row++) {
      assert.deepEqual(rowOfMatrix(a, row), rowOfMatrix(b, row), 'the words do not matter');
      for (let before = 0; before < row; before++)
        assert.notDeepEqual(rowOfMatrix(a, row), rowOfMatrix(a, before));
    }
    // a sine and a cosine of one angle have squares that add up to 1: half of the columns in each row
    const squares = Array.from({ length: rows }, (_, row) => size(rowOfMatrix(a, row)) ** 2);
    const isOnCircle = squares.every((sum) => Math.abs(sum - a.shape[1] / 2) < 1e-3);
    assert.equal(isOnCircle, more === sines, String(squares));
  }
});

test('a head’s W_Q W_Kᵀ and W_V W_O have at most the rank of its width', async () => {
  const { trace } = await lab.answerOf('matrices', 2);
  const [, , headDim] = trace.query.shape;
  const { in_proj_weight: all, 'out_proj.weight': out } = trace.weights;
  const width = all.shape[1];
  const part = (/** @type {number} */ from) => (/** @type {number} */ i, /** @type {number} */ k) =>
    all.data[(from + k) * width + i];
  const [q, k, v] = [part(0), part(width), part(2 * width)];
  const o = (/** @type {number} */ k2, /** @type {number} */ j) => out.data[j * width + k2];
  const product = (
    /** @type {(i: number, k: number) => number} */ a,
    /** @type {(k: number, j: number) => number} */ b,
  ) =>
    Array.from({ length: width }, (_, i) =>
      Array.from({ length: width }, (_, j) => {
        let sum = 0;
        for (let inner = 0; inner < headDim; inner++) sum += a(i, inner) * b(inner, j);
        return sum;
      }),
    );
  assert.ok(headDim < width);
  assert.equal(rankOf(product(q, (inner, j) => k(j, inner))), headDim);
  assert.equal(rankOf(product(v, o)), headDim);
});

/** By elimination with the largest pivot. @param {number[][]} given */
function rankOf(given) {
  const rows = given.map((row) => [...row]);
  const most = Math.max(...rows.flat().map(Math.abs));
  let rank = 0;
  while (rank < rows.length) {
    let [at, column] = [rank, 0];
    for (let i = rank; i < rows.length; i++)
      for (let j = 0; j < rows.length; j++)
        if (Math.abs(rows[i][j]) > Math.abs(rows[at][column])) [at, column] = [i, j];
    if (Math.abs(rows[at][column]) < 1e-10 * most) break;
    [rows[rank], rows[at]] = [rows[at], rows[rank]];
    const pivot = rows[rank];
    for (let i = rank + 1; i < rows.length; i++) {
      const factor = rows[i][column] / pivot[column];
      rows[i] = rows[i].map((one, j) => one - factor * pivot[j]);
    }
    rank++;
  }
  return rank;
}
