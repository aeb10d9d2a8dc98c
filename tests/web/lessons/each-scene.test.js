// Tests a claim of every scene, also with ten sentences that a learner may type and that the next scene keeps. The last test finds
// the scenes that no test names.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';
import { roundTo } from 'headwise/formats';
import { withPadding } from '../../../web/elements/lesson/padding-token.ts';
import { otherOf } from '../../../web/elements/lesson/placeholders.ts';
import {
  computeErrors,
  computeOnline,
  computeSoftmaxes,
} from '../../../web/lessons/digits/experiment.ts';
import { dropShares, mixed } from '../../../web/lessons/dropout/experiment.ts';
import { computeFiveWays, computeWritings } from '../../../web/lessons/five-ways/experiment.ts';
import { lessons } from '../../../web/lessons/lessons.ts';
import { createLongText } from '../../../web/lessons/long-texts/experiment.ts';
import {
  computeShared,
  computeStep,
  computeWritten,
} from '../../../web/lessons/long-texts/writing.ts';
import {
  computeEmptyRow,
  computeMaskedRow,
  computePolarity,
} from '../../../web/lessons/masks/experiment.ts';
import { computeForm, computeOneMatrix } from '../../../web/lessons/matrices/experiment.ts';
import { computePairings } from '../../../web/lessons/pairs/experiment.ts';
import { computeShift, computeTurn } from '../../../web/lessons/positions/experiment.ts';
import { headOf, rowAt, rowOfMatrix, rowsOf } from '../../../web/lessons/tensors.ts';
import { changedRows } from '../../../web/lessons/why/experiment.ts';
import { TYPED, useLab } from '../support/scene-lab.js';

const ROUNDING = 1e-5;
const FOLDER = new URL('.', import.meta.url);

const lab = useLab();
/** The scenes that tests of this file have opened. @type {Set<string>} */
const opened = new Set();
/** @type {typeof lab.answerOf} */
function answerOf(id, scene, change) {
  opened.add(`${id} ${scene}`);
  return lab.answerOf(id, scene, change);
}

const sum = (/** @type {ArrayLike<number>} */ row) =>
  Array.from(row).reduce((all, one) => all + one, 0);
const length = (/** @type {ArrayLike<number>} */ row) =>
  Math.sqrt(sum(Array.from(row, (one) => one * one)));
const near = (/** @type {number} */ a, /** @type {number} */ b, by = ROUNDING) =>
  assert.ok(Math.abs(a - b) <= by * Math.max(1, Math.abs(b)), `${a} and ${b}`);

/**
 * In a scene with its own sentence, then with each typed one.
 * @param {string} id
 * @param {number} scene
 * @param {(answer: any, text: string) => Promise<unknown> | void} check
 * @param {Record<string, any>} [change]
 */
async function inAll(id, scene, check, change = {}) {
  for (const text of [undefined, ...TYPED]) {
    const answer = await answerOf(id, scene, { ...(text && { text }), ...change });
    const row = Math.min(answer.row ?? 0, answer.rows - 1);
    await check({ ...answer, row, head: answer.state.selection.head }, answer.state.text);
  }
}

/** Of a matrix that makes queries, keys or values: the column of one of a head's numbers, and its bias. */
function columnOf(
  /** @type {any} */ { weights, query },
  /** @type {0 | 1 | 2} */ part,
  /** @type {number} */ head,
  /** @type {number} */ at,
) {
  const { in_proj_weight: all, in_proj_bias: bias } = weights;
  const row = part * (all.shape[0] / 3) + head * query.shape[2] + at;
  return { column: rowOfMatrix(all, row), bias: bias.data[row] };
}

const dot = (/** @type {ArrayLike<number>} */ a, /** @type {ArrayLike<number>} */ b) =>
  sum(Array.from(a, (one, i) => one * b[i]));

test('one head: a changed word changes its row of x, and no other', async () => {
  await inAll('one-head', 0, async ({ trace, words }, text) => {
    const typed = text.split(' ');
    typed[1] = 'house';
    const changed = (await answerOf('one-head', 0, { text: typed.join(' ') })).trace;
    assert.equal(words.length >= typed.length, true);
    assert.deepEqual(changedRows(changed.first.x, trace.first.x), [1]);
  });
});

test('one head: each number of Q, K and V is a sum over the row of x, and a bias, by the same matrices for all', async () => {
  /** @type {any} */
  let all = null;
  await inAll('one-head', 1, ({ trace, rows }) => {
    all ??= trace.weights.in_proj_weight.data;
    assert.deepEqual(trace.weights.in_proj_weight.data, all, 'whatever the words are');
    for (const [part, name] of /** @type {const} */ ([
      [0, 'query'],
      [1, 'key'],
      [2, 'value'],
    ]))
      for (const row of [0, rows - 1]) {
        const { column, bias } = columnOf(trace, part, 0, 3);
        assert.equal(column.length, trace.first.x.shape[1]);
        near(rowAt(trace[name], 0, row)[3], dot(rowOfMatrix(trace.first.x, row), column) + bias);
      }
  });
});

test('one head: a number of QKᵀ is a query times a key, a product for each number of the head', async () => {
  await inAll('one-head', 2, ({ trace, row, rows }) => {
    for (let key = 0; key < rows; key++) {
      const [one, other] = [rowAt(trace.query, 0, row), rowAt(trace.key, 0, key)];
      assert.equal(one.length, trace.query.shape[2]);
      near(rowAt(trace.dotProducts, 0, row)[key], dot(one, other));
    }
  });
});

test('one head: scores are divided by the root of the head’s width, and shares are e to their power by the sum', async () => {
  await inAll('one-head', 3, ({ trace, row }) => {
    const scores = rowAt(trace.scores, 0, row);
    const dots = rowAt(trace.dotProducts, 0, row);
    scores.forEach((/** @type {number} */ score, /** @type {number} */ key) =>
      near(score, dots[key] / Math.sqrt(trace.query.shape[2])),
    );
    const powers = Array.from(scores, (/** @type {number} */ score) => Math.exp(score));
    rowAt(trace.attention, 0, row).forEach((share, key) => near(share, powers[key] / sum(powers)));
  });
});

test('one head: several heads have maps of their own, and another sentence has the same matrices', async () => {
  /** @type {any} */
  let all = null;
  await inAll('one-head', 5, ({ trace, rows }) => {
    all ??= trace.weights.in_proj_weight.data;
    assert.deepEqual(trace.weights.in_proj_weight.data, all);
    assert.deepEqual(trace.attention.shape, [4, rows, rows]);
    for (let head = 1; head < 4; head++)
      assert.notDeepEqual(headOf(trace.attention, head).data, headOf(trace.attention, 0).data);
  });
});

test('matrices: two words have two scores for each other, and one with one matrix', async () => {
  await inAll('matrices', 0, async ({ trace, head, row, rows, state }, text) => {
    const frame = /** @type {any} */ ({ selection: state.selection, state });
    const other = otherOf(frame, row, rows);
    const between = async (/** @type {boolean} */ one) => {
      const { scores } = await computeOneMatrix(lab.engine, trace, { head, one });
      return [rowOfMatrix(scores, row)[other], rowOfMatrix(scores, other)[row]];
    };
    const [to, from] = await between(false);
    assert.ok(Math.abs(to - from) > 1e-3, `${text}: ${to} ${from}`);
    const [here, there] = await between(true);
    near(here, there);
  });
});

test('matrices: W_Q W_Kᵀ keeps its size with every number of heads, and gives the same scores', async () => {
  for (const heads of [1, 2, 4, 8])
    await inAll(
      'matrices',
      2,
      async ({ trace }) => {
        const found = await computeForm(lab.engine, trace, { head: 0 });
        const { queries, keys, form, difference } = found;
        assert.deepEqual(queries.shape, [64, 64 / heads]);
        assert.deepEqual(keys.shape, [64 / heads, 64]);
        assert.deepEqual(form.shape, [64, 64]);
        // a corner of the large one is the product of a row and a column
        const first = keys.data.filter((_, i) => i % 64 === 0);
        near(form.data[0], dot(queries.data.slice(0, 64 / heads), first));
        assert.ok(difference.largest < ROUNDING, String(difference.largest));
      },
      { heads },
    );
});

test('matrices: with a second sentence queries come from the first, keys and values from the second', async () => {
  const second = 'El animal estaba cansado';
  await inAll(
    'matrices',
    5,
    ({ trace, rows, columns }) => {
      assert.deepEqual(trace.attention.shape, [4, rows, columns]);
      assert.equal(columns, 4);
      for (const [part, name, from] of /** @type {const} */ ([
        [0, 'query', trace.first],
        [1, 'key', trace.second],
        [2, 'value', trace.second],
      ])) {
        const { column, bias } = columnOf(trace, part, 1, 2);
        near(rowAt(trace[name], 1, 2)[2], dot(rowOfMatrix(from.x, 2), column) + bias);
      }
    },
    { second },
  );
});

test('masks: hidden before the softmax a row is whole, and crossed out afterwards it is not', async () => {
  await inAll('masks', 1, async ({ trace, rows }, text) => {
    for (let row = 0; row < rows; row++) {
      const { shares, late, lateSum } = await computeMaskedRow(lab.engine, trace, { head: 0, row });
      near(sum(shares), 1);
      if (row === rows - 1) assert.deepEqual(late, shares);
      else assert.ok(lateSum < 1 - ROUNDING, `${text} ${row}: ${lateSum}`);
      assert.ok(late.every((share, key) => key > row || share <= shares[key]));
    }
  });
});

test('masks: padding has empty columns, and none of it changes a bit of the words’ rows', async () => {
  for (const text of [undefined, ...TYPED]) {
    const of = async (/** @type {number} */ padding) => {
      const typed = text ?? 'The animal was too tired';
      return answerOf('masks', 2, { text: withPadding(typed, padding), padding });
    };
    const [one, three] = [await of(1), await of(3)];
    const words = one.rows - 1;
    assert.equal(three.rows, words + 3);
    for (let head = 0; head < 4; head++)
      for (let row = 0; row < three.rows; row++) {
        const shares = rowAt(three.trace.attention, head, row);
        assert.ok(shares.slice(words).every((share) => share === 0));
        near(sum(shares), 1);
        if (row >= words) continue;
        const fewer = rowAt(one.trace.attention, head, row);
        assert.deepEqual(shares.slice(0, words), fewer.slice(0, words));
      }
  }
});

test('masks: the last word sees everything with one meaning of true, and nothing with the other', async () => {
  await inAll('masks', 3, async ({ trace, rows }) => {
    const { attend, ignore } = await computePolarity(lab.engine, trace, { head: 0 });
    const last = (/** @type {any} */ map) => Array.from(rowOfMatrix(map, rows - 1));
    assert.ok(last(attend).every((share) => share > 0));
    assert.ok(last(ignore).every((share) => share === 0));
    assert.ok(attend.data.every((share, i) => share === 0 || ignore.data[i] === 0));
  });
});

test('masks: a row with nothing left is zeros, what comes out is b_O, and no other row changes', async () => {
  await inAll('masks', 4, async ({ trace, row, rows }) => {
    const {
      shares,
      mixed: z,
      map,
      output,
      bias,
    } = await computeEmptyRow(lab.engine, trace, {
      head: 0,
      row,
    });
    assert.ok([...shares, ...z].every((one) => one === 0));
    assert.deepEqual(output, bias);
    for (let other = 0; other < rows; other++)
      if (other !== row)
        assert.deepEqual(rowOfMatrix(map, other), rowAt(trace.attention, 0, other));
  });
});

test('shapes: a head’s width is the width by the number of heads, and the weights stay as many', async () => {
  for (const [scene, heads] of [
    [0, 8],
    [0, 4],
    [1, 1],
    [1, 16],
    [2, 8],
    [3, 4],
  ])
    await inAll(
      'shapes',
      scene,
      ({ trace, rows }) => {
        assert.deepEqual(trace.query.shape, [heads, rows, 512 / heads]);
        assert.deepEqual(trace.output.shape, trace.first.x.shape);
        const { in_proj_weight: all, 'out_proj.weight': out } = trace.weights;
        assert.equal(all.data.length + out.data.length, 1_048_576);
        assert.deepEqual(out.shape, [512, 512]);
      },
      { heads },
    );
});

test('five ways: x is multiplied once before the scores; (b) is (a), (c) is (a) with Q for x, and (d) only with one head', async () => {
  for (const scene of [0, 1, 2, 3, 4])
    for (const heads of [1, 4])
      await inAll(
        'five-ways',
        scene,
        async ({ trace }, text) => {
          const { column, bias } = columnOf(trace, 0, 0, 0);
          near(rowAt(trace.query, 0, 0)[0], dot(rowOfMatrix(trace.first.x, 0), column) + bias);
          const { weights, first } = trace;
          const given = {
            ...{ embedDim: 64, heads, inProjection: weights.in_proj_weight },
            ...{ outProjection: weights['out_proj.weight'], inBias: weights.in_proj_bias },
            outBias: weights['out_proj.bias'],
          };
          const place = { from: first.x, to: first.x };
          const of = async (/** @type {boolean} */ plain) =>
            (await computeFiveWays(lab.engine, place, given, { seed: 1, plain })).ways;
          const [, b, c, d, e] = (await of(false)).map((way) => way.outputDifference);
          assert.ok(b.same && c.largest > 0.01, text);
          assert.equal((await of(true))[2].outputDifference.same, true);
          assert.deepEqual([d.same, e.same], [heads === 1, heads === 1], text);
        },
        { heads },
      );
});

test('five ways: three notations give the same query, and PyTorch stores the matrix of the first', async () => {
  await inAll('five-ways', 5, async ({ trace, row }) => {
    const { in_proj_weight: all } = trace.weights;
    const weight = rowsOf(all, 0, 16);
    const x = rowsOf(trace.first.x, row, 1);
    const found = await computeWritings(lab.engine, x, weight);
    const { columns, rows, kept, forRows, difference } = found;
    assert.deepEqual([columns.shape, rows.shape, kept.shape], [[16, 1], [1, 16], [1, 16]]); // prettier-ignore
    assert.deepEqual([weight.shape, forRows.shape], [[16, 64], [64, 16]]); // prettier-ignore
    assert.deepEqual([difference.same, kept.data], [true, rows.data]);
    const { column } = columnOf(trace, 0, 0, 2);
    near(kept.data[2], dot(x.data, column));
  });
});

test('positions: at position 0 no arrow is turned, later each keeps its length, the first turned most', async () => {
  await inAll('positions', 1, async ({ trace, head, row }) => {
    const still = await computeTurn(lab.engine, trace, { head, row, at: 0 });
    assert.deepEqual(still.before, still.after);
    const {
      before: was,
      after: is,
      steps,
    } = await computeTurn(lab.engine, trace, { head, row, at: 3 });
    const half = steps.length;
    for (let pair = 0; pair < half; pair++)
      near(length([was[pair], was[pair + half]]), length([is[pair], is[pair + half]]));
    assert.ok(3 * steps[0] > 160 && 3 * steps[0] < 180);
    assert.ok(steps.every((step, i) => i === 0 || step < steps[i - 1]));
  });
});

test('positions: two words 50 positions on point elsewhere, and their score is the same', async () => {
  await inAll('positions', 2, async ({ trace, head, row, rows, state }) => {
    const column = otherOf(/** @type {any} */ ({ selection: state.selection, state }), row, rows);
    const asked = { head, row, column, shift: 50 };
    const { home, moved, difference } = await computeShift(lab.engine, trace, asked);
    assert.ok(difference.largest < ROUNDING);
    assert.notDeepEqual(home.query, moved.query);
    assert.notDeepEqual(home.key, moved.key);
  });
});

test('pairs: neighbours give other numbers than halves for the same query, and neither changes its length', async () => {
  await inAll('pairs', 0, async ({ trace, head, row }) => {
    const asked = { head, row, at: row };
    const halves = await computeTurn(lab.engine, trace, asked);
    const neighbours = await computeTurn(lab.engine, trace, { ...asked, interleaved: true });
    assert.deepEqual(halves.before, neighbours.before);
    assert.notDeepEqual(halves.after, neighbours.after);
    near(length(halves.after), length(halves.before));
    near(length(neighbours.after), length(halves.before));
  });
});

test('pairs: with the wrong pairs the map is different, and a new order of the columns gives it back', async () => {
  await inAll('pairs', 1, async ({ trace, head }) => {
    const wrong = await computePairings(lab.engine, trace, { head, reordered: false });
    assert.deepEqual(wrong.right.shape, wrong.other.shape);
    assert.ok(wrong.difference.largest > 1e-3, String(wrong.difference.largest));
    const mended = await computePairings(lab.engine, trace, { head, reordered: true });
    assert.ok(mended.difference.largest < ROUNDING);
  });
});

test('pairs: with a larger base the first arrow turns as before, the last almost 20 times as slowly', async () => {
  await inAll('pairs', 2, async ({ trace, head, row }) => {
    const stepsWith = async (/** @type {number} */ theta) =>
      Array.from((await computeTurn(lab.engine, trace, { head, row, at: 12, theta })).steps);
    const [small, large] = [await stepsWith(10_000), await stepsWith(500_000)];
    near(small[0], 180 / Math.PI);
    near(large[0], small[0]);
    const times = small.map((step, i) => step / large[i]);
    assert.ok(times.every((one, i) => i === 0 || one > times[i - 1] * 1.5));
    const last = times[times.length - 1];
    assert.ok(last > 18 && last < 20, String(last));
    // from each arrow to the next by the same factor
    const factors = small.slice(1).map((step, i) => small[i] / step);
    factors.forEach((factor) => near(factor, factors[0], 1e-3));
  });
});

test('long texts: a cell in the window is the number that the whole map has there', async () => {
  for (const text of [undefined, 'I love pizza']) {
    const { trace, question } = await answerOf('long-texts', 0, { ...(text && { text }) });
    const ids = question.queries.map((/** @type {any} */ { id }) => id);
    const found = await createLongText(lab.engine, trace, ids, { words: 1024, causal: false });
    const small = await found.look({ head: 0, row: 512, column: 256, size: 16 });
    const large = await found.look({ head: 0, row: 512, column: 256, size: 256 });
    for (let row = 0; row < 16; row++)
      assert.deepEqual(
        rowOfMatrix(small.map, row),
        rowOfMatrix(large.map, row).slice(0, 16),
        'the same cells in another window',
      );
    await found.dispose();
  }
});

test('long texts: each word that is written leaves every earlier row as it was', async () => {
  await inAll('long-texts', 2, async ({ trace, rows }) => {
    for (let count = 2; count <= Math.min(6, rows); count++)
      assert.ok((await computeWritten(lab.engine, trace, { head: 0, count })).difference.same);
  });
});

test('long texts: with a cache one row goes in, and only keys, values and the new row of the map grow', async () => {
  await inAll('long-texts', 3, async ({ trace, rows }) => {
    const count = Math.min(6, rows);
    const { again, cached } = await computeStep(lab.engine, trace, count);
    const width = trace.query.shape[2];
    assert.deepEqual(
      [again.x, again.query, again.computed, again.map],
      [[count, 64], [count, width], [count, width], [count, count]], // prettier-ignore
    );
    assert.deepEqual(
      [cached.x, cached.query, cached.computed, cached.seen, cached.map],
      [[1, 64], [1, width], [1, width], [count, width], [1, count]], // prettier-ignore
    );
  });
});

test('long texts: 8 heads that share 2 sets keep a quarter of the numbers, and have 8 maps', async () => {
  await inAll('long-texts', 5, async ({ trace }) => {
    const of = (/** @type {number} */ sets) => computeShared(lab.engine, trace, { heads: 8, sets });
    const [all, two, one] = [await of(8), await of(2), await of(1)];
    assert.deepEqual([4 * two.each, 8 * one.each, two.maps], [all.each, all.each, 8]);
  });
});

test('dropout: runs differ with it and are the same to the last digit without', async () => {
  for (const scene of [0, 1])
    await inAll('dropout', scene, async ({ trace, row, head }) => {
      const run = async (/** @type {number} */ chance, /** @type {number} */ draw) => {
        const { attention } = await dropShares(lab.engine, trace.attention, { chance, draw });
        return mixed(lab.engine, attention, trace.value, { head, row });
      };
      const runs = await Promise.all([1, 2, 3, 4].map((draw) => run(0.5, draw)));
      assert.ok(new Set(runs.map(String)).size > 1);
      assert.deepEqual(await run(0, 1), await run(0, 2));
    });
});

test('dropout: an ablated head is silent, and no other head changes', async () => {
  await inAll('dropout', 2, async ({ trace }, text) => {
    const less = (await answerOf('dropout', 2, { text, off: [1] })).trace;
    for (const head of [0, 2, 3])
      assert.deepEqual(headOf(less.heads, head).data, headOf(trace.heads, head).data);
    assert.ok(headOf(less.heads, 1).data.every((z) => z === 0));
    const { attention } = await dropShares(lab.engine, trace.attention, { chance: 0.3, draw: 1 });
    for (let head = 0; head < 4; head++)
      assert.ok(headOf(attention, head).data.some((share) => share === 0));
  });
});

test('digits: adding 100 loses the row, and with the largest taken off nothing changes', async () => {
  for (const scene of [0, 1])
    await inAll('digits', scene, async ({ trace, row, head }) => {
      const scores = rowAt(trace.scores, head, row);
      const shares = rowAt(trace.attention, head, row);
      for (const added of [0, 40]) {
        const { naive, stable } = await computeSoftmaxes(lab.engine, scores, added);
        shares.forEach((share, i) => near(naive.shares[i], share));
        shares.forEach((share, i) => near(stable.shares[i], share));
      }
      const { naive, stable } = await computeSoftmaxes(lab.engine, scores, 100);
      assert.ok(naive.shares.every(Number.isNaN) && naive.sum === Infinity);
      shares.forEach((share, i) => near(stable.shares[i], share));
      assert.equal(Math.max(...stable.exponentials), 1);
    });
});

test('digits: the sum is made smaller just where a new largest score comes', async () => {
  await inAll('digits', 2, async ({ trace, row, head }) => {
    const { passes, twice } = await computeOnline(lab.engine, rowAt(trace.scores, head, row));
    passes.slice(1).forEach(({ max, factor }, i) => assert.equal(max > passes[i].max, factor < 1));
    near(passes[passes.length - 1].sum, twice);
  });
});

test('digits: float16 ends at 65,504, bfloat16 reaches as far as float32, int8 has 127 steps; none has the share itself', async () => {
  const rounded = (/** @type {'F16' | 'BF16' | 'I8'} */ format, /** @type {number[]} */ list) =>
    Array.from(roundTo(Float32Array.from(list), format));
  assert.deepEqual(rounded('F16', [65_504, 70_000]), [65_504, Infinity]);
  assert.ok(rounded('BF16', [70_000, 3e38]).every(Number.isFinite));
  const steps = new Set(
    rounded(
      'I8',
      Array.from({ length: 10_001 }, (_, i) => i / 10_000),
    ),
  );
  assert.equal(steps.size, 128, '0 and 127 steps to one side');
  await inAll('digits', 4, async ({ trace, row, head }, text) => {
    const [, ...short] = await computeErrors(lab.engine, trace, { head, row });
    short.forEach(({ largest }, i) => assert.ok(largest > (short[i - 1]?.largest ?? 0), text));
  });
});

/** Scenes whose claims are in a test that names no scene, by a part of its name. */
const ELSEWHERE = Object.freeze({
  'why 3': 'without looking around, most of the four mistakes stay',
  'layer 3': 'dropout: 4 blocks of 6 heads have 24 maps',
  'layer 5': 'cost: the MLP has twice the weights',
  'roles 4': 'induction: 95 % of the predictable positions within 120 steps',
});

test('every scene has a test of its claims', async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.test.js'));
  const files = [...names, '../../training/figures.test.js'];
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, FOLDER), 'utf8')));
  const all = sources.join('\n');
  const named = [
    ...all.matchAll(/(?:answerOf|momentOf|inAll|english)\(\s*'([\w-]+)',\s*(\d)/g),
  ].map(([, id, scene]) => `${id} ${scene}`);
  const elsewhere = Object.entries(ELSEWHERE).flatMap(([scene, title]) =>
    all.includes(`test('${title}`) ? [scene] : [],
  );
  const every = lessons.flatMap(({ id, scenes }) => scenes.map((_, scene) => `${id} ${scene}`));
  assert.deepEqual(
    every.filter((scene) => ![...named, ...elsewhere, ...opened].includes(scene)),
    [],
  );
});
