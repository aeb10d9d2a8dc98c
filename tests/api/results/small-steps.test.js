// Tests the operations that return their steps: softmaxSteps, addAndNorm, and embed with given
// vectors. Each step equals its documentation to the bit; the reference is near; the worker gives
// the same.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { load, loadInWorker } from 'headwise';
import * as reference from 'headwise/reference';
import { createTransformer } from 'headwise/training';
import { Random } from '../support/random.js';
import { assertSameBits } from '../support/tensors.js';

const round = Math.fround;
const engine = await load();
after(() => engine.dispose());
const random = new Random(8);

/**
 * @param {ArrayLike<number>} actual
 * @param {ArrayLike<number>} ideal
 */
function assertNear(actual, ideal) {
  assert.equal(actual.length, ideal.length);
  for (let i = 0; i < ideal.length; i++) {
    const bound = 1e-5 * Math.max(1, Math.abs(ideal[i]));
    const near = Object.is(actual[i], ideal[i]) || Math.abs(actual[i] - ideal[i]) <= bound;
    assert.ok(near, `${i}: ${actual[i]}, ${ideal[i]}`);
  }
}

test('softmaxSteps: exponentials over their sum, and the same softmax', () => {
  for (const size of [1, 3, 4, 5, 18, 64]) {
    const x = random.tensor([2, 3, size], 4);
    const { data } = /** @type {{ data: Float32Array }} */ (x);
    if (size > 3) {
      data.fill(-Infinity, 0, size); // a query that may attend to nothing
      data[size + 1] = data[2 * size] = -Infinity;
    }
    const { max, exponentials, sum, output } = engine.softmaxSteps(x);
    assertSameBits(output, engine.softmax(x), 'output');
    assert.deepEqual(max.shape, [2, 3]);
    assert.deepEqual(sum.shape, [2, 3]);
    for (let row = 0; row < 6; row++) {
      const cells = data.subarray(row * size, (row + 1) * size);
      assert.equal(max.data[row], Math.max(...cells));
      const powers = exponentials.data.subarray(row * size, (row + 1) * size);
      for (const [j, power] of powers.entries()) {
        const share = sum.data[row] === 0 ? 0 : round(power * round(1 / sum.data[row]));
        assert.equal(output.data[row * size + j], share);
        if (cells[j] === -Infinity) assert.equal(power, 0);
      }
      assert.equal(sum.data[row], sumInLanes(powers));
    }
    const ideal = reference.softmaxSteps(x);
    for (const name of /** @type {const} */ (['max', 'exponentials', 'sum', 'output']))
      assertNear({ max, exponentials, sum, output }[name].data, ideal[name].data);
  }
});

test('softmaxSteps of masked scores has the attention of the layer, bit for bit', () => {
  const layer = engine.createMultiHeadAttention({ embedDim: 24, numHeads: 3, seed: 4 });
  const { trace } = layer.forward(random.tensor([13, 24]), { causal: true, trace: true });
  assert.ok(trace);
  assertSameBits(engine.softmaxSteps(trace.masked).output, trace.attention, 'attention');
  layer.dispose();
});

test('addAndNorm has the bits of the layer norm of a model', () => {
  for (const embedDim of [4, 6, 24, 50]) {
    const config = { vocabSize: 9, contextLen: 8, embedDim, numHeads: 2, numLayers: 1, seed: 2 };
    const model = createTransformer(engine, { ...config, norm: 'post' });
    /** @type {Record<string, import('../../../src/js/types/index.ts').PlainTensor>} */
    const state = model.stateDict();
    for (const part of ['weight', 'bias']) {
      for (const n of [1, 2]) state[`layers.0.norm${n}.${part}`] = random.tensor([embedDim]);
    }
    model.loadStateDict(state);
    const { trace } = model.forward([[1, 5, 2, 8, 0, 0, 3]], { trace: true });
    assert.ok(trace);
    const [layer] = trace.layers;
    const { middle, mlpOutput } = layer;
    assert.ok(middle && mlpOutput);
    const learned = (/** @type {number} */ n) => ({
      weight: state[`layers.0.norm${n}.weight`],
      bias: state[`layers.0.norm${n}.bias`],
    });
    const first = engine.addAndNorm(layer.input, layer.attentionOutput, learned(1));
    assertSameBits({ middle: first.output }, { middle });
    const second = engine.addAndNorm(middle, mlpOutput, learned(2));
    assertSameBits({ output: second.output }, { output: layer.output });
    model.dispose();
  }
});

test('addAndNorm: every step as it is documented', () => {
  const [x, y] = [random.tensor([2, 5, 7]), random.tensor([2, 5, 7])];
  const [weight, bias] = [random.tensor([7]), random.tensor([7])];
  for (const options of [{}, { weight }, { bias, epsilon: 0.5 }, { weight, bias, epsilon: 0 }]) {
    const { sum, mean, variance, output } = engine.addAndNorm(x, y, options);
    assert.deepEqual([sum.shape, output.shape], [x.shape, x.shape]);
    assert.deepEqual(
      [mean.shape, variance.shape],
      [
        [2, 5],
        [2, 5],
      ],
    );
    for (let row = 0; row < 10; row++) {
      const at = (/** @type {number} */ d) => row * 7 + d;
      for (let d = 0; d < 7; d++) {
        assert.equal(sum.data[at(d)], round(Number(x.data[at(d)]) + Number(y.data[at(d)])));
      }
      const terms = [...sum.data.subarray(at(0), at(7))];
      assert.equal(mean.data[row], round(sumInLanes(terms) * round(1 / 7)));
      const centred = terms.map((term) => round(term - mean.data[row]));
      const squares = centred.map((term) => round(term * term));
      assert.equal(variance.data[row], round(sumInLanes(squares) * round(1 / 7)));
      const epsilon = round(options.epsilon ?? 1e-5);
      const stretch = round(1 / round(Math.sqrt(round(variance.data[row] + epsilon))));
      for (let d = 0; d < 7; d++) {
        let value = round(round(sum.data[at(d)] - mean.data[row]) * stretch);
        if ('weight' in options) value = round(value * Number(weight.data[d]));
        if ('bias' in options) value = round(value + Number(bias.data[d]));
        assert.equal(output.data[at(d)], value);
      }
    }
    const ideal = reference.addAndNorm(x, y, options);
    assertNear(output.data, ideal.output.data);
    assertNear(variance.data, ideal.variance.data);
  }
  const itself = engine.addAndNorm(x, x);
  assert.equal(itself.sum.data[3], 2 * Number(x.data[3]));
});

test('embed looks up the given vectors and adds', () => {
  const ids = [4, 9, 4];
  const plain = engine.embed(ids, { embedDim: 6 });
  const tokens = random.tensor([3, 6]);
  const positions = random.tensor([3, 6]);
  for (const replace of [{}, { tokens }, { positions }, { tokens, positions }]) {
    const found = engine.embed(ids, { embedDim: 6, replace });
    const expected = { ...plain, ...replace };
    assertSameBits(found.tokens, expected.tokens, 'tokens');
    assertSameBits(found.positions, expected.positions, 'positions');
    found.x.data.forEach((value, at) => {
      const sum = Number(expected.tokens.data[at]) + Number(expected.positions.data[at]);
      assert.equal(value, round(sum));
    });
    const ideal = reference.embed(ids, { embedDim: 6, replace });
    assertNear(found.x.data, ideal.x.data);
  }
  assertSameBits(engine.embed(ids, { embedDim: 6 }).x, plain.x, 'nothing is left behind');
});

test('impossible arguments are refused by name', () => {
  const x = random.tensor([2, 3]);
  const refusals = [
    [() => engine.addAndNorm(x, random.tensor([3, 3])), /^RangeError: sublayer: expected shape/],
    [
      () => engine.addAndNorm(x, x, { weight: random.tensor([2]) }),
      /^RangeError: weight: expected/,
    ],
    [() => engine.addAndNorm(x, x, { epsilon: -1 }), /^RangeError: epsilon: expected a finite/],
    [() => engine.addAndNorm(x, x, /** @type {any} */ ({ epsilon: '1' })), /^TypeError: epsilon/],
    [() => engine.addAndNorm(x, x, /** @type {any} */ ({ wieght: x })), /^TypeError: .*weight/],
    [() => engine.addAndNorm(random.tensor([2, 0]), x), /^RangeError: x: expected shape/],
    [() => engine.softmaxSteps(/** @type {any} */ (3)), /^TypeError: x: expected/],
    [
      () => engine.embed([1], { embedDim: 2, replace: { tokens: x } }),
      /^RangeError: replace.tokens: expected shape \(1, 2\)/,
    ],
    [
      () => engine.embed([1], { embedDim: 2, replace: /** @type {any} */ ({ x }) }),
      /^TypeError: replace: unknown option/,
    ],
  ];
  for (const [call, text] of /** @type {[() => unknown, RegExp][]} */ (refusals)) {
    assert.throws(call, (error) => text.test(String(error)), String(text));
  }
  assert.equal(engine.softmaxSteps(random.tensor([0, 4])).output.data.length, 0);
  assert.equal(engine.addAndNorm(random.tensor([0, 4]), random.tensor([0, 4])).sum.data.length, 0);
});

test('the worker gives the same, and leaves the arguments unchanged', async () => {
  const other = await loadInWorker();
  try {
    const [x, y] = [random.tensor([4, 6]), random.tensor([4, 6])];
    const replace = { tokens: x, positions: y };
    const [steps, norm, embedded] = await Promise.all([
      other.softmaxSteps(x),
      other.addAndNorm(x, y),
      other.embed([1, 2, 3, 4], { embedDim: 6, replace }),
    ]);
    assertSameBits(steps.exponentials, engine.softmaxSteps(x).exponentials, 'exponentials');
    assertSameBits(norm.output, engine.addAndNorm(x, y).output, 'output');
    assertSameBits(embedded.x, norm.sum, 'x');
    assert.equal(x.data.length, 24);
    await assert.rejects(other.addAndNorm(x, random.tensor([2, 6])), /sublayer: expected shape/);
  } finally {
    await other.dispose();
  }
});

/**
 * Four running sums, each of every fourth term, and their sum.
 *
 * @param {Iterable<number>} terms
 */
function sumInLanes(terms) {
  const lanes = [0, 0, 0, 0];
  for (const [k, term] of [...terms].entries()) lanes[k % 4] = round(lanes[k % 4] + term);
  return round(round(lanes[0] + lanes[1]) + round(lanes[2] + lanes[3]));
}
