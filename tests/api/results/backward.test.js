// Tests kept.backward: gradients equal the reference's for any call, have the same bits on every
// path, and calls without gradients are refused with a reason. tests/golden compares them with
// PyTorch, tests/core with slopes.

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
import { gradientError } from '../support/gradients.js';
import { Random } from '../support/random.js';
import { refused } from '../support/refused.js';
import { assertSameBits } from '../support/tensors.js';

/**
 * The allowed error of a gradient, relative to the largest number of its tensor: 16 roundings, of a
 * number or of the largest score, since the exponential of a score has an error as large as the
 * score's.
 */
const WITHIN = 16 * 2 ** -23;

const engine = await load();
const threaded = await load({ threads: 3, threadsFrom: 0 });
test.after(() => {
  engine.dispose();
  threaded.dispose();
});

const x = new Random(1).tensor([2, 10, 24]);
const config = { embedDim: 24, numHeads: 3 };

/** @param {{ shape: readonly number[] }} output */
const gradientFor = ({ shape }, seed = 9) => new Random(seed).tensor([...shape]);

/** @param {Record<'scores' | 'masked', { data: ArrayLike<number> }> | undefined} trace before and after what bends them */
const largestScore = (trace) =>
  [trace?.scores, trace?.masked]
    .flatMap((scores) => Array.from(scores?.data ?? []))
    .filter(Number.isFinite)
    .reduce((largest, score) => Math.max(largest, Math.abs(score)), 0);

/**
 * Further inputs that have gradients in a call with these options.
 *
 * @param {Record<string, any>} options
 */
function wantedOf({ mask = [], positions }) {
  const biases = [mask].flat().filter((one) => 'bias' in one);
  return { bias: biases.length === 1, slopes: positions?.type === 'alibi' };
}

/**
 * `gradientError`, with more roundings for gradients of a bias and of slopes: they add up n
 * numbers, and their error grows like a random walk of n steps.
 *
 * @param {any} found
 * @param {any} ideal
 * @param {import('../support/cases.js').CaseSizes} sizes
 * @param {string} what
 */
function furthest(found, ideal, { batch, numHeads, queryLen, pastLen, keyLen }, what) {
  const cells = Math.max(1, batch * numHeads * queryLen * (pastLen + keyLen));
  const { bias, slopes, ...rest } = found;
  const { bias: idealBias, slopes: idealSlopes, ...idealRest } = ideal;
  const sums = [
    { found: { ...rest, bias }, ideal: { ...idealRest, bias: idealBias }, own: bias?.data.length },
    { found: { ...rest, slopes }, ideal: { ...idealRest, slopes: idealSlopes }, own: numHeads },
  ];
  const walks = sums.map(
    (one) => gradientError(one.found, one.ideal, what) / Math.sqrt(Math.max(1, cells / one.own)),
  );
  return Math.max(gradientError(rest, idealRest, what), ...walks.filter(Number.isFinite));
}

describe('any call has the gradients of the reference, and the same bits on three threads', () => {
  test('of attention', (t) => {
    let most = 0;
    let largest = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const random = new Random(500 + seed);
      const { inputs, options, sizes } = randomAttentionCase(random, 1 + (seed % 70));
      const [query, key, value] = inputs;
      const what = `seed ${seed}: ${describeCase({ sizes, options })}`;
      const [found, again, ideal] = /** @type {any[]} */ ([engine, threaded, reference]).map(
        (one) => {
          const asked = { ...options, keep: true, trace: one === reference };
          const { kept, output, trace } = one.scaledDotProductAttention(query, key, value, asked);
          largest = largestScore(trace);
          const gradients = kept?.backward(gradientFor(output), wantedOf(options));
          kept?.dispose();
          return gradients;
        },
      );
      assertSameBits(again, found, what);
      const off = furthest(found, ideal, sizes, what) / Math.max(1, largest);
      assert.ok(off <= WITHIN, `${what}: off by ${off} times the largest score`);
      most = Math.max(most, off);
    }
    t.diagnostic(
      `${most.toExponential(1)} of the largest number, times the largest score, at most`,
    );
  });

  test('of the layer', (t) => {
    let most = 0;
    let largest = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const random = new Random(700 + seed);
      const { config, inputs, options, sizes } = randomLayerCase(random, 1 + (seed % 70));
      const { replace: _, ...plain } = options;
      const what = `seed ${seed}: ${describeCase({ config, sizes, inputs, options })}`;
      const [found, again, ideal] = /** @type {any[]} */ ([engine, threaded, reference]).map(
        (one) => {
          const layer = one.createMultiHeadAttention(config);
          const asked = { ...plain, keep: true, trace: one === reference };
          const { kept, output, trace } = layer.forward(...withOptions(inputs, asked));
          largest = largestScore(trace);
          const gradients = kept?.backward(gradientFor(output), wantedOf(options));
          kept?.dispose();
          layer.dispose();
          return gradients;
        },
      );
      assertSameBits(again, found, what);
      assert.deepEqual('key' in (found ?? {}), inputs.length > 1, what);
      assert.deepEqual('value' in (found ?? {}), inputs.length > 2, what);
      const off = furthest(found, ideal, sizes, what) / Math.max(1, largest);
      assert.ok(off <= WITHIN, `${what}: off by ${off} times the largest score`);
      most = Math.max(most, off);
    }
    t.diagnostic(
      `${most.toExponential(1)} of the largest number, times the largest score, at most`,
    );
  });
});

describe('an input that was left out', () => {
  const layer = engine.createMultiHeadAttention(config);
  const copyOf = () => ({ data: x.data.slice(), shape: x.shape });
  const gradientsOf = (/** @type {any[]} */ ...inputs) => {
    const { kept, output } = layer.forward(...withOptions(inputs, { keep: true, causal: true }));
    return /** @type {any} */ (kept?.backward(gradientFor(output)));
  };
  const apartFrom = gradientsOf(x, copyOf(), copyOf());
  const sum = (/** @type {any[]} */ ...tensors) => ({
    data: tensors[0].data.map((/** @type {number} */ _, /** @type {number} */ at) =>
      tensors.reduce((total, { data }) => total + data[at], 0),
    ),
    shape: tensors[0].shape,
  });

  test('has its gradient in that of the input it defaults to', () => {
    const { query, key, value, parameters } = apartFrom;
    const one = gradientsOf(x);
    assert.deepEqual(Object.keys(one), ['query', 'parameters']);
    assert.ok(gradientError({ query: one.query }, { query: sum(query, key, value) }) < 1e-6);
    assertSameBits(one.parameters, parameters);
    const two = gradientsOf(x, copyOf());
    assert.deepEqual(Object.keys(two), ['query', 'key', 'parameters']);
    assert.ok(gradientError({ key: two.key }, { key: sum(key, value) }) < 1e-6);
    assertSameBits({ query: two.query }, { query });
    const valueAlone = gradientsOf(x, undefined, copyOf());
    assert.deepEqual(Object.keys(valueAlone), ['query', 'value', 'parameters']);
    assert.ok(gradientError({ query: valueAlone.query }, { query: sum(query, key) }) < 1e-6);
    assertSameBits({ value: valueAlone.value }, { value });
  });

  test('and an input that is the same tensor has its own gradient', () => {
    assertSameBits(gradientsOf(x, x, x), apartFrom);
    assert.deepEqual(Object.keys(gradientsOf(x, x)), ['query', 'key', 'parameters']);
  });
});

test('a step down the gradient reduces the loss', () => {
  const layer = engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2, seed: 3 });
  const [input, target] = [1, 2].map((seed) => new Random(seed).tensor([6, 8]));
  const losses = [];
  for (let step = 0; step < 60; step++) {
    const { output, kept } = layer.forward(input, { keep: true });
    const difference = output.data.map((value, at) => value - target.data[at]);
    losses.push(difference.reduce((sum, value) => sum + value * value, 0) / 2);
    const { parameters } = /** @type {any} */ (kept).backward({
      data: difference,
      shape: output.shape,
    });
    kept?.dispose();
    const state = layer.stateDict();
    for (const [name, { data }] of Object.entries(state)) {
      for (let at = 0; at < data.length; at++) data[at] -= 0.05 * parameters[name].data[at];
    }
    layer.loadStateDict(state);
  }
  layer.dispose();
  for (let step = 1; step < losses.length; step++) assert.ok(losses[step] < losses[step - 1]);
  assert.ok(losses[59] < losses[0] / 2, `${losses[0]} to ${losses[59]}`);
});

test('masked numbers have no effect, and a query without keys has a gradient of zeros', () => {
  const key = new Random(2).tensor([2, 7, 24]);
  const spoiled = { data: key.data.slice(), shape: key.shape };
  for (let b = 0; b < 2; b++) {
    spoiled.data.fill(NaN, (b * 7 + 5) * 24, (b * 7 + 7) * 24);
  }
  const attend = new Random(3).booleans([10, 7], 0.8);
  attend.data.fill(0, 4 * 7, 5 * 7); // query 4
  for (const one of /** @type {any[]} */ ([engine, reference])) {
    const layer = one.createMultiHeadAttention(config);
    const [clean, dirty] = [key, spoiled].map((each) => {
      const options = { keep: true, keyLengths: [5, 5], mask: { attend } };
      const { kept, output } = layer.forward(x, each, each, options);
      return kept?.backward(gradientFor(output));
    });
    assertSameBits(dirty, clean);
    const query = /** @type {any} */ (clean).query.data;
    for (let b = 0; b < 2; b++) {
      const row = query.subarray((b * 10 + 4) * 24, (b * 10 + 5) * 24);
      assert.ok(row.every((/** @type {number} */ value) => value === 0));
    }
  }
});

test('backward may be called again, changes nothing, and leaves windows unchanged', () => {
  const layer = engine.createMultiHeadAttention(config);
  const { kept, output } = layer.forward(x, { keep: true });
  assert.ok(kept);
  const window = { head: 1, rows: [0, 10], columns: [0, 10] };
  const seen = kept.attentionWindow(window);
  const first = kept.backward(gradientFor(output));
  const other = kept.backward(gradientFor(output, 10));
  assert.throws(() => assertSameBits(other, first));
  assertSameBits(kept.backward(gradientFor(output)), first);
  assertSameBits(kept.attentionWindow(window), seen);
  assertSameBits(layer.forward(x), { output });
  const progress = /** @type {number[]} */ ([]);
  assertSameBits(
    kept.backward(gradientFor(output), { onProgress: (done) => progress.push(done) }),
    first,
  );
  assert.equal(progress.at(-1), 1);
});

describe('requested gradients', () => {
  const mask = { bias: new Random(4).tensor([3, 1, 10], 2) };
  const positions = /** @type {const} */ ({ type: 'alibi' });
  const layer = engine.createMultiHeadAttention({
    ...config,
    queryKeyNorm: { type: 'layer', over: 'head' },
  });
  const asked = /** @type {const} */ ({ mask, positions, keep: true });
  const { kept, output } = layer.forward(x, asked);
  const gradOutput = gradientFor(output);

  test('are added to the others, whose bits they do not change', () => {
    const { bias, slopes, ...rest } = kept.backward(gradOutput, { bias: true, slopes: true });
    assert.deepEqual([bias.shape, slopes.shape], [[3, 1, 10], [3]]);
    const plain = kept?.backward(gradOutput);
    assert.deepEqual(Object.keys(plain ?? {}), ['query', 'parameters']);
    assertSameBits(plain, rest);
  });

  test('are slopes of the reference', () => {
    const ideal = reference.createMultiHeadAttention(layer.config);
    ideal.loadStateDict(layer.stateDict());
    const { kept: its } = ideal.forward(x, asked);
    const found = /** @type {any} */ (its?.backward(gradOutput, { bias: true, slopes: true }));
    const defaults = [2 ** -4, 2 ** -8, 2 ** -2]; // of three heads
    const lossAt = (/** @type {Float64Array} */ bias, /** @type {number[]} */ slopes) => {
      const moved = /** @type {any} */ ({ data: bias, shape: mask.bias.shape }); // float64, too
      const options = { mask: { bias: moved }, positions: { ...positions, slopes } };
      const { data } = ideal.forward(x, options).output;
      return data.reduce((sum, value, at) => sum + value * gradOutput.data[at], 0);
    };
    const step = 2 ** -10; // slopes and their steps are exact in float32
    for (const [name, size] of /** @type {const} */ ([
      ['bias', 30],
      ['slopes', 3],
    ])) {
      const direction = new Random(6).tensor([size]).data.map((value) => (value > 0 ? 1 : -0.5));
      const moved = (/** @type {number} */ by) => {
        const bias = Float64Array.from(mask.bias.data);
        const slopes = [...defaults];
        const target = name === 'bias' ? bias : slopes;
        for (let at = 0; at < size; at++) target[at] += by * direction[at];
        return lossAt(bias, slopes);
      };
      const slope =
        (8 * (moved(step) - moved(-step)) - (moved(2 * step) - moved(-2 * step))) / (12 * step);
      const said = found[name].data.reduce(
        (/** @type {number} */ sum, /** @type {number} */ value, /** @type {number} */ at) =>
          sum + value * direction[at],
        0,
      );
      assert.ok(
        Math.abs(slope - said) < 1e-9 * Math.max(1, Math.abs(said)),
        `${name}: ${slope}, said ${said}`,
      );
    }
  });

  test("of a broadcast bias are the sums of its copies' gradients", () => {
    const shape = [2, 3, 10, 10];
    const copies = Float32Array.from({ length: 600 }, (_, at) => {
      return mask.bias.data[(Math.floor(at / 100) % 3) * 10 + (at % 10)];
    });
    const spelled = layer.forward(x, { ...asked, mask: { bias: { data: copies, shape } } }).kept;
    const each = /** @type {any} */ (spelled?.backward(gradOutput, { bias: true })).bias;
    const one = /** @type {any} */ (kept?.backward(gradOutput, { bias: true })).bias;
    assert.deepEqual(each.shape, shape);
    for (let at = 0; at < 30; at++) {
      const terms = Array.from({ length: 20 }, (_, n) => {
        const [b, i] = [Math.floor(n / 10), n % 10];
        return each.data[((b * 3 + Math.floor(at / 10)) * 10 + i) * 10 + (at % 10)];
      });
      const [total, size] = [terms, terms.map(Math.abs)].map((all) =>
        all.reduce((a, c) => a + c, 0),
      );
      assert.ok(Math.abs(one.data[at] - total) <= 20 * 2 ** -24 * size, `${at}`);
    }
  });

  test('are refused where the call has no such input', () => {
    const { kept: plain, output: same } = layer.forward(x, { keep: true });
    const gradient = gradientFor(same);
    for (const [wanted, message] of /** @type {const} */ ([
      [{ bias: true }, 'bias: expected a call with one bias in mask, got none'],
      [{ slopes: true }, "slopes: expected a call with positions of type 'alibi', got none"],
      [{ out: { bias: mask.bias } }, /^out\.bias: expected none without bias: true, got /],
    ])) {
      assert.throws(() => plain?.backward(gradient, wanted), { name: 'TypeError', message });
    }
    const twice = layer.forward(x, { keep: true, mask: [mask, mask] }).kept;
    assert.throws(() => twice?.backward(gradient, { bias: true }), {
      message: 'bias: expected a call with one bias in mask, got 2',
    });
  });
});

describe('out', () => {
  /** @param {any} gradients of which some are left out */
  const blank = ({ query, parameters }) => {
    const { data, shape } = parameters['out_proj.weight'];
    return {
      query: { data: query.data.slice().fill(7), shape: query.shape },
      parameters: { 'out_proj.weight': { data: data.slice().fill(7), shape } },
    };
  };

  test('is filled, and is the result, on the engine and the reference', () => {
    for (const one of /** @type {any[]} */ ([engine, reference])) {
      const { kept, output } = one.createMultiHeadAttention(config).forward(x, { keep: true });
      const expected = kept.backward(gradientFor(output));
      const out = blank(expected);
      const gradients = kept.backward(gradientFor(output), { out });
      assert.equal(gradients.query, out.query);
      assert.equal(gradients.parameters['out_proj.weight'], out.parameters['out_proj.weight']);
      assert.notEqual(gradients.parameters.in_proj_weight, expected.parameters.in_proj_weight);
      assert.deepEqual(structuredClone(gradients), structuredClone(expected));
      assert.equal(kept.backward(x, { out: gradients }).query, out.query); // all of it again
    }
  });

  test('is filled when the answer of a worker arrives', async () => {
    const remote = await loadInWorker();
    const { kept, output } = await remote.scaledDotProductAttention(x, x, x, { keep: true });
    const expected = await kept?.backward(output);
    const out = { key: { data: new Float32Array(480).fill(7), shape: [2, 10, 24] } };
    const answer = kept?.backward(output, { out });
    assert.ok(out.key.data.every((value) => value === 7));
    assert.equal((await answer)?.key, out.key);
    assertSameBits(await answer, expected);
    await remote.dispose();
  });
});

describe('backward refuses', () => {
  const layer = engine.createMultiHeadAttention(config);
  const twin = reference.createMultiHeadAttention(config);
  const kepts = /** @type {any[]} */ ([layer, twin]).map(
    (one) => one.forward(x, { keep: true }).kept,
  );
  for (const [given, expected] of /** @type {const} */ ([
    [
      [new Random(1).tensor([2, 10, 23])],
      ['RangeError', 'gradOutput: expected shape (2, 10, 24) as the output has, got (2, 10, 23)'],
    ],
    [
      [undefined],
      ['TypeError', 'gradOutput: expected a tensor or nested array of numbers, got undefined'],
    ],
    [
      [x, { sinal: 1 }],
      ['TypeError', 'unknown option sinal: did you mean signal?'],
    ],
    [
      [x, { out: { parameters: { in_proj_wait: x } } }],
      ['TypeError', 'out.parameters: unknown option in_proj_wait: did you mean in_proj_weight?'],
    ],
    [
      [x, { onProgress: 1 }],
      ['TypeError', 'onProgress: expected a function, got 1'],
    ],
  ])) {
    test(expected[1], () => {
      for (const kept of kepts) {
        assert.deepEqual(
          refused(() => kept.backward(...given)),
          expected,
        );
        assert.deepEqual(kept.backward(x).query.shape, [2, 10, 24]);
      }
    });
  }

  test('tensors that it cannot write into', () => {
    for (const [kept, data] of [
      [kepts[0], new Float32Array(600)],
      [kepts[1], new Float64Array(600)],
    ]) {
      const wrong = { data: data.subarray(0, 460), shape: [2, 10, 23] };
      assert.deepEqual(
        refused(() => kept.backward(x, { out: { query: wrong } })),
        ['RangeError', 'out.query: expected shape (2, 10, 24), got (2, 10, 23)'],
      );
      const [kind, message] = refused(() => kept.backward(x, { out: { key: wrong } }));
      assert.equal(kind, 'TypeError');
      assert.match(message, /^out.key: expected none, as no key was given, and its gradient is/);
      const bias = { data: data.subarray(470, 494), shape: [24] };
      const query = { data: data.subarray(0, 480), shape: [2, 10, 24] };
      const out = { query, parameters: { 'out_proj.bias': bias } };
      assert.throws(() => kept.backward(x, { out }), {
        name: 'RangeError',
        message: 'out: expected tensors that are apart, got overlapping arrays',
      });
    }
  });

  const refusals = {
    replace:
      'backward: a call with replace has no gradients, because a replaced intermediate does not depend on the inputs',
    changed:
      'backward: the parameters of the layer have changed since this call, and its gradients need those it had',
    layer: 'the layer was disposed and cannot be used any more',
    kept: 'the kept call was disposed and cannot be used any more',
  };

  test('a call with replace', () => {
    for (const one of /** @type {any[]} */ ([layer, twin])) {
      const heads = new Random(4).tensor([2, 3, 10, 8]);
      const { kept } = one.forward(x, { keep: true, replace: { heads } });
      assert.throws(() => kept?.backward(x), { code: 'unsupported', message: refusals.replace });
    }
  });

  test('changed parameters, and a disposed layer', () => {
    for (const engineOf of /** @type {any[]} */ ([engine, reference])) {
      const one = engineOf.createMultiHeadAttention(config);
      const before = one.forward(x, { keep: true }).kept;
      one.loadStateDict(/** @type {any} */ (one.stateDict()));
      assert.throws(() => before?.backward(x), { code: 'unsupported', message: refusals.changed });
      const after = /** @type {any} */ (one.forward(x, { keep: true }).kept);
      assert.ok(after.backward(x));
      one.dispose();
      assert.throws(() => after.backward(x), { code: 'disposed', message: refusals.layer });
      assert.ok(after.attentionWindow({ head: 0, rows: [0, 2], columns: [0, 2] }));
      after.dispose();
      assert.throws(() => after.backward(x), { code: 'disposed', message: refusals.kept });
    }
  });

  test('aborted calls, and calls beyond the memory limit', async () => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    for (const kept of kepts)
      assert.throws(
        () => kept.backward(x, { signal }),
        (error) => error === reason,
      );
    const long = new Random(3).tensor([1, 4, 900, 64]);
    const tight = await load({ memoryLimit: 9_000_000 });
    const { kept, output } = tight.scaledDotProductAttention(long, long, long, { keep: true });
    assert.throws(() => kept?.backward(output), { code: 'memory', message: /9000000/ });
    assert.ok(kept?.attentionWindow({ head: 0, rows: [0, 2], columns: [0, 2] }));
    tight.dispose();
  });
});

describe('in a worker', () => {
  test('backward has the same bits, and the same errors', async () => {
    const remote = await loadInWorker();
    const far = await remote.createMultiHeadAttention(config);
    const near = engine.createMultiHeadAttention(config);
    const { kept, output } = await far.forward(x, { keep: true, causal: true });
    const expected = near.forward(x, { keep: true, causal: true }).kept?.backward(output);
    assert.ok(kept);
    const gradient = { data: output.data.slice(), shape: output.shape };
    assertSameBits(await kept.backward(gradient), expected);
    assertSameBits({ gradient }, { gradient: output }); // it was copied, not moved
    const controller = new AbortController();
    const answer = kept.backward(gradient, { signal: controller.signal });
    controller.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    await assert.rejects(kept.backward([...x.data]), { name: 'RangeError' });
    const attended = await remote.scaledDotProductAttention(x, x, x, { keep: true });
    assert.deepEqual((await attended.kept?.backward(x))?.parameters, {});
    await far.loadStateDict(await far.stateDict());
    await assert.rejects(kept.backward(gradient), { code: 'unsupported', message: /changed/ });
    const again = await far.forward(x, { keep: true });
    await far.dispose();
    await assert.rejects(Promise.resolve(again.kept?.backward(x)), { code: 'disposed' });
    await remote.dispose();
  });
});
