// The numbers in the lessons are true: every claim of their texts, computed by the engine for the sentence and the
// weights that the scene has.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { describeSemantics, load } from 'headwise';
import { DEFAULT_STATE, HEAD_CHOICES, WIDTHS } from '../../../web/elements/lab/state/state.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { EMPTY_ROWS } from '../../../web/lessons/masks/empty-row.ts';
import { TRUE_MEANS } from '../../../web/lessons/masks/polarity.ts';
import { computeFiveWays, computeWritings } from '../../../web/lessons/five-ways/experiment.ts';
import { createLongText, PICTURE } from '../../../web/lessons/long-texts/experiment.ts';
import {
  computeEmptyRow,
  computeMaskedRow,
  computePolarity,
} from '../../../web/lessons/masks/experiment.ts';
import { computeSoftening, measureGrowth } from '../../../web/lessons/scale/experiment.ts';
import { computeShapes, tryWrongWidth } from '../../../web/lessons/shapes/experiment.ts';
import { rowsOf } from '../../../web/lessons/tensors.ts';
import { lessons, stateOfScene } from '../../../web/lessons/lessons.ts';

/** @type {any} as the experiments ask it, its answers at once instead of later */
let engine;
before(async () => {
  engine = await load();
});
after(() => engine?.dispose());

/**
 * @param {string} text
 * @returns {number[]}
 */
function idsOf(text) {
  return wordTokenizer.encode(text).tokens.map(({ id }) => id);
}

/**
 * The state of a scene and what the lab's layer makes of it.
 * @param {string} id
 * @param {number} scene
 * @param {Record<string, any>} [change]
 */
function momentOf(id, scene, change = {}) {
  const lesson = lessons.find((one) => one.id === id);
  assert.ok(lesson);
  const state = {
    ...DEFAULT_STATE,
    .../** @type {any} */ (stateOfScene(lesson, scene)),
    ...change,
  };
  const ids = idsOf(state.text);
  const first = engine.embed(ids, { embedDim: state.width });
  const { width: embedDim, heads: numHeads, seed } = state;
  const layer = engine.createMultiHeadAttention({ embedDim, numHeads, seed });
  const weights = layer.stateDict();
  const { causal } = state;
  const { trace, output } = layer.forward(first.x, {
    trace: true,
    causal,
    ...(state.scaled ? {} : { scale: 1 }),
    ...(state.padding > 0 && { keyLengths: [ids.length - state.padding] }),
  });
  layer.dispose();
  return { state, ids, trace: { ...trace, first, second: null, weights, output } };
}

/**
 * @param {ReturnType<typeof momentOf>} moment
 * @param {{ seed?: number, plain?: boolean }} [options]
 */
function fiveWays({ state, trace }, { seed = 1, plain = false } = {}) {
  const { weights, first } = trace;
  return computeFiveWays(
    engine,
    { from: first.x, to: first.x },
    {
      embedDim: state.width,
      heads: state.heads,
      inProjection: weights.in_proj_weight,
      outProjection: weights['out_proj.weight'],
      inBias: weights.in_proj_bias,
      outBias: weights['out_proj.bias'],
    },
    { seed, plain },
  );
}

/**
 * @param {ArrayLike<number>} numbers
 * @param {number} from
 * @param {number} count
 */
const part = (numbers, from, count) => Array.prototype.slice.call(numbers, from, from + count);

test('one head: changing a word changes its row of x alone', () => {
  const a = momentOf('one-head', 0);
  const b = momentOf('one-head', 0, { text: a.state.text.replace('cat', 'dog') });
  const { width } = a.state;
  a.ids.forEach((_, row) => {
    const same = part(a.trace.first.x.data, row * width, width).every(
      (value, i) => value === b.trace.first.x.data[row * width + i],
    );
    assert.equal(same, row !== 1);
  });
});

test('one head: shares are above zero, grow with the score, and add up to 1', () => {
  const { trace, ids } = momentOf('one-head', 3);
  const count = ids.length;
  for (let row = 0; row < count; row++) {
    const shares = part(trace.attention.data, row * count, count);
    const scores = part(trace.scores.data, row * count, count);
    assert.ok(shares.every((share) => share > 0));
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-6);
    const byScore = shares.map((_, i) => i).sort((i, j) => scores[i] - scores[j]);
    for (let i = 1; i < count; i++) assert.ok(shares[byScore[i]] >= shares[byScore[i - 1]]);
  }
});

test('one head: a share set by hand moves the z of its own word alone', () => {
  const { state, trace, ids } = momentOf('one-head', 4);
  const { query } = state.selection;
  const edited = Float32Array.from(trace.attention.data);
  edited[query * ids.length] = 1;
  const layer = engine.createMultiHeadAttention({ embedDim: state.width, numHeads: 1 });
  const replace = { attention: { data: edited, shape: trace.attention.shape } };
  const changed = layer.forward(trace.first.x, { trace: true, replace }).trace.heads;
  layer.dispose();
  const width = changed.shape[2];
  ids.forEach((_, row) => {
    const before = part(trace.heads.data, row * width, width);
    const now = part(changed.data, row * width, width);
    assert.equal(
      before.every((value, i) => value === now[i]),
      row !== query,
    );
  });
});

test('five ways: (a) is the layer, and (b) is (a) to the last bit, whatever the number of heads', async () => {
  for (const heads of HEAD_CHOICES) {
    const moment = momentOf('five-ways', 1, { heads });
    const [a, b] = (await fiveWays(moment)).ways;
    assert.deepEqual(a.output.data, moment.trace.output.data);
    assert.deepEqual(a.attention.data, moment.trace.attention.data);
    assert.deepEqual(
      [b.outputDifference, b.mapDifference],
      Array(2).fill({ largest: 0, same: true }),
    );
    assert.equal(a.parameters, 4 * 64 * 64);
    assert.equal(b.parameters, a.parameters);
  }
});

test('five ways: (c) is another result, and one matrix W W_i does the same', async () => {
  const moment = momentOf('five-ways', 2);
  const { ways, collapsed, collapse, weights } = await fiveWays(moment);
  const c = ways[2];
  assert.ok(c.outputDifference.largest > 0.1);
  assert.equal(c.parameters, 7 * 64 * 64);
  assert.deepEqual(collapsed.shape, weights.shape);
  // rounding of a sum of 64 sums of 64 products of numbers of about these sizes
  assert.ok(collapse.largest > 0 && collapse.largest < 1e-5, String(collapse.largest));
});

test('five ways: with Q standing for x, (c) is (a) to the last bit', async () => {
  for (const heads of HEAD_CHOICES) {
    const c = (await fiveWays(momentOf('five-ways', 2, { heads }), { plain: true })).ways[2];
    assert.equal(c.outputDifference.same, true);
    assert.equal(c.mapDifference.same, true);
    assert.equal(c.parameters, 4 * 64 * 64);
  }
});

test('five ways: (d) is right with one head only, and sees a part of each word', async () => {
  for (const heads of HEAD_CHOICES) {
    const moment = momentOf('five-ways', 3, { heads });
    const width = 64 / heads;
    const d = (await fiveWays(moment)).ways[3];
    assert.equal(d.outputDifference.same, heads === 1);
    assert.equal(d.parameters, 3 * width * width + 64 * 64);
    assert.equal(moment.trace.query.shape[2], width);
    if (heads === 1) continue;
    // everything outside the first head's piece may change: its queries do not
    const x = { data: Float32Array.from(moment.trace.first.x.data), shape: [12, 64] };
    for (let i = 0; i < x.data.length; i++) if (i % 64 >= width) x.data[i] += 1;
    const changed = { ...moment, trace: { ...moment.trace, first: { ...moment.trace.first, x } } };
    const other = (await fiveWays(changed)).ways[3];
    assert.deepEqual(part(other.query.data, 0, 12 * width), part(d.query.data, 0, 12 * width));
  }
});

test('five ways: in (e) head 1 has the pieces of The, animal and did, and of no other word', async () => {
  const moment = momentOf('five-ways', 4);
  const { text } = moment.state;
  const e = (await fiveWays(moment)).ways[4];
  assert.equal(e.outputDifference.same, false);
  assert.equal(e.parameters, 4 * 64 * 64);
  const size = 12 * 16;
  const words = text.split(' ');
  for (const [place, word] of words.entries()) {
    const other = [...words];
    other[place] = 'house';
    const changed = (await fiveWays(momentOf('five-ways', 4, { text: other.join(' ') }))).ways[4];
    const same = part(changed.query.data, 0, size).every((value, i) => value === e.query.data[i]);
    assert.equal(same, place > 2, word);
  }
});

test('five ways: a product written in three ways has the same bits', async () => {
  const { trace } = momentOf('five-ways', 5);
  const weight = rowsOf(trace.weights.in_proj_weight, 0, 16);
  const { columns, rows, kept, difference } = await computeWritings(engine, trace.first.x, weight);
  assert.deepEqual(
    [columns.shape, rows.shape, kept.shape],
    [
      [16, 12],
      [12, 16],
      [12, 16],
    ],
  );
  assert.deepEqual(difference, { largest: 0, same: true });
  assert.deepEqual(rows.data, kept.data);
});

test('shapes: 512 shared by 8 is 64, by 4 is 128, and the weights stay as many', async () => {
  const ids = idsOf(DEFAULT_STATE.text);
  for (const heads of HEAD_CHOICES) {
    const found = await computeShapes(engine, ids, { embedDim: 512, heads });
    assert.equal(found.headDim, 512 / heads);
    assert.equal(found.parameters, 1048576);
    assert.equal(found.parameters, 4 * 512 * 512);
    assert.deepEqual([found.x, found.output, found.concatenated], Array(3).fill([12, 512]));
    assert.deepEqual(found.query, [12, 512 / heads]);
    assert.deepEqual(found.projection, [512 / heads, 512]);
  }
  assert.equal(512 / 8, 64);
  assert.equal(512 / 4, 128);
});

test('shapes: with 64 numbers for each head, only the inner side of W_O follows their number', async () => {
  const ids = idsOf(DEFAULT_STATE.text);
  for (const heads of HEAD_CHOICES) {
    const found = await computeShapes(engine, ids, { embedDim: 512, heads, headDim: 64 });
    assert.deepEqual(found.outProjection, [512, heads * 64]);
    assert.deepEqual(found.output, [12, 512]);
    assert.deepEqual(found.query, [12, 64]);
  }
});

test('shapes: Linear(embed_dim, num_heads) has the wrong width, except where it happens to fit', async () => {
  const ids = idsOf(DEFAULT_STATE.text);
  const wrong = await tryWrongWidth(engine, ids, { embedDim: 512, heads: 8 });
  assert.deepEqual(wrong.query, [12, 8]);
  assert.deepEqual(wrong.right.query, [12, 64]);
  assert.equal(wrong.error, 'weight: expected shape (*, 64) to match x, got (512, 512)');
  assert.equal((await tryWrongWidth(engine, ids, { embedDim: 64, heads: 8 })).error, null);
  for (const heads of HEAD_CHOICES) {
    const found = await tryWrongWidth(engine, ids, { embedDim: 64, heads });
    assert.equal(found.error === null, heads === 8);
  }
});

/**
 * @param {number} width
 * @param {number} row
 * @param {number} [seed]
 */
function softeningOf(width, row, seed = 1) {
  const { trace } = momentOf('scale', 0, { width, seed });
  return computeSoftening(engine, trace, { head: 0, row });
}

/** Sentences that a learner may type. */
const TYPED = [
  'The animal did not cross the street because it was too tired',
  'I love pizza',
  'Attention is all you need',
  'My sister never eats breakfast before school.',
];

test('scale: over 50 draws, four times as wide is about twice as large, and size / √d stays', async () => {
  for (const text of TYPED) {
    const sizes = await measureGrowth(engine, idsOf(text), [16, 64, 256]);
    const ratios = [sizes[1].size / sizes[0].size, sizes[2].size / sizes[1].size];
    for (const ratio of ratios) assert.ok(ratio > 1.7 && ratio < 2.5, `${text} ${ratios}`);
    const divided = sizes.map(({ size, width }) => size / Math.sqrt(width));
    assert.ok(Math.max(...divided) / Math.min(...divided) < 1.3, `${text} ${divided}`);
    // one draw shows no law
    for (const { size, least, largest } of sizes)
      assert.ok(least < 0.8 * size && largest > 1.2 * size, `${text} ${least} ${largest}`);
  }
});

test('scale: from 512 to 16, the size of divided scores stays, and that of the others does not', async () => {
  for (const text of TYPED) {
    const [wide, narrow] = await Promise.all(
      [512, 16].map(async (width) => {
        const { trace } = momentOf('scale', 3, { width, text });
        return computeSoftening(engine, trace, { head: 0, row: 0 });
      }),
    );
    assert.ok(wide.raw.size > 2.5 * narrow.raw.size, text);
    const ratio = wide.divided.size / narrow.divided.size;
    assert.ok(ratio > 0.6 && ratio < 1.7, `${text} ${ratio}`);
  }
});

test('scale: larger by 1 is 2.7 times the share, larger by 10 is 22,026 times', () => {
  const [one, ten] = [1, 10].map((apart) => {
    const [large, small] = engine.softmax([[apart, 0]]).data;
    return large / small;
  });
  assert.equal(one.toFixed(1), '2.7');
  assert.equal(Math.floor(ten), 22026);
});

test('scale: undivided at width 512, most rows have one cell of strong colour', () => {
  const { trace, ids } = momentOf('scale', 1);
  const count = ids.length;
  const dark = ids.filter(
    (_, row) => Math.max(...part(trace.attention.data, row * count, count)) > 0.9,
  );
  assert.ok(dark.length > count / 2, `${dark.length} of ${count}`);
});

test('scale: a share near 1 has almost no slope left, and the division brings it back', async () => {
  const { state } = momentOf('scale', 2);
  const { raw, divided } = await softeningOf(state.width, state.selection.query);
  assert.ok(Math.max(...raw.shares) > 0.9999);
  assert.ok(Math.max(...raw.slopes) < 1e-4);
  assert.ok(Math.max(...divided.slopes) > 0.1);
  for (const { shares, slopes } of [raw, divided]) {
    shares.forEach((share, i) => {
      assert.ok(slopes[i] <= 0.25);
      assert.ok(Math.abs(slopes[i] - share * (1 - share)) < 1e-6);
    });
  }
  // at one half it is 0.25, and it is what nudging the score does
  const step = 2 ** -10;
  const [up] = engine.softmax([[step, 0]]).data;
  const [down] = engine.softmax([[-step, 0]]).data;
  assert.ok(Math.abs((up - down) / (2 * step) - 0.25) < 1e-3);
});

test('scale: the slopes are those of the engine’s own backward', async () => {
  const { state } = momentOf('scale', 2);
  const { raw, divided } = await softeningOf(state.width, state.selection.query);
  for (const { scores, shares, slopes } of [raw, divided]) {
    const count = scores.length;
    const each = Array.from({ length: count }, (_, i) => i);
    const one = each.map((i) => each.map((j) => Number(i === j)));
    // a query that is the scores themselves, once for each share that is to grow: its gradient is that of the softmax
    const queries = [each.map(() => [...scores])];
    const { kept } = engine.scaledDotProductAttention(queries, [one], [one], {
      scale: 1,
      keep: true,
    });
    const { query } = kept.backward([one]);
    kept.dispose();
    const own = each.map((i) => query.data[i * count + i]);
    own.forEach((slope, i) => {
      // p (1 - p) loses digits near 1, ours does not
      assert.ok(Math.abs(slope - slopes[i]) <= 2 ** -23 * shares[i], `${slope} ${slopes[i]}`);
    });
  }
});

test('scale: divided, scores have about one size at every width, and shares stay soft', async () => {
  for (const width of WIDTHS) {
    const { divided } = await softeningOf(width, 10);
    assert.ok(divided.size > 0.4 && divided.size < 1, `${width}: ${divided.size}`);
    assert.ok(Math.max(...divided.shares) < 0.4);
  }
});

test('scale: shares add up to 1 divided or not, scores to anything, and many of them are negative', async () => {
  const { raw, divided } = await softeningOf(512, 10);
  for (const { shareSum, scoreSum, scores } of [raw, divided]) {
    assert.ok(Math.abs(shareSum - 1) < 1e-6);
    assert.ok(Math.abs(scoreSum - 1) > 0.1);
    assert.ok(scores.filter((score) => score < 0).length >= 4);
  }
  assert.notEqual(raw.scoreSum, divided.scoreSum);
});

test('masks: the first word gives itself exactly 1 in every head, and every row adds up to 1', () => {
  const { trace, ids, state } = momentOf('masks', 0);
  const count = ids.length;
  for (let head = 0; head < state.heads; head++) {
    assert.equal(trace.attention.data[head * count * count], 1);
    for (let row = 0; row < count; row++) {
      const shares = part(trace.attention.data, (head * count + row) * count, count);
      assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-6);
      assert.ok(shares.every((share, key) => key <= row || share === 0));
    }
  }
});

test('masks: crossed out afterwards, a row no longer adds up to 1, except for the last word', async () => {
  const { trace, ids } = momentOf('masks', 1);
  for (let row = 0; row < ids.length; row++) {
    const found = await computeMaskedRow(engine, trace, { head: 0, row });
    assert.ok(Math.abs(found.sum - 1) < 1e-6);
    assert.equal(found.masked.filter((score) => score === -Infinity).length, ids.length - 1 - row);
    if (row === ids.length - 1) assert.deepEqual(found.late, found.shares);
    else {
      assert.ok(found.lateSum < 0.99, `${row}: ${found.lateSum}`);
      assert.ok(found.late.every((share, key) => key > row || share < found.shares[key]));
    }
  }
});

test('masks: the columns of padding are empty, and its rows are not', () => {
  const { trace, ids } = momentOf('masks', 2);
  const count = ids.length;
  trace.attention.data.forEach((/** @type {number} */ share, /** @type {number} */ i) => {
    assert.equal(share === 0, i % count >= count - 3);
  });
});

test('masks: one table gives opposite maps, and on one side the last word sees nothing', async () => {
  const { trace, ids } = momentOf('masks', 3);
  const { table, attend, ignore } = await computePolarity(engine, trace, { head: 0 });
  const count = ids.length;
  table.forEach((may, i) => {
    assert.equal(attend.data[i] > 0, may === 1);
    if (i < count * (count - 1)) assert.equal(ignore.data[i] > 0, may === 0);
  });
  assert.ok(part(ignore.data, count * (count - 1), count).every((share) => share === 0));
  assert.ok(part(attend.data, count * (count - 1), count).every((share) => share > 0));
});

test('masks: a word that may look nowhere gives zeros, and b_O comes out; no other row changes', async () => {
  const { trace, ids } = momentOf('masks', 4);
  trace.weights['out_proj.bias'].data.fill(0.25);
  const count = ids.length;
  for (const row of [0, 8]) {
    const found = await computeEmptyRow(engine, trace, { head: 1, row });
    assert.ok(found.masked.every((score) => score === -Infinity));
    assert.ok([...found.shares, ...found.mixed].every((value) => value === 0));
    assert.deepEqual(found.output, found.bias);
    found.map.data.forEach((share, i) => {
      if (Math.floor(i / count) !== row) {
        assert.equal(share, trace.attention.data[count * count + i]);
      }
    });
  }
});

test('masks: what the tables say of the libraries is what calling them gave', () => {
  /**
   * @param {string} name
   * @param {'booleanMask' | 'emptyRow'} topic
   */
  const does = (name, topic) => {
    const { frameworks } = describeSemantics();
    const known = frameworks.find(({ framework }) => framework.startsWith(name));
    assert.ok(known, name);
    return known.lines[topic].does;
  };
  for (const [name, may] of TRUE_MEANS) {
    assert.match(does(name, 'booleanMask'), may ? /^May attend/ : /^May not attend/, name);
  }
  const said = {
    zeros: /^Zeros\.$/,
    nan: /^NaN with need_weights.* else zeros/,
    mean: /^The mean of all values\.$/,
    keras: /^Zeros with return_attention_scores; else as the backend has it/,
    coarse: /^As if every key were allowed, but coarser/,
  };
  for (const [name, kind] of EMPTY_ROWS) {
    if (name !== 'headwise') assert.match(does(name, 'emptyRow'), said[kind], name);
  }
  assert.match(describeSemantics().topics.emptyRow.headwise, /^Zeros, never NaN/);
});

test('long: a map of 4,096 words has 16,777,216 numbers, and the picture of it 256 x 256 means', async () => {
  const { trace, ids, state } = momentOf('long-texts', 0);
  const { words, size } = state.lesson.values;
  const text = await createLongText(engine, trace, ids, { words, causal: false });
  assert.equal(words, 4096);
  assert.equal(size, words);
  assert.equal(text.mapNumbers, 16777216);
  assert.equal(text.keptNumbers, words * 3 * 64); // {kept} of the text: three times the width
  const { map } = await text.look({ head: 0, row: 0, column: 0, size });
  assert.deepEqual(map.shape, [256, 256]);
  assert.equal(PICTURE * 16, words);
  const corner = (await text.look({ head: 0, row: 0, column: 0, size: 16 })).map.data;
  const mean = corner.reduce((sum, share) => sum + share, 0) / 256;
  assert.ok(Math.abs(map.data[0] - mean) < 1e-9);
  await text.dispose();
});

test('long: twice the words, four times the map, twice what is kept', async () => {
  const { trace, ids } = momentOf('long-texts', 1);
  const texts = [];
  for (const words of [512, 1024]) {
    texts.push(await createLongText(engine, trace, ids, { words, causal: false }));
  }
  assert.equal(texts[1].mapNumbers / texts[0].mapNumbers, 4);
  assert.equal(texts[1].keptNumbers / texts[0].keptNumbers, 2);
  for (const text of texts) await text.dispose();
});

test('long: what is seen through the window is the map itself, to the last bit', async () => {
  const { trace, ids } = momentOf('long-texts', 0);
  const words = 700;
  const repeated = Array.from({ length: words }, (_, i) => ids[i % ids.length]);
  const { x } = engine.embed(repeated, { embedDim: 64 });
  const layer = engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
  for (const causal of [false, true]) {
    const { attention } = layer.forward(x, { attention: true, causal });
    const text = await createLongText(engine, trace, ids, { words, causal });
    for (const [head, row, column, size] of [
      [0, 0, 0, 16],
      [3, 517, 333, 64],
      [1, 444, 444, 256],
    ]) {
      const { map } = await text.look({ head, row, column, size });
      assert.deepEqual(map.shape, [size, size]);
      const whole = Float32Array.from(
        { length: size * size },
        (_, i) =>
          attention.data[(head * words + row + Math.floor(i / size)) * words + column + (i % size)],
      );
      assert.deepEqual(map.data, whole);
    }
    await text.dispose();
  }
  layer.dispose();
});
