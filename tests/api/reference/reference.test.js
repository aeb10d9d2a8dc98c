// Tests the reference alone: results computed by hand, known answers, its use in place of the
// engine, and its bounds.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HeadwiseError } from '../../../src/js/arguments/errors.ts';
import { boundLinear, BOUND_MULTIPLE } from '../../../src/js/reference/bounds.ts';
import * as reference from '../../../src/js/reference/index.ts';
import { philox, uniform } from '../../../src/js/reference/random.ts';
import { assertClose, doubles, numbersOf } from '../support/make.js';
import { Random } from '../support/random.js';
import { assertRefuses } from '../support/refuses.js';

const { createMultiHeadAttention, embed, linear, scaledDotProductAttention, softmax } = reference;

describe('computed by hand', () => {
  const ln3 = Math.log(3); // so that two scores of ln 3 and 0 become weights of 3/4 and 1/4

  test('attention', () => {
    const query = doubles([1, 1, 2], ln3, 0);
    const key = doubles([1, 2, 2], 1, 0, 0, 1);
    const value = doubles([1, 2, 2], 4, 0, 0, 8);
    const result = scaledDotProductAttention(query, key, value, { scale: 1, trace: true });
    assertClose(result.trace?.dotProducts, doubles([1, 1, 2], ln3, 0));
    assertClose(result.attention, doubles([1, 1, 2], 3 / 4, 1 / 4));
    assertClose(result.logSumExp, doubles([1, 1], Math.log(4)));
    assertClose(result.output, doubles([1, 1, 2], 3, 2));
  });

  test('a layer', () => {
    const layer = createMultiHeadAttention({ embedDim: 2, numHeads: 2 });
    layer.loadStateDict({
      in_proj_weight: doubles([6, 2], ln3, 0, 0, 0, 1, 0, 0, 1, 4, 0, 0, 8),
      in_proj_bias: doubles([6], 0, 0, 0, 0, 0, 0),
      'out_proj.weight': doubles([2, 2], 1, 1, 0, 1),
      'out_proj.bias': doubles([2], 10, 0),
    });
    const { output, trace } = layer.forward(doubles([2, 2], 1, 0, 0, 1), { trace: true });
    assert.ok(trace);
    assertClose(trace.query, doubles([2, 2, 1], ln3, 0, 0, 0));
    assertClose(trace.key, doubles([2, 2, 1], 1, 0, 0, 1));
    assertClose(trace.value, doubles([2, 2, 1], 4, 0, 0, 8));
    assertClose(trace.attention, doubles([2, 2, 2], 0.75, 0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5));
    assertClose(trace.heads, doubles([2, 2, 1], 3, 2, 4, 4));
    assertClose(trace.concatenated, doubles([2, 4 / 2], 3, 4, 2, 4));
    assertClose(trace.contributions, doubles([2, 2, 2], 3, 0, 2, 0, 4, 4, 4, 4));
    assertClose(output, doubles([2, 2], 17, 4, 16, 4));
  });

  test('linear and softmax', () => {
    const y = linear(
      [[1, 2]],
      [
        [3, 4],
        [5, 6],
        [0, 0],
      ],
      [100, 200, 300],
    );
    assert.deepEqual({ ...y }, doubles([1, 3], 111, 217, 300));
    assertClose(softmax(doubles([2, 2], ln3, 0, 7, 7)), doubles([2, 2], 0.75, 0.25, 0.5, 0.5));
    assertClose(softmax([1000, 1000]), doubles([2], 0.5, 0.5));
    assertClose(softmax([-Infinity, 0]), doubles([2], 0, 1));
    assertClose(softmax([-Infinity, -Infinity]), doubles([2], 0, 0));
    assert.deepEqual(softmax([[], []]).shape, [2, 0]);
  });

  test('softcap', () => {
    const one = doubles([1, 1, 1], 1);
    const trace = scaledDotProductAttention(doubles([1, 1, 1], 8), one, one, {
      softcap: 4,
      trace: true,
    }).trace;
    assertClose(trace?.softcapped, doubles([1, 1, 1], 4 * Math.tanh(2)));
    assert.equal(
      'softcapped' in (scaledDotProductAttention(one, one, one, { trace: true }).trace ?? {}),
      false,
    );
  });
});

describe('random numbers', () => {
  const words = (/** @type {string} */ text) => text.split(' ').map((word) => parseInt(word, 16));

  test('Philox4x32-10 gives its known answers', () => {
    const all = 0xffffffff;
    assert.deepEqual(philox([0, 0, 0, 0], [0, 0]), words('6627e8d5 e169c58d bc57ac4c 9b00dbd8'));
    assert.deepEqual(
      philox([all, all, all, all], [all, all]),
      words('408f276d 41c83b0e a20bc7c6 6d5451fd'),
    );
  });

  test('uniform numbers are float32, in order, and even', () => {
    const values = uniform(10001, 3, 0);
    assert.ok(values.every((value) => value >= -1 && value < 1 && value === Math.fround(value)));
    assert.deepEqual(values.slice(0, 5), uniform(5, 3, 0));
    assert.ok(Math.abs(values.reduce((sum, value) => sum + value, 0) / values.length) < 0.03);
    assert.equal(values[0], 2 * ((philox([0, 0, 0, 0], [3, 0])[0] >>> 8) / 2 ** 24) - 1);
  });

  test('seeds, streams and ids differ, also beyond 2^32', () => {
    const some = [
      [0, 0, 0],
      [1, 0, 0],
      [2 ** 32, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const firsts = some.map(([seed, stream, id]) => uniform(1, seed, stream, id)[0]);
    assert.equal(new Set(firsts).size, some.length);
  });

  test("initial values are within Xavier's bounds, biases 0, and the seed decides", () => {
    const config = {
      embedDim: 6,
      numHeads: 2,
      keyDim: 10,
      valueDim: 10,
      addBiasKv: true,
      outputDim: 30,
    };
    const state = createMultiHeadAttention({ ...config, seed: 5 }).stateDict();
    /** @type {[string, number][]} */
    const fans = [
      ['q_proj_weight', 12],
      ['k_proj_weight', 16],
      ['v_proj_weight', 16],
      ['out_proj.weight', 36],
      ['bias_k', 7],
      ['bias_v', 7],
    ];
    for (const [name, fan] of fans) {
      const bound = Math.fround(Math.sqrt(6 / fan));
      const largest = Math.max(...state[name].data.map(Math.abs));
      assert.ok(largest <= bound && largest > bound / 2, name);
    }
    assert.ok([...state.in_proj_bias.data, ...state['out_proj.bias'].data].every((b) => b === 0));
    assert.deepEqual(createMultiHeadAttention({ ...config, seed: 5 }).stateDict(), state);
    const other = createMultiHeadAttention({ ...config, seed: 6 }).stateDict();
    assert.notDeepEqual(other.bias_k, state.bias_k);
  });

  test('a token has the same vector at every position', () => {
    const { tokens, positions, x } = embed([7, 3, 7], { embedDim: 5, offset: 2 });
    assert.deepEqual(tokens.data.slice(0, 5), tokens.data.slice(10));
    assert.notDeepEqual(tokens.data.slice(0, 5), tokens.data.slice(5, 10));
    assert.equal(positions.data[0], Math.sin(2));
    assert.equal(positions.data[1], Math.cos(2));
    assert.ok(Math.abs(positions.data[2] - Math.sin(2 * 10000 ** (-2 / 5))) < 1e-15);
    assert.ok(x.data.every((value, at) => value === tokens.data[at] + positions.data[at]));
    assert.ok(embed([7], { embedDim: 5, positions: 'none' }).positions.data.every((p) => p === 0));
  });
});

describe('in place of the engine', () => {
  const x = new Random(3).tensor([3, 4]);

  test('load gives the same methods', async () => {
    const headwise = await reference.load();
    assert.equal(headwise.backend.threads, 1);
    const layer = headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2 });
    assert.deepEqual(
      layer.forward(x).output,
      createMultiHeadAttention({ embedDim: 4, numHeads: 2 }).forward(x).output,
    );
    assert.ok(headwise.softmax(x).data instanceof Float64Array);
    assert.deepEqual(headwise.linear(x, x), linear(x, x));
    assert.deepEqual(headwise.embed([1], { embedDim: 2 }), embed([1], { embedDim: 2 }));
    assert.equal(layer.createCache({ capacity: 1 }).length, 0);
  });

  test('calls after dispose name the disposed object', async () => {
    const headwise = await reference.load();
    const [one, other] = [1, 2].map((seed) =>
      headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2, seed }),
    );
    one.dispose();
    one.dispose();
    const gone = 'was disposed and cannot be used any more';
    assertRefuses('disposed', `the layer ${gone}`, () => one.forward(x));
    assertRefuses('disposed', `the layer ${gone}`, () => one.stateDict());
    assert.ok(other.forward(x));
    headwise.dispose();
    headwise.dispose();
    assertRefuses('disposed', `the engine ${gone}`, () => other.forward(x));
    assertRefuses('disposed', `the engine ${gone}`, () => headwise.softmax(x));
    assert.ok(reference.HeadwiseError === HeadwiseError);
  });

  test('results go into out, and are returned', () => {
    const layer = createMultiHeadAttention({ embedDim: 4, numHeads: 2 });
    const wanted = layer.forward(x, { attention: true });
    const output = doubles([3, 4], ...new Array(12).fill(0));
    const result = layer.forward(x, { attention: true, out: { output } });
    assert.equal(result.output, output);
    assert.deepEqual(structuredClone(result), structuredClone(wanted));
  });

  test('arrays are read by their numbers, whatever methods they have', () => {
    const layer = createMultiHeadAttention({ embedDim: 4, numHeads: 2 });
    class Own extends Float32Array {
      /** @override @returns {never} */
      [Symbol.iterator]() {
        throw new Error('not to be called');
      }
    }
    const bare = Object.setPrototypeOf(x.data.slice(), null);
    for (const data of [bare, new Own(x.data)]) {
      const { output } = layer.forward({ data, shape: x.shape });
      assert.deepEqual(output, layer.forward(x).output);
    }
  });

  test('inputs stay as they were', () => {
    const before = x.data.slice();
    createMultiHeadAttention({ embedDim: 4, numHeads: 2 }).forward(x, {
      positions: { type: 'rotary' },
      trace: true,
    });
    assert.deepEqual(x.data, before);
  });
});

describe('bounds', () => {
  test('have the shape of the results', () => {
    const layer = createMultiHeadAttention({ embedDim: 4, numHeads: 2, addZeroAttention: true });
    const options = {
      trace: true,
      bounds: true,
      softcap: 3,
      pastKey: [[], []],
      pastValue: [[], []],
    };
    const x = new Random(4).tensor([3, 4]);
    const past = { data: new Float32Array(0), shape: [2, 0, 2] };
    const { bounds, ...result } = layer.forward(x, { ...options, pastKey: past, pastValue: past });
    /** @type {(tree: any) => unknown} */
    const shapesOf = (tree) =>
      tree.shape ??
      Object.fromEntries(Object.entries(tree).map(([name, branch]) => [name, shapesOf(branch)]));
    assert.deepEqual(shapesOf(bounds), shapesOf(result));
    assert.ok(numbersOf(bounds?.output).every((bound) => bound > 0 && bound < 1e-6));
  });

  test('hold for a sum in float32', () => {
    const random = new Random(5);
    for (const width of [1, 2, 3, 17, 64, 1000]) {
      const [x, weight] = [random.tensor([20, width]), random.tensor([20, width])];
      const exactly = linear(x, weight).data;
      const bound = boundLinear(x.data, null, weight.data, null, width);
      exactly.forEach((y, at) => {
        let sum = 0;
        for (let k = 0; k < width; k++) {
          const product =
            x.data[Math.floor(at / 20) * width + k] * weight.data[(at % 20) * width + k];
          sum = Math.fround(sum + Math.fround(product));
        }
        assert.ok(Math.abs(sum - y) <= BOUND_MULTIPLE * bound[at], `width ${width}`);
      });
    }
  });
});
