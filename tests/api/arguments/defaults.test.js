// Tests a layer's `defaults`: options of every call that does not give them itself.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load, loadInWorker } from 'headwise';
import { createMultiHeadAttention } from 'headwise/reference';

const engine = await load();
const sizes = { embedDim: 8, numHeads: 2, seed: 5 };
const x = { data: Float32Array.from({ length: 48 }, (_, i) => Math.sin(i)), shape: [6, 8] };
const maps = { attention: true };

/** @type {import('headwise').MultiHeadAttentionConfig['defaults'][]} */
const DEFAULTS = [
  { causal: true },
  { window: { left: 1, right: 0 } },
  { scale: 0.2, softcap: 3 },
  { causal: true, positions: { type: 'rotary', theta: 100 } },
  { positions: 'rotary' },
  { positions: 'alibi' },
  { positions: { type: 'alibi', slopes: [0.5, 0.25] } },
];

for (const defaults of DEFAULTS) {
  test(`a call has ${JSON.stringify(defaults)}`, async () => {
    const plain = engine.createMultiHeadAttention(sizes);
    const layer = engine.createMultiHeadAttention({ ...sizes, defaults });
    const expected = plain.forward(x, { ...defaults, ...maps });
    assert.deepEqual(layer.forward(x, maps), expected);
    assert.deepEqual(layer.forward(x), { output: expected.output });
    assert.notDeepEqual(plain.forward(x, maps), expected);
    assert.deepEqual(layer.config.defaults, defaults);
    assert.deepEqual(engine.createMultiHeadAttention(layer.config).forward(x, maps), expected);
    const ideal = createMultiHeadAttention({ ...sizes, defaults });
    assert.deepEqual(
      ideal.forward(x, maps),
      createMultiHeadAttention(sizes).forward(x, { ...defaults, ...maps }),
    );
    const remote = await loadInWorker();
    const far = await remote.createMultiHeadAttention({ ...sizes, defaults });
    assert.deepEqual(await far.forward(x, maps), expected);
    await remote.dispose();
  });
}

test('a name stands for positions without options', () => {
  const layer = engine.createMultiHeadAttention(sizes);
  const named = layer.forward(x, { positions: 'rotary' });
  assert.deepEqual(named, layer.forward(x, { positions: { type: 'rotary' } }));
});

test("a call's own options win", () => {
  const defaults = { causal: true, softcap: 2 };
  const layer = engine.createMultiHeadAttention({ ...sizes, defaults });
  const plain = engine.createMultiHeadAttention(sizes);
  const off = { causal: false, softcap: 0, ...maps };
  assert.deepEqual(layer.forward(x, off), plain.forward(x, maps));
  const other = { softcap: 1, ...maps };
  assert.deepEqual(layer.forward(x, other), plain.forward(x, { causal: true, ...other }));
});

test('a cache turns new tokens as the whole text does', () => {
  const defaults = { causal: true, positions: /** @type {const} */ ({ type: 'rotary' }) };
  const layer = engine.createMultiHeadAttention({ ...sizes, defaults });
  const whole = layer.forward(x).output;
  const cache = layer.createCache({ capacity: 6 });
  for (let i = 0; i < 6; i++) {
    const token = { data: x.data.slice(8 * i, 8 * i + 8), shape: [1, 8] };
    assert.deepEqual(layer.forward(token, { cache }).output.row(0), whole.row(i));
  }
});

test('the defaults are a copy, and frozen', () => {
  const defaults = { window: { left: 1 } };
  const layer = engine.createMultiHeadAttention({ ...sizes, defaults });
  const before = layer.forward(x);
  defaults.window.left = 0;
  assert.deepEqual(layer.forward(x), before);
  assert.ok(Object.isFrozen(layer.config.defaults));
  assert.deepEqual(engine.createMultiHeadAttention(sizes).config.defaults, {});
});

test('wrong defaults are refused when the layer is made', () => {
  /** @param {any} defaults */
  const make = (defaults) => () => engine.createMultiHeadAttention({ ...sizes, defaults });
  assert.throws(make({ casual: true }), {
    name: 'TypeError',
    message: /^defaults: unknown option casual.* causal/,
  });
  assert.throws(make({ softcap: -1 }), { name: 'RangeError', message: /^defaults\.softcap: / });
  assert.throws(make({ positions: { type: 'rotary', dims: 3 } }), RangeError);
  assert.throws(make({ mask: [] }), { name: 'TypeError', message: /unknown option mask/ });
  assert.throws(make(null), TypeError);
});
