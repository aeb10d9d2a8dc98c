// Tests that every cell is one sum in ascending order, from +0, with each product and each step
// rounded to float32. A page may add up the terms one by one and end on exactly the engine's
// number.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'headwise';
import { Random } from '../support/random.js';
import { assertSameBits } from '../support/tensors.js';

/** @import { PlainTensor } from '../../../src/js/types/index.ts' */

const round = Math.fround;
const engine = await load();
test.after(() => engine.dispose());

const random = new Random(21);
const [B, H, Hkv, L, S, E, Ev] = [2, 4, 2, 45, 37, 13, 6]; // more than a tile, a panel and a strip, and no multiples
const config = { embedDim: 19, numHeads: H, numKvHeads: Hkv, headDim: E, valueHeadDim: Ev };
const { keyDim: D_K, valueDim: D_V, outputDim: O } = { keyDim: 11, valueDim: 23, outputDim: 9 };
const layer = engine.createMultiHeadAttention({
  ...config,
  keyDim: D_K,
  valueDim: D_V,
  outputDim: O,
});
/** @type {Record<string, PlainTensor>} */
const state = {};
for (const [name, { shape }] of Object.entries(layer.stateDict()))
  state[name] = random.tensor(shape);
layer.loadStateDict(state);
const [query, key, value] = [
  random.tensor([B, L, config.embedDim]),
  random.tensor([B, S, D_K]),
  random.tensor([B, S, D_V]),
];
const bias = random.tensor([H, L, S]);
const ignore = random.booleans([L, S], 0.3);
const SCALE = 0.3;
const { output, trace, attention } = layer.forward(query, key, value, {
  mask: [{ bias }, { ignore }],
  scale: SCALE,
  positions: { type: 'alibi', slopes: [0.5, 0.25, 0.1, 0.01] },
  trace: true,
});
assert.ok(trace && attention);

/**
 * @param {number} terms
 * @param {(k: number) => [number, number]} factors
 * @returns {number} the running sum at its end
 */
function sumOfProducts(terms, factors) {
  let sum = 0;
  for (let k = 0; k < terms; k++) {
    const [a, b] = factors(k);
    sum = round(sum + round(a * b));
  }
  return sum;
}

/**
 * A tensor of cells, computed one by one.
 *
 * @param {readonly number[]} shape
 * @param {(...place: number[]) => number} cell
 * @returns {PlainTensor}
 */
function cells(shape, cell) {
  const data = new Float32Array(shape.reduce((product, size) => product * size, 1));
  data.forEach((_, at) => {
    /** @type {number[]} */
    const place = [];
    for (let axis = shape.length - 1, rest = at; axis >= 0; axis--) {
      place.unshift(rest % shape[axis]);
      rest = Math.floor(rest / shape[axis]);
    }
    data[at] = cell(...place);
  });
  return { data, shape };
}

/**
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} tensor
 * @param {...number} place
 */
function at({ data, shape }, ...place) {
  return data[place.reduce((index, position, axis) => index * shape[axis] + position, 0)];
}

test('queries, keys and values: x W^T, then the bias', () => {
  for (const [name, x, heads, width, first] of /** @type {const} */ ([
    ['query', query, H, E, 0],
    ['key', key, Hkv, E, H * E],
    ['value', value, Hkv, Ev, (H + Hkv) * E],
  ])) {
    const weight = state[`${name[0]}_proj_weight`];
    const [, length, inputDim] = x.shape;
    const expected = cells([B, heads, length, width], (b, h, i, d) => {
      const row = h * width + d;
      const sum = sumOfProducts(inputDim, (k) => [at(x, b, i, k), at(weight, row, k)]);
      return round(sum + at(state.in_proj_bias, first + row));
    });
    assertSameBits(trace[name], expected, name);
  }
});

test('dot products, scores, and the bias that is added to them', () => {
  const dotProducts = cells([B, H, L, S], (b, h, i, j) =>
    sumOfProducts(E, (e) => [at(trace.query, b, h, i, e), at(trace.key, b, h >> 1, j, e)]),
  );
  assertSameBits(trace.dotProducts, dotProducts, 'dotProducts');
  const scores = cells([B, H, L, S], (...place) => round(at(dotProducts, ...place) * round(SCALE)));
  assertSameBits(trace.scores, scores, 'scores');
  const masked = cells([B, H, L, S], (b, h, i, j) => {
    if (at(ignore, i, j) === 1) return -Infinity;
    const slope = round([0.5, 0.25, 0.1, 0.01][h]);
    const turned = round(at(scores, b, h, i, j) - round(slope * Math.abs(i - j)));
    return round(turned + at(bias, h, i, j));
  });
  assertSameBits(trace.masked, masked, 'masked');
});

test('z: attention times value', () => {
  const heads = cells([B, H, L, Ev], (b, h, i, d) =>
    sumOfProducts(S, (j) => [at(attention, b, h, i, j), at(trace.value, b, h >> 1, j, d)]),
  );
  assertSameBits(trace.heads, heads, 'heads');
});

test('concatenated, the contributions, and the output', () => {
  const concatenated = cells([B, L, H * Ev], (b, i, d) =>
    at(trace.heads, b, Math.floor(d / Ev), i, d % Ev),
  );
  assertSameBits(trace.concatenated, concatenated, 'concatenated');
  const weight = state['out_proj.weight'];
  const contributions = cells([B, H, L, O], (b, h, i, o) =>
    sumOfProducts(Ev, (d) => [at(trace.heads, b, h, i, d), at(weight, o, h * Ev + d)]),
  );
  assertSameBits(trace.contributions, contributions, 'contributions');
  const outputs = cells([B, L, O], (b, i, o) => {
    const sum = sumOfProducts(H * Ev, (d) => [at(concatenated, b, i, d), at(weight, o, d)]);
    return round(sum + at(state['out_proj.bias'], o));
  });
  assertSameBits(output, outputs, 'output');
});

test('attention and its logSumExp come from the same sums', () => {
  // exp is the engine's own, but the sums of it that the map and logSumExp were made of are the same.
  const { logSumExp } = layer.forward(query, key, value, {
    trace: true,
    mask: { ignore },
    scale: SCALE,
  });
  const { attention: shares, trace: other } = layer.forward(query, key, value, {
    trace: true,
    mask: { ignore },
    scale: SCALE,
  });
  assert.ok(logSumExp && shares && other);
  logSumExp.data.forEach((sum, row) => {
    for (let j = 0; j < S; j++) {
      const share = shares.data[row * S + j];
      const ideal = Math.exp(other.masked.data[row * S + j] - sum);
      assert.ok(Math.abs(share - ideal) <= 1e-5 * ideal, `row ${row}, key ${j}`);
    }
  });
});

test('linear: x W^T, then the bias', () => {
  const [x, weight, b] = [random.tensor([50, 31]), random.tensor([21, 31]), random.tensor([21])];
  const sums = cells([50, 21], (i, o) => sumOfProducts(31, (k) => [at(x, i, k), at(weight, o, k)]));
  assertSameBits(engine.linear(x, weight), sums, 'without bias');
  const withBias = cells([50, 21], (i, o) => round(at(sums, i, o) + at(b, o)));
  assertSameBits(engine.linear(x, weight, b), withBias, 'with bias');
});

test('embed: the token and its position', () => {
  const { tokens, positions, x } = engine.embed([5, 9, 5, 4294967295], { embedDim: 21, seed: 3 });
  const sums = cells([4, 21], (i, d) => round(at(tokens, i, d) + at(positions, i, d)));
  assertSameBits(x, sums, 'x');
});
