// Tests laws of attention that hold for all numbers, on the engine with random sizes, masks and
// numbers. A failure names the seed and the smallest case that fast-check found.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { load } from 'headwise';
import * as reference from 'headwise/reference';
import { BOUND_MULTIPLE } from '../../../src/js/reference/bounds.ts';
import { Random } from '../support/random.js';
import { filled, only, part, permuted, shuffled } from '../support/rearrange.js';
import { assertSameBits, copyOf } from '../support/tensors.js';

/** @import { PlainTensor } from '../../../src/js/types/index.ts' */

const EPSILON = 2 ** -23;

const engine = await load();
test.after(() => engine.dispose());

/** Sizes of a call, and the seed of its numbers. */
const calls = fc.record({
  seed: fc.nat(),
  batch: fc.integer({ min: 1, max: 2 }),
  numKvHeads: fc.integer({ min: 1, max: 3 }),
  group: fc.integer({ min: 1, max: 3 }),
  queryLen: fc.integer({ min: 1, max: 40 }),
  keyLen: fc.integer({ min: 1, max: 40 }),
  headDim: fc.constantFrom(1, 2, 3, 5, 8, 16),
  valueHeadDim: fc.constantFrom(1, 4, 7, 16),
});

/** @typedef {{ seed: number, batch: number, numKvHeads: number, group: number, queryLen: number, keyLen: number, headDim: number, valueHeadDim: number }} Sizes */

/**
 * A law of scaled dot-product attention.
 *
 * @param {string} name
 * @param {(call: ReturnType<typeof inputs>) => void} check
 */
function law(name, check) {
  test(name, () => {
    fc.assert(fc.property(calls, (sizes) => check(inputs(sizes))));
  });
}

/** @param {Sizes} sizes */
function inputs(sizes) {
  const { seed, batch, numKvHeads, group, queryLen, keyLen, headDim, valueHeadDim } = sizes;
  const random = new Random(seed);
  const numHeads = numKvHeads * group;
  return {
    ...sizes,
    random,
    numHeads,
    query: random.tensor([batch, numHeads, queryLen, headDim], 2),
    key: random.tensor([batch, numKvHeads, keyLen, headDim], 2),
    value: random.tensor([batch, numKvHeads, keyLen, valueHeadDim], 2),
    mask: random.booleans([batch, numHeads, queryLen, keyLen], 0.7),
  };
}

law('a row of attention sums to 1, or to 0 where nothing may be attended to', (call) => {
  const { query, key, value, mask, keyLen } = call;
  const { attention } = attend(query, key, value, { mask: { attend: mask }, attention: true });
  const allowed = EPSILON * (4 + Math.sqrt(keyLen));
  for (let from = 0; from < mask.data.length; from += keyLen) {
    /** @type {Float32Array} */
    const shares = attention.data.subarray(from, from + keyLen);
    const sum = shares.reduce((total, share) => total + share, 0);
    const empty = !mask.data.subarray(from, from + keyLen).includes(1);
    assert.ok(empty ? sum === 0 : Math.abs(sum - 1) <= allowed, `row at ${from}: sum ${sum}`);
    for (let j = 0; j < keyLen; j++) {
      if (mask.data[from + j] === 0) assert.ok(Object.is(shares[j], 0), `cell ${from + j}`);
    }
  }
});

law('keys in another order, with their values and masks, change nothing', (call) => {
  const { query, key, value, mask, keyLen, random } = call;
  const order = shuffled(random, keyLen);
  const options = { mask: { attend: mask }, attention: true };
  const result = attend(query, key, value, options);
  const { bounds } = reference.scaledDotProductAttention(query, key, value, {
    ...options,
    bounds: true,
  });
  assert.ok(bounds?.attention);
  const other = attend(query, permuted(key, order, 2), permuted(value, order, 2), {
    mask: { attend: permuted(mask, order, 3) },
    attention: true,
  });
  assertNear(other.output, result.output, bounds.output);
  const attention = permuted(result.attention, order, 3);
  assertNear(other.attention, attention, permuted(bounds.attention, order, 3));
});

law('query heads that share a key head are those of repeated key heads, bit for bit', (call) => {
  const { query, key, value, mask, numKvHeads, group } = call;
  const options = { mask: { attend: mask }, trace: true };
  const heads = Array.from({ length: numKvHeads * group }, (_, h) => Math.floor(h / group));
  const repeated = attend(query, permuted(key, heads, 1), permuted(value, heads, 1), options);
  assertSameBits(attend(query, key, value, options), repeated);
});

law('masks of every kind say the same thing in their own words, bit for bit', (call) => {
  const { query, key, value, mask } = call;
  const ignore = { ...mask, data: mask.data.map((flag) => 1 - flag) };
  const bias = {
    data: Float32Array.from(mask.data, (flag) => (flag ? 0 : -Infinity)),
    shape: mask.shape,
  };
  const expected = attend(query, key, value, { mask: { attend: mask }, trace: true });
  for (const same of [
    { ignore },
    [{ attend: mask }, { ignore }],
    { bias },
    [{ bias }, { attend: mask }],
  ]) {
    assertSameBits(attend(query, key, value, { mask: same, trace: true }), expected);
  }
});

law('causal, window and keyLengths are masks, bit for bit', (call) => {
  const { query, key, value, batch, queryLen, keyLen, random } = call;
  const lengths = Array.from({ length: batch }, () => random.integer(0, keyLen));
  const [left, right] = [random.integer(0, keyLen), random.integer(0, keyLen)];
  const attended = (/** @type {(b: number, i: number, j: number) => boolean} */ may) => {
    const shape = [batch, 1, queryLen, keyLen];
    const data = Uint8Array.from({ length: batch * queryLen * keyLen }, (_, at) => {
      const [j, i] = [at % keyLen, Math.floor(at / keyLen) % queryLen];
      return Number(may(Math.floor(at / keyLen / queryLen), i, j));
    });
    return attend(query, key, value, { mask: { attend: { data, shape } }, trace: true });
  };
  for (const [options, may] of /** @type {[object, Parameters<typeof attended>[0]][]} */ ([
    [{ causal: true }, (b, i, j) => j <= i],
    [{ causal: 'bottom-right' }, (b, i, j) => j <= keyLen - queryLen + i],
    [{ keyLengths: lengths }, (b, i, j) => j < lengths[b]],
    [
      { keyLengths: lengths, causal: 'by-length' },
      (b, i, j) => j < lengths[b] && j <= lengths[b] - queryLen + i,
    ],
    [{ window: { left, right } }, (b, i, j) => j >= i - left && j <= i + right],
    [{ window: { left } }, (b, i, j) => j >= i - left],
    [
      { window: { left }, causal: 'bottom-right' },
      (b, i, j) => {
        const position = keyLen - queryLen + i;
        return j >= position - left && j <= position;
      },
    ],
  ])) {
    assertSameBits(
      attend(query, key, value, { ...options, trace: true }),
      attended(may),
      JSON.stringify(options),
    );
  }
});

law('what a masked key or value holds changes no bit, NaN and infinities included', (call) => {
  const { query, key, value, mask, keyLen, numHeads, group, queryLen, random } = call;
  const hidden = random.integer(0, keyLen - 1);
  const bad = random.pick([NaN, Infinity, -Infinity]);
  const [badKey, badValue] = [filled(key, hidden, bad), filled(value, hidden, bad)];
  const seen = { attend: mask };
  const expected = attend(query, key, value, { mask: seen, attention: true });
  for (const options of [{ attention: true }, { trace: true }]) {
    const result = attend(query, badKey, badValue, { ...options, mask: seen });
    for (let row = 0; row < mask.data.length / keyLen; row++) {
      const where = `head ${Math.floor(row / queryLen) % numHeads} of groups of ${group}`;
      const sees = mask.data[row * keyLen + hidden] === 1;
      for (const name of /** @type {const} */ (['output', 'attention'])) {
        const [got, wanted] = [result[name], expected[name]].map(({ data, shape }) => {
          const width = shape[3];
          return data.subarray(row * width, (row + 1) * width);
        });
        const same = wanted.every((/** @type {number} */ number, /** @type {number} */ at) =>
          Object.is(number, got[at]),
        );
        if (!sees) assert.ok(same, `${name} of row ${row}, ${where}`);
      }
    }
  }
  const hiddenToAll = { mask: [seen, { ignore: only(keyLen, hidden) }], attention: true };
  assertSameBits(
    attend(query, badKey, badValue, hiddenToAll),
    attend(query, key, value, hiddenToAll),
  );
});

law('NaN and infinities that are not masked go where IEEE 754 takes them', (call) => {
  const { mask, random } = call;
  const [query, key, value] = [call.query, call.key, call.value].map((tensor) => {
    const sprinkled = copyOf(tensor);
    for (let count = random.integer(0, 2); count > 0; count--) {
      const at = random.integer(0, sprinkled.data.length - 1);
      sprinkled.data[at] = random.pick([NaN, Infinity, -Infinity]);
    }
    return sprinkled;
  });
  const options = { mask: { attend: mask }, trace: true };
  const result = attend(query, key, value, options);
  const ideal = reference.scaledDotProductAttention(query, key, value, options);
  assertSameKinds(result.output, ideal.output, 'output');
  assert.ok(result.trace && ideal.trace && result.logSumExp && ideal.logSumExp);
  assertSameKinds(result.logSumExp, ideal.logSumExp, 'logSumExp');
  for (const name of /** @type {const} */ (['dotProducts', 'scores', 'masked', 'attention'])) {
    assertSameKinds(result.trace[name], ideal.trace[name], name);
  }
  assertSameBits(attend(query, key, value, { mask: { attend: mask } }).output, result.output);
});

law('the past and what is new are all at once, bit for bit', (call) => {
  const { query, random, batch, numKvHeads, queryLen, headDim, valueHeadDim } = call;
  const key = random.tensor([batch, numKvHeads, queryLen, headDim], 2);
  const value = random.tensor([batch, numKvHeads, queryLen, valueHeadDim], 2);
  const split = random.integer(0, queryLen);
  const rotary = headDim >= 2 && random.chance(0.5);
  const dims = 2 * Math.floor(headDim / 2);
  const options = {
    causal: true,
    attention: true,
    ...(rotary && { positions: { type: /** @type {const} */ ('rotary'), dims } }),
  };
  const all = attend(query, key, value, { ...options, ...nothingBefore(key, value) });
  const first = attend(part(query, 0, split), part(key, 0, split), part(value, 0, split), {
    ...options,
    ...nothingBefore(key, value),
  });
  const second = attend(
    part(query, split, queryLen),
    part(key, split, queryLen),
    part(value, split, queryLen),
    { ...options, pastKey: first.presentKey, pastValue: first.presentValue },
  );
  assertSameBits(second.output, part(all.output, split, queryLen));
  assertSameBits(second.attention, part(all.attention, split, queryLen));
  assertSameBits(second.presentKey, all.presentKey);
  assertSameBits(second.presentValue, all.presentValue);
});

law('a sink is one more key of zeros, biased by it, whose column is left out', (call) => {
  const { query, key, value, mask, numHeads, batch, keyLen, random } = call;
  const sinks = random.tensor([numHeads], 3);
  const options = { mask: { attend: mask }, sinks };
  const { bounds } = reference.scaledDotProductAttention(query, key, value, {
    ...options,
    trace: true,
    bounds: true,
  });
  assert.ok(bounds?.attention && bounds.logSumExp);
  const result = attend(query, key, value, { ...options, trace: true });
  const more = (/** @type {PlainTensor} */ x) => {
    const [, heads, , width] = x.shape;
    const shape = [batch, heads, keyLen + 1, width];
    const data = new Float32Array(batch * heads * (keyLen + 1) * width);
    for (let head = 0; head < batch * heads; head++) {
      const own = x.data.subarray(head * keyLen * width, (head + 1) * keyLen * width);
      data.set(own, head * (keyLen + 1) * width);
    }
    return { data, shape };
  };
  const bias = {
    data: new Float32Array(numHeads * (keyLen + 1)),
    shape: [numHeads, 1, keyLen + 1],
  };
  const allowed = { data: new Uint8Array((mask.data.length / keyLen) * (keyLen + 1)) };
  for (let h = 0; h < numHeads; h++) bias.data[h * (keyLen + 1) + keyLen] = sinks.data[h];
  for (let cell = 0; cell < allowed.data.length; cell++) {
    const [row, j] = [Math.floor(cell / (keyLen + 1)), cell % (keyLen + 1)];
    allowed.data[cell] = j === keyLen ? 1 : mask.data[row * keyLen + j];
  }
  const attended = { ...allowed, shape: [...mask.shape.slice(0, 3), keyLen + 1] };
  const longer = attend(query, more(key), more(value), {
    mask: [{ attend: attended }, { bias }],
    trace: true,
  });
  assertNear(result.output, longer.output, bounds.output);
  assertNear(result.logSumExp, longer.logSumExp, bounds.logSumExp);
  const columns = Array.from({ length: keyLen }, (_, j) => j);
  assertNear(result.attention, permuted(longer.attention, columns, 3), bounds.attention);
});

law('a sink of -Infinity changes no bit', (call) => {
  const { query, key, value, mask, numHeads } = call;
  const sinks = { data: new Float32Array(numHeads).fill(-Infinity), shape: [numHeads] };
  const options = { mask: { attend: mask }, trace: true };
  assertSameBits(
    attend(query, key, value, { ...options, sinks }),
    attend(query, key, value, options),
  );
});

law('frequencies of theta turn as theta does; a factor scales both', (call) => {
  const { query, key, value, headDim, random } = call;
  if (headDim < 2) return;
  const dims = 2 * Math.floor(headDim / 2);
  const rotary = { type: /** @type {const} */ ('rotary'), dims, interleaved: random.chance(0.5) };
  const frequencies = Array.from({ length: dims / 2 }, (_, r) => 100 ** ((-2 * r) / dims));
  const byTheta = { positions: { ...rotary, theta: 100 }, attention: true };
  const { bounds } = reference.scaledDotProductAttention(query, key, value, {
    ...byTheta,
    bounds: true,
  });
  assert.ok(bounds?.attention);
  const positions = { ...rotary, frequencies };
  const turned = attend(query, key, value, { positions, attention: true });
  assertNear(turned.attention, attend(query, key, value, byTheta).attention, bounds.attention);
  if (dims < headDim) return;
  const doubled = { positions: { ...positions, factor: 2 }, scale: 0.125, attention: true };
  const plain = { positions, scale: 0.5, attention: true };
  assertSameBits(attend(query, key, value, doubled), attend(query, key, value, plain));
});

law('without keys there are zeros', (call) => {
  const { query, key, value } = call;
  const { output, attention } = attend(query, part(key, 0, 0), part(value, 0, 0), {
    attention: true,
  });
  const zeros = { data: new Float32Array(output.data.length), shape: output.shape };
  assert.ok(output.data.length > 0);
  assertSameBits(output, zeros);
  assert.equal(attention.data.length, 0);
});

/**
 * @param {PlainTensor} query
 * @param {PlainTensor} key
 * @param {PlainTensor} value
 * @param {object} options
 * @returns {any}
 */
function attend(query, key, value, options) {
  return engine.scaledDotProductAttention(query, key, value, options);
}

/**
 * @param {PlainTensor} key
 * @param {PlainTensor} value
 */
function nothingBefore(key, value) {
  return { pastKey: part(key, 0, 0), pastValue: part(value, 0, 0) };
}

/**
 * Two results that both may be off by the bound.
 *
 * @param {PlainTensor} actual
 * @param {PlainTensor} expected
 * @param {{ data: Float64Array }} bounds
 */
function assertNear(actual, expected, bounds) {
  assert.deepEqual(actual.shape, expected.shape);
  actual.data.forEach((number, at) => {
    const off = Math.abs(number - expected.data[at]);
    assert.ok(off <= 2 * BOUND_MULTIPLE * bounds.data[at], `at ${at}: off by ${off}`);
  });
}

/**
 * @param {PlainTensor} actual
 * @param {{ data: Float64Array }} expected
 * @param {string} name
 */
function assertSameKinds(actual, expected, name) {
  const kind = (/** @type {number} */ number) => (Number.isFinite(number) ? 'finite' : number);
  assert.deepEqual(Array.from(actual.data, kind), Array.from(expected.data, kind), name);
}
