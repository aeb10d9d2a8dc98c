// Tests kept calls: keeping changes no bit, windows have the bits of the maps, pooling equals the
// reference's, and dispose frees the memory.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load, loadInWorker } from 'headwise';
import * as reference from 'headwise/reference';
import {
  describeCase,
  randomAttentionCase,
  randomLayerCase,
  withOptions,
} from '../support/cases.js';
import { Random } from '../support/random.js';
import { refused } from '../support/refused.js';
import { assertSameBits } from '../support/tensors.js';

/** @typedef {import('headwise').PlainTensor} PlainTensor */

const KEPT_GONE = ['disposed', 'the kept call was disposed and cannot be used any more'];
const ENGINE_GONE = ['disposed', 'the engine was disposed and cannot be used any more'];

const engine = await load();
test.after(() => engine.dispose());

const x = new Random(1).tensor([2, 40, 24]);
const config = { embedDim: 24, numHeads: 3 };

/**
 * A random window of maps (B, H, L, T), whole or in part.
 *
 * @param {Random} random
 * @param {readonly number[]} shape
 */
function randomWindow(random, [batch, heads, rows, columns]) {
  const range = (/** @type {number} */ size) => {
    const begin = random.integer(0, size);
    return random.chance(0.3) ? [0, size] : [begin, random.integer(begin, size)];
  };
  return {
    batch: random.integer(0, batch - 1),
    head: random.integer(0, heads - 1),
    rows: range(rows),
    columns: range(columns),
  };
}

/**
 * @param {PlainTensor} maps (B, H, L, T)
 * @param {ReturnType<typeof randomWindow>} window
 */
function cut({ data, shape: [, heads, rows, columns] }, window) {
  const [top, bottom] = window.rows;
  const [left, right] = window.columns;
  const cells = [];
  for (let i = top; i < bottom; i++) {
    const row = ((window.batch * heads + window.head) * rows + i) * columns;
    cells.push(...data.subarray(row + left, row + right));
  }
  return { data: Float32Array.from(cells), shape: [bottom - top, right - left] };
}

/** @param {PlainTensor} maps */
const withBatch = ({ data, shape }) => ({
  data,
  shape: shape.length === 3 ? [1, ...shape] : shape,
});

describe('keep changes no bit, and windows have the bits of the maps', () => {
  test('of attention', () => {
    for (let seed = 1; seed <= 120; seed++) {
      const random = new Random(100 + seed);
      const { inputs, options, sizes } = randomAttentionCase(random, 1 + (seed % 70));
      const [query, key, value] = inputs;
      const what = `seed ${seed}: ${describeCase({ sizes, options })}`;
      const asked = { ...options, attention: true };
      const expected = engine.scaledDotProductAttention(query, key, value, asked);
      const { kept, ...rest } = engine.scaledDotProductAttention(query, key, value, {
        ...options,
        keep: true,
      });
      assert.ok(kept && expected.attention);
      assertSameBits(expected, rest, what);
      if (sizes.batch === 0) continue;
      engine.scaledDotProductAttention(x, x, x); // it shares no memory with the kept call
      for (let n = 0; n < 6; n++) {
        const window = randomWindow(random, withBatch(expected.attention).shape);
        const expectedWindow = cut(withBatch(expected.attention), window);
        assertSameBits(kept.attentionWindow(window), expectedWindow, what);
      }
      kept.dispose();
    }
  });

  test('of a layer, with any additions and replacements', () => {
    for (let seed = 1; seed <= 120; seed++) {
      const random = new Random(300 + seed);
      const { config, inputs, options, sizes } = randomLayerCase(random, 1 + (seed % 70));
      const { averageHeads: _, ...plain } = options;
      const what = `seed ${seed}: ${describeCase({ config, sizes, options })}`;
      const layer = engine.createMultiHeadAttention(config);
      const expected = layer.forward(...withOptions(inputs, { ...plain, trace: true }));
      const asked = { ...options, keep: true, trace: random.chance(0.3) };
      const { kept, output } = layer.forward(...withOptions(inputs, asked));
      assert.ok(kept && expected.attention);
      assertSameBits(expected, { output }, what);
      layer.dispose(); // and the kept call is unchanged
      for (let n = 0; n < 6 && sizes.batch > 0; n++) {
        const window = randomWindow(random, withBatch(expected.attention).shape);
        const expectedWindow = cut(withBatch(expected.attention), window);
        assertSameBits(kept.attentionWindow(window), expectedWindow, what);
      }
      kept.dispose();
    }
  });

  test('of several calls at once, each its own', () => {
    const layer = engine.createMultiHeadAttention(config);
    const inputs = [1, 2, 3].map((seed) => new Random(seed).tensor([2, 30 + seed, 24]));
    const all = inputs.map((input) => layer.forward(input, { keep: true, attention: true }));
    for (const { kept, attention } of all) {
      assert.ok(kept && attention);
      const [, , rows, columns] = attention.shape;
      const window = { batch: 1, head: 2, rows: [0, rows], columns: [0, columns] };
      assertSameBits(kept.attentionWindow(window), cut(attention, window));
      kept.dispose();
    }
    layer.dispose();
  });

  test('with any number of threads', async () => {
    const other = await load({ threads: 3 });
    const long = new Random(5).tensor([1, 2, 500, 16]);
    const window = { head: 1, rows: [3, 480], columns: [20, 500] };
    for (const size of [{}, { width: 100, height: 33 }]) {
      const [one, three] = [engine, other].map((each) => {
        const { kept } = each.scaledDotProductAttention(long, long, long, { keep: true });
        return kept?.attentionWindow({ ...window, ...size });
      });
      assertSameBits({ three }, { three: one });
    }
    other.dispose();
  });
});

describe('a pooled window', () => {
  const query = new Random(7).tensor([2, 37, 8]);
  const options = /** @type {const} */ ({ causal: true, window: { left: 11 }, keep: true });
  const { kept } = engine.scaledDotProductAttention(query, query, query, options);
  const exact = reference.scaledDotProductAttention(query, query, query, options).kept;
  assert.ok(kept && exact);

  test("equals the reference's", () => {
    const random = new Random(8);
    for (let n = 0; n < 60; n++) {
      const { rows, columns, head } = randomWindow(random, [1, 2, 37, 37]);
      const [height, width] = [rows, columns].map(([begin, end]) =>
        random.integer(Math.min(1, end - begin), end - begin),
      );
      for (const reduce of /** @type {const} */ (['mean', 'max'])) {
        const window = { head, rows, columns, height, width, reduce };
        const found = kept.attentionWindow(window);
        /** @type {{ data: Float64Array, shape: readonly number[] }} */
        const expected = exact.attentionWindow(window);
        assert.deepEqual(found.shape, expected.shape);
        for (const [at, value] of expected.data.entries()) {
          const apart = Math.abs(found.data[at] - value);
          assert.ok(apart <= 1e-6 + 1e-5 * value, `${JSON.stringify(window)}: ${apart}`);
        }
      }
    }
  });

  test('has bins that begin at floor(index size / bins)', () => {
    const whole = kept.attentionWindow({ head: 0, rows: [20, 21], columns: [10, 20] });
    const pooled = kept.attentionWindow({ head: 0, rows: [20, 21], columns: [10, 20], width: 4 });
    const begin = [0, 2, 5, 7, 10];
    /** @type {number[]} */
    const sums = [];
    for (let bin = 0; bin < 4; bin++) {
      const cells = whole.data.subarray(begin[bin], begin[bin + 1]);
      sums.push(Math.fround(cells.reduce((sum, cell) => sum + cell, 0) / cells.length));
    }
    assert.ok(sums.some((sum) => sum > 0));
    assert.deepEqual([...pooled.data], sums);
    assert.deepEqual(pooled.shape, [1, 4]);
  });
});

describe('attentionWindow refuses', () => {
  const { kept } = engine.createMultiHeadAttention(config).forward(x, { keep: true });
  assert.ok(kept);
  const good = { head: 0, rows: [0, 4], columns: [0, 5] };
  for (const [given, expected] of /** @type {const} */ ([
    [undefined, ['TypeError', 'window: expected an object, got undefined']],
    [{ ...good, hed: 1 }, ['TypeError', 'unknown option hed: did you mean head?']],
    [{ ...good, head: 3 }, ['RangeError', 'head: expected an integer from 0 to 2, got 3']],
    [
      { ...good, head: undefined },
      ['TypeError', 'head: expected an integer from 0 to 2, got undefined'],
    ],
    [{ ...good, batch: 2 }, ['RangeError', 'batch: expected an integer from 0 to 1, got 2']],
    [
      { ...good, rows: [0, 41] },
      ['RangeError', 'rows[1]: expected an integer from 0 to 40, got 41'],
    ],
    [{ ...good, rows: [5, 4] }, ['RangeError', 'rows[1]: expected an integer from 5 to 40, got 4']],
    [{ ...good, rows: 4 }, ['TypeError', 'rows: expected [begin, end) within [0, 40], got 4']],
    [
      { ...good, columns: [0] },
      ['RangeError', 'columns: expected [begin, end) within [0, 40], got an array of length 1'],
    ],
    [
      { ...good, columns: [0, '5'] },
      ['TypeError', 'columns[1]: expected an integer from 0 to 40, got "5"'],
    ],
    [
      { ...good, width: 6 },
      ['RangeError', 'width: expected at most 5, the columns of the window, got 6'],
    ],
    [
      { ...good, height: 9 },
      ['RangeError', 'height: expected at most 4, the rows of the window, got 9'],
    ],
    [{ ...good, height: 0 }, ['RangeError', 'height: expected an integer of at least 1, got 0']],
    [{ ...good, reduce: 'min' }, ['TypeError', "reduce: expected 'mean' or 'max', got \"min\""]],
  ])) {
    test(`${JSON.stringify(given)}: ${expected[1]}`, () => {
      assert.deepEqual(
        refused(() => kept.attentionWindow(/** @type {any} */ (given))),
        expected,
      );
      const twin = reference.createMultiHeadAttention(config).forward(x, { keep: true }).kept;
      assert.deepEqual(
        refused(() => twin?.attentionWindow(/** @type {any} */ (given))),
        expected,
      );
      assert.deepEqual(kept.attentionWindow(good).shape, [4, 5]);
    });
  }

  test('aborted calls', () => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    assert.throws(
      () => kept.attentionWindow({ ...good, signal }),
      (error) => error === reason,
    );
  });
});

describe('a kept call', () => {
  const window = { head: 0, rows: [0, 3], columns: [0, 3] };

  test('is gone once it is disposed, however often', () => {
    const { kept } = engine.createMultiHeadAttention(config).forward(x, { keep: true });
    assert.ok(kept);
    kept.dispose();
    kept.dispose();
    kept[Symbol.dispose]();
    for (const call of [() => kept.attentionWindow(window), () => kept.backward(x)]) {
      assert.deepEqual(refused(call), KEPT_GONE);
    }
    const twin = reference.createMultiHeadAttention(config).forward(x, { keep: true }).kept;
    assert.ok(twin);
    twin.dispose();
    twin.dispose();
    assert.throws(() => twin.attentionWindow(window), { code: 'disposed', message: KEPT_GONE[1] });
  });

  test('is gone with its engine', async () => {
    for (const other of /** @type {any[]} */ ([await load(), await reference.load()])) {
      const layer = other.createMultiHeadAttention(config);
      const all = [
        layer.forward(x, { keep: true }).kept,
        other.scaledDotProductAttention(x, x, x, { keep: true }).kept,
      ];
      other.dispose();
      for (const kept of all) {
        assert.throws(() => kept?.attentionWindow(window), {
          code: 'disposed',
          message: ENGINE_GONE[1],
        });
        kept?.dispose();
      }
    }
  });

  test('comes and goes 10,000 times in a memory that cannot grow', async () => {
    const few = new Random(2).tensor([3, 8]);
    const tight = await load({ memoryLimit: 64 * 65536 + 4 * 3 * 8 });
    const layer = tight.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
    const first = layer.forward(few, { keep: true, causal: true }).kept;
    const expected = first?.attentionWindow(window);
    for (let cycle = 0; cycle < 10_000; cycle++) {
      const { kept } = layer.forward(few, { keep: true, causal: true });
      assert.ok(kept);
      if (cycle % 500 === 0) assertSameBits(kept.attentionWindow(window), expected);
      kept.dispose();
    }
    tight.dispose();
  });

  test('counts in memoryLimit, and nothing is lost where it does not fit', async () => {
    const long = new Random(3).tensor([1, 4, 900, 64]); // 0.9 MB
    const tight = await load({ memoryLimit: 12_000_000 });
    const options = { keep: true };
    const held = [];
    for (;;) {
      try {
        held.push(tight.scaledDotProductAttention(long, long, long, options).kept);
      } catch (error) {
        assert.match(String(error), /\d+ bytes.*12000000/);
        break;
      }
    }
    assert.ok(held.length >= 1 && held.length < 3, `${held.length}`);
    for (let cycle = 0; cycle < 20; cycle++) {
      held.pop()?.dispose();
      held.push(tight.scaledDotProductAttention(long, long, long, options).kept);
    }
    tight.dispose();
  });

  test('is removed when its call fails', async () => {
    const long = new Random(3).tensor([1, 4, 900, 64]);
    const tight = await load({ memoryLimit: 12_000_000 });
    for (let cycle = 0; cycle < 20; cycle++) {
      const stop = () => {
        throw new RangeError('stop');
      };
      assert.throws(
        () => tight.scaledDotProductAttention(long, long, long, { keep: true, onProgress: stop }),
        /stop/,
      );
    }
    assert.ok(tight.scaledDotProductAttention(long, long, long, { keep: true }).kept);
    tight.dispose();
  });

  test('may be disposed during another call', () => {
    const { kept } = engine.createMultiHeadAttention(config).forward(x, { keep: true });
    const long = new Random(3).tensor([1, 4, 900, 64]);
    const busy = /** @type {unknown[]} */ ([]);
    const onProgress = () => {
      busy.push(refused(() => kept?.attentionWindow(window))[0]);
      kept?.dispose();
    };
    const expected = engine.scaledDotProductAttention(long, long, long);
    assertSameBits(engine.scaledDotProductAttention(long, long, long, { onProgress }), expected);
    assert.deepEqual(busy.slice(0, 2), ['unsupported', 'disposed']);
  });
});

describe('in a worker', () => {
  test('windows have the same bits, and errors the same words', async () => {
    const remote = await loadInWorker();
    const layer = await remote.createMultiHeadAttention(config);
    const { kept } = await layer.forward(x, { keep: true, causal: true });
    const twin = engine.createMultiHeadAttention(config).forward(x, { keep: true, causal: true });
    assert.ok(kept && twin.kept);
    const window = { head: 1, batch: 1, rows: [3, 30], columns: [2, 39], width: 9 };
    assertSameBits(await kept.attentionWindow(window), twin.kept.attentionWindow(window));
    await assert.rejects(kept.attentionWindow({ ...window, head: 3 }), {
      name: 'RangeError',
      message: 'head: expected an integer from 0 to 2, got 3',
    });
    const attended = await remote.scaledDotProductAttention(x, x, x, { keep: true });
    await kept.dispose();
    await kept.dispose();
    await assert.rejects(kept.attentionWindow(window), { code: 'disposed', message: KEPT_GONE[1] });
    const whole = { head: 1, rows: [0, 40], columns: [0, 40] };
    assert.equal((await attended.kept?.attentionWindow(whole))?.data.length, 1600);
    await remote.dispose();
    await assert.rejects(Promise.resolve(attended.kept?.attentionWindow(whole)), {
      message: ENGINE_GONE[1],
    });
    await attended.kept?.dispose();
  });

  test('kept calls that were never returned are freed', async () => {
    const remote = await loadInWorker({ memoryLimit: 12_000_000 });
    const long = new Random(3).tensor([1, 4, 900, 64]);
    for (let cycle = 0; cycle < 12; cycle++) {
      const controller = new AbortController();
      const { signal } = controller;
      const call = remote.scaledDotProductAttention(long, long, long, { keep: true, signal });
      setTimeout(() => controller.abort(), 3 * cycle);
      const result = await call.catch(() => null);
      await result?.kept?.dispose();
    }
    const { kept } = await remote.scaledDotProductAttention(long, long, long, { keep: true });
    const controller = new AbortController();
    const window = { head: 0, rows: [0, 900], columns: [0, 900], signal: controller.signal };
    const answer = kept?.attentionWindow(window);
    controller.abort();
    await assert.rejects(Promise.resolve(answer), { name: 'AbortError' });
    assert.equal(
      (await kept?.attentionWindow({ ...window, signal: undefined }))?.data.length,
      810_000,
    );
    await remote.dispose();
  });
});
