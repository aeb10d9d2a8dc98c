// Tests the reference against the laws of attention that hold for any numbers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createMultiHeadAttention,
  linear,
  scaledDotProductAttention,
} from '../../../src/js/reference/index.ts';
import { alibiSlope } from '../../../src/js/reference/positions.ts';
import { assertClose, doubles, numbersOf, range, take } from '../support/make.js';
import { Random } from '../support/random.js';
import { assertRefuses } from '../support/refuses.js';

/** @import { DoubleTensor } from '../../../src/js/reference/types.ts' */

describe('laws of attention', () => {
  const random = new Random(1);
  const [B, H, L, S, E, Ev] = [2, 4, 5, 6, 3, 2];
  const query = random.tensor([B, H, L, E]);
  const key = random.tensor([B, H, S, E]);
  const value = random.tensor([B, H, S, Ev]);
  const attend = random.booleans([B, 1, L, S], 0.7);
  const bias = random.tensor([H, 1, S]);
  const mask = [{ attend }, { bias }];
  const whole = scaledDotProductAttention(query, key, value, { mask, trace: true });

  test('each row of a map sums to 1, and masked cells are exactly 0', () => {
    const map = whole.attention?.data ?? new Float64Array(0);
    for (let row = 0; row < B * H * L; row++) {
      const shares = map.slice(row * S, (row + 1) * S);
      assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-15);
    }
    numbersOf(whole.trace?.masked).forEach((score, at) => {
      assert.equal(score === -Infinity, map[at] === 0);
    });
  });

  test('maps and traces change no other result', () => {
    for (const more of [{}, { attention: true }, { trace: true }]) {
      assert.deepEqual(
        scaledDotProductAttention(query, key, value, { mask, ...more }).output,
        whole.output,
      );
    }
  });

  test('the order of keys does not matter', () => {
    const order = [3, 0, 5, 1, 4, 2];
    const result = scaledDotProductAttention(query, take(key, 2, order), take(value, 2, order), {
      mask: [
        { attend: { ...attend, data: Uint8Array.from(take(attend, 3, order).data) } },
        { bias: { ...bias, data: Float32Array.from(take(bias, 2, order).data) } },
      ],
      attention: true,
    });
    assertClose(result.output, whole.output);
    assert.ok(whole.attention);
    assertClose(result.attention, take(whole.attention, 3, order));
  });

  test('B may be left out', () => {
    const one = scaledDotProductAttention(query, key, value, { trace: true });
    for (const b of range(B)) {
      const pick = (/** @type {import('../support/make.js').AnyNumbers} */ tensor) => {
        const { data, shape } = take(tensor, 0, [b]);
        return { data, shape: shape.slice(1) };
      };
      const alone = scaledDotProductAttention(pick(query), pick(key), pick(value), { trace: true });
      assertClose(alone.output, pick(one.output));
      assert.ok(one.logSumExp && one.trace);
      assertClose(alone.logSumExp, pick(one.logSumExp));
      assertClose(alone.trace?.scores, pick(one.trace.scores));
    }
  });

  test('grouped queries are repeated heads', () => {
    const [keys, values] = [take(key, 1, [0, 1]), take(value, 1, [0, 1])];
    const grouped = scaledDotProductAttention(query, keys, values, { attention: true });
    const repeated = scaledDotProductAttention(
      query,
      take(key, 1, [0, 0, 1, 1]),
      take(value, 1, [0, 0, 1, 1]),
      { attention: true },
    );
    assert.deepEqual(grouped.output, repeated.output);
    assert.deepEqual(grouped.attention, repeated.attention);
  });

  test('numbers of masked keys and values have no effect', () => {
    const spoilt = { ...key, data: key.data.slice() };
    const spoiltValue = { ...value, data: value.data.slice() };
    const ignore = { data: Uint8Array.of(0, 0, 0, 1, 0, 1), shape: [S] };
    for (let head = 0; head < B * H; head++) {
      for (const j of [3, 5]) {
        spoilt.data.fill(NaN, (head * S + j) * E, (head * S + j + 1) * E);
        spoiltValue.data.fill(Infinity, (head * S + j) * Ev, (head * S + j + 1) * Ev);
      }
    }
    const options = { mask: { ignore }, attention: true };
    const clean = scaledDotProductAttention(query, key, value, options);
    const result = scaledDotProductAttention(query, spoilt, spoiltValue, options);
    assert.deepEqual(result.output, clean.output);
    assert.deepEqual(result.attention, clean.attention);
  });

  test('a query that may attend to nothing gives zeros', () => {
    const nothing = { mask: { attend: { data: new Uint8Array(S), shape: [S] } }, trace: true };
    const result = scaledDotProductAttention(query, key, value, nothing);
    assert.ok([...numbersOf(result.output), ...numbersOf(result.attention)].every((n) => n === 0));
    assert.ok(numbersOf(result.logSumExp).every((n) => n === -Infinity));
    const none = scaledDotProductAttention(query, take(key, 2, []), take(value, 2, []), {
      attention: true,
    });
    assert.ok(numbersOf(none.output).every((n) => n === 0));
    assert.deepEqual(none.attention?.shape, [B, H, L, 0]);
  });

  test('a bias of -Infinity masks, NaN and all', () => {
    const shut = { data: Float32Array.of(0, -Infinity, 0, 0, 0, 0), shape: [S] };
    const open = { data: Uint8Array.of(1, 0, 1, 1, 1, 1), shape: [S] };
    const nan = { ...key, data: key.data.map((n, at) => (Math.floor(at / E) % S === 1 ? NaN : n)) };
    assert.deepEqual(
      scaledDotProductAttention(query, nan, value, { mask: { bias: shut } }).output,
      scaledDotProductAttention(query, key, value, { mask: { attend: open } }).output,
    );
  });

  test('NaN in a query makes its row NaN and no other', () => {
    const nan = { ...query, data: query.data.slice() };
    nan.data[0] = NaN;
    const { output } = scaledDotProductAttention(nan, key, value, { mask });
    output.data.forEach((n, at) => assert.equal(Number.isNaN(n), at < Ev));
  });

  test('ranges equal the masks of their formulas', () => {
    const P = 2;
    const past = { pastKey: random.tensor([B, H, P, E]), pastValue: random.tensor([B, H, P, Ev]) };
    const T = P + S;
    const keyLengths = [T - 1, 3];
    /** @type {[object, (b: number, i: number, j: number) => boolean][]} */
    const cases = [
      [{ causal: true }, (b, i, j) => j <= P + i],
      [{ causal: 'bottom-right' }, (b, i, j) => j <= T - L + i],
      [
        { causal: 'by-length', keyLengths },
        (b, i, j) => j < keyLengths[b] && j <= keyLengths[b] - L + i,
      ],
      [{ keyLengths }, (b, i, j) => j < keyLengths[b]],
      [{ window: { left: 1 } }, (b, i, j) => j >= P + i - 1],
      [{ window: { left: 2, right: 1 } }, (b, i, j) => j >= P + i - 2 && j <= P + i + 1],
      [{ causal: 'bottom-right', window: { left: 0, right: 9 } }, (b, i, j) => j === T - L + i],
      [
        { causal: 'by-length', keyLengths, window: { left: 1 } },
        (b, i, j) => j <= keyLengths[b] - L + i && j >= keyLengths[b] - L + i - 1,
      ],
    ];
    for (const [options, allowed] of cases) {
      const cells = range(B).flatMap((b) =>
        range(L).flatMap((i) => range(T).map((j) => Number(allowed(b, i, j)))),
      );
      const asMask = { mask: { attend: { data: Uint8Array.from(cells), shape: [B, 1, L, T] } } };
      const expected = scaledDotProductAttention(query, key, value, {
        ...past,
        ...asMask,
        attention: true,
      });
      const result = scaledDotProductAttention(query, key, value, {
        ...past,
        ...options,
        attention: true,
      });
      assert.deepEqual(result.attention, expected.attention, JSON.stringify(options));
      assert.deepEqual(result.output, expected.output, JSON.stringify(options));
    }
  });

  test('a past continues the sequence, for all kinds of positions', () => {
    const [q, k, v] = [
      random.tensor([1, 2, 6, 4]),
      random.tensor([1, 2, 6, 4]),
      random.tensor([1, 2, 6, 4]),
    ];
    for (const positions of /** @type {const} */ ([
      undefined,
      { type: 'alibi' },
      { type: 'rotary', offset: 3 },
    ])) {
      const options = { causal: true, positions, trace: true };
      const all = scaledDotProductAttention(q, k, v, options);
      const empty = take(k, 2, []);
      const part = (
        /** @type {number[]} */ picks,
        /** @type {DoubleTensor} */ pastKey,
        /** @type {DoubleTensor} */ pastValue,
      ) =>
        scaledDotProductAttention(take(q, 2, picks), take(k, 2, picks), take(v, 2, picks), {
          ...options,
          ...{ pastKey, pastValue },
        });
      const first = part([0, 1, 2, 3], empty, empty);
      assert.ok(first.presentKey && first.presentValue);
      const second = part([4, 5], first.presentKey, first.presentValue);
      assertClose(first.output, take(all.output, 2, [0, 1, 2, 3]));
      assertClose(second.output, take(all.output, 2, [4, 5]));
      assert.deepEqual(second.presentValue?.shape, [1, 2, 6, 4]);
    }
  });

  test('rotary positions depend on distances between tokens only', () => {
    const [q, k, v] = [
      random.tensor([2, 5, 6]),
      random.tensor([2, 5, 6]),
      random.tensor([2, 5, 1]),
    ];
    for (const interleaved of [false, true]) {
      const at = (/** @type {number} */ offset) =>
        scaledDotProductAttention(q, k, v, {
          positions: { type: 'rotary', interleaved, dims: 4, offset },
          attention: true,
        });
      assertClose(at(1000).attention, at(0).attention, 1e-12);
      const still = scaledDotProductAttention(q, k, v, { attention: true });
      assert.notDeepEqual(at(0).attention, still.attention);
    }
  });

  test("the slopes of ALiBi are the paper's", () => {
    const slopes = (/** @type {number} */ heads) => range(heads).map((h) => alibiSlope(h, heads));
    assert.deepEqual(
      slopes(8),
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => 2 ** -n),
    );
    const between = [0.5, 1.5, 2.5, 3.5].map((n) => 2 ** -n);
    assert.deepEqual(slopes(12), [...slopes(8), ...between]);
    assert.deepEqual(slopes(1), [2 ** -8]);
    const one = random.tensor([1, 3, 1]);
    const given = scaledDotProductAttention(one, one, one, {
      positions: { type: 'alibi', slopes: [0.5] },
      trace: true,
    });
    const { masked, scores } = given.trace ?? {};
    assertClose(
      masked,
      doubles(
        [1, 3, 3],
        ...numbersOf(scores).map((s, n) => s - 0.5 * Math.abs(Math.floor(n / 3) - (n % 3))),
      ),
    );
  });
});

describe('laws of the layer', () => {
  const random = new Random(2);
  const config = { embedDim: 6, numHeads: 3, headDim: 2, valueHeadDim: 4, outputDim: 5, seed: 1 };
  const layer = createMultiHeadAttention(config);
  const state = layer.stateDict();
  layer.loadStateDict({
    ...state,
    'out_proj.bias': random.tensor([5]),
    in_proj_bias: random.tensor([24]),
  });
  const x = random.tensor([2, 4, 6]);
  const whole = layer.forward(x, { trace: true, causal: true });
  const { trace } = whole;
  assert.ok(trace);

  test('the sum of contributions and the bias is the output', () => {
    const [B, H, L, O] = trace.contributions.shape;
    const bias = layer.stateDict()['out_proj.bias'].data;
    const sums = numbersOf(whole.output).map((_, at) => {
      const [b, i, o] = [Math.floor(at / (L * O)), Math.floor(at / O) % L, at % O];
      return range(H).reduce(
        (sum, h) => sum + trace.contributions.data[((b * H + h) * L + i) * O + o],
        bias[o],
      );
    });
    assertClose(whole.output, doubles([B, L, O], ...sums));
  });

  test('the trace is a chain: each step follows from the one before', () => {
    const { query, key, value } = trace;
    const attended = scaledDotProductAttention(query, key, value, { causal: true, trace: true });
    assert.deepEqual(attended.output, trace.heads);
    assert.deepEqual(attended.trace?.masked, trace.masked);
    assert.deepEqual(attended.logSumExp, whole.logSumExp);
    const { data, shape } = layer.stateDict()['out_proj.weight'];
    assert.deepEqual(
      linear(trace.concatenated, { data, shape }, layer.stateDict()['out_proj.bias']),
      whole.output,
    );
  });

  test('heads permuted in the state dict permute the maps', () => {
    const order = [2, 0, 1];
    const now = layer.stateDict();
    const rows = (/** @type {number} */ first, /** @type {number} */ width) =>
      order.flatMap((h) => range(width).map((r) => first + h * width + r));
    const picks = [...rows(0, 2), ...rows(6, 2), ...rows(12, 4)];
    const permuted = createMultiHeadAttention(config);
    permuted.loadStateDict({
      ...now,
      in_proj_weight: take(now.in_proj_weight, 0, picks),
      in_proj_bias: take(now.in_proj_bias, 0, picks),
      'out_proj.weight': take(now['out_proj.weight'], 1, rows(0, 4)),
    });
    const result = permuted.forward(x, { causal: true, attention: true });
    assert.deepEqual({ ...result.attention }, take(trace.attention, 1, order));
    assertClose(result.output, whole.output);
  });

  test('key defaults to query, value to key', () => {
    assert.deepEqual(layer.forward(x, x, x), layer.forward(x));
    const other = random.tensor([2, 3, 6]);
    assert.deepEqual(layer.forward(x, other, other), layer.forward(x, other));
  });

  test('a row that may attend to nothing is b_O', () => {
    const ignore = { data: Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0), shape: [2, 4] };
    const { output } = layer.forward(x, { keyPaddingMask: { ignore } });
    const bias = numbersOf(layer.stateDict()['out_proj.bias']);
    assert.deepEqual(numbersOf(output).slice(0, 20), [...bias, ...bias, ...bias, ...bias]);
  });

  test('replacing an intermediate by itself changes nothing', () => {
    const names = /** @type {const} */ ([
      'query',
      'key',
      'value',
      'dotProducts',
      'scores',
      'attention',
      'heads',
    ]);
    for (const name of names) {
      /** @type {Partial<Record<typeof name, DoubleTensor>>} */
      const replace = { [name]: trace[name] };
      assert.deepEqual(layer.forward(x, { causal: true, trace: true, replace }), whole, name);
    }
  });

  test('removing a head removes its contribution', () => {
    const heads = {
      ...trace.heads,
      data: trace.heads.data.map((z, at) => (Math.floor(at / 16) % 3 === 1 ? 0 : z)),
    };
    const { output } = layer.forward(x, { causal: true, replace: { heads } });
    const [, H, L, O] = trace.contributions.shape;
    const less = numbersOf(whole.output).map((y, at) => {
      const [b, rest] = [Math.floor(at / (L * O)), at % (L * O)];
      return y - trace.contributions.data[(b * H + 1) * L * O + rest];
    });
    assertClose(output, doubles([2, 4, 5], ...less));
  });

  test('averaged maps are the mean over heads', () => {
    const { attention } = layer.forward(x, { causal: true, averageHeads: true, attention: true });
    const [B, H, L, S] = trace.attention.shape;
    const means = range(B * L * S).map((at) => {
      const [b, rest] = [Math.floor(at / (L * S)), at % (L * S)];
      return (
        range(H).reduce((sum, h) => sum + trace.attention.data[(b * H + h) * L * S + rest], 0) / H
      );
    });
    assertClose(attention, doubles([B, L, S], ...means));
  });

  test('extra keys come last, and nothing masks them', () => {
    const extra = createMultiHeadAttention({
      embedDim: 4,
      numHeads: 2,
      addBiasKv: true,
      addZeroAttention: true,
    });
    const shut = { mask: { attend: { data: new Uint8Array(3), shape: [3] } } };
    const result = extra.forward(random.tensor([3, 4]), {
      ...shut,
      keyLengths: [0],
      causal: true,
      trace: true,
    });
    assert.deepEqual(result.attention?.shape, [2, 3, 5]);
    assert.deepEqual(result.trace?.key.shape, [2, 3, 2]);
    numbersOf(result.attention).forEach((share, at) => assert.equal(share > 0, at % 5 >= 3));
    numbersOf(result.trace?.dotProducts).forEach((d, at) => at % 5 === 4 && assert.equal(d, 0));
  });

  test('the state dict is loaded and returned, a copy each way', () => {
    for (const more of [
      {},
      { keyDim: 3 },
      { addBiasKv: true },
      { bias: false },
      { numKvHeads: 1 },
    ]) {
      const one = createMultiHeadAttention({ ...config, ...more });
      const other = createMultiHeadAttention({ ...config, ...more, seed: 2 });
      const saved = one.stateDict();
      assert.notDeepEqual(other.stateDict(), saved);
      other.loadStateDict(saved);
      assert.deepEqual(other.stateDict(), saved);
      saved['out_proj.weight'].data.fill(0);
      assert.deepEqual(other.stateDict(), one.stateDict());
    }
  });

  test('a state dict that is refused changes nothing', () => {
    const before = layer.stateDict();
    const bad = { ...before, 'out_proj.bias': doubles([3], 1, 2, 3) };
    const text = 'out_proj.bias: expected shape (5), got (3)';
    assertRefuses(RangeError, text, () => layer.loadStateDict(bad));
    assert.deepEqual(layer.stateDict(), before);
  });
});
