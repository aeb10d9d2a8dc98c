// Tests which arguments the checks accept, and the one canonical form that the checks make of them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { checkAttention } from '../../../src/js/attention/attention.ts';
import { checkForward } from '../../../src/js/layer/forward.ts';
import { checkLayer } from '../../../src/js/layer/config.ts';
import { nearest } from '../../../src/js/arguments/nearest.ts';
import { checkEmbed } from '../../../src/js/small/embed.ts';
import { checkLinear } from '../../../src/js/small/linear.ts';
import { checkSoftmax } from '../../../src/js/small/softmax.ts';
import { flags, zeros } from '../support/make.js';

/** @param {unknown} [options] of a call with B 2, H 4, Hkv 2, L 3, S 5, E 8, Ev 6 */
const attend = (options) =>
  checkAttention(zeros(2, 4, 3, 8), zeros(2, 2, 5, 8), zeros(2, 2, 5, 6), options);

describe('attention', () => {
  test('sizes and defaults', () => {
    const { query, key, value, masks, out, scale, ...rest } = attend();
    assert.equal(Math.fround(scale), Math.fround(1 / Math.sqrt(8)));
    assert.deepEqual(masks, []);
    assert.deepEqual(Object.keys(out), []);
    assert.deepEqual(rest, {
      batched: true,
      batch: 2,
      numHeads: 4,
      numKvHeads: 2,
      queryLen: 3,
      keyLen: 5,
      pastLen: 0,
      headDim: 8,
      valueHeadDim: 6,
      pastKey: null,
      pastValue: null,
      causal: 'none',
      window: { left: -1, right: -1 },
      keyLengths: null,
      softcap: 0,
      sinks: null,
      positions: null,
      attention: false,
      trace: false,
      keep: false,
      bounds: false,
      signal: null,
      onProgress: null,
    });
  });

  test('without B', () => {
    const plan = checkAttention(zeros(4, 3, 8), zeros(1, 5, 8), zeros(1, 5, 6), undefined);
    assert.equal(plan.batched, false);
    assert.equal(plan.batch, 1);
    assert.equal(plan.numKvHeads, 1);
    assert.deepEqual(plan.query.shape, [4, 3, 8]);
  });

  test('lengths may be 0', () => {
    const plan = checkAttention(zeros(0, 2, 0, 4), zeros(0, 2, 0, 4), zeros(0, 2, 0, 4), {
      keyLengths: [],
      causal: 'by-length',
    });
    assert.deepEqual([plan.batch, plan.queryLen, plan.keyLen], [0, 0, 0]);
  });

  test('the default scale is 1 / sqrt(E) to the last bit that float32 has', () => {
    for (let width = 1; width <= 5000; width++) {
      const { scale } = checkAttention(zeros(1, 0, width), zeros(1, 0, width), zeros(1, 0, 1), {});
      assert.equal(Math.fround(scale), Math.fround(1 / Math.sqrt(width)), String(width));
    }
  });

  test('data is used in place, the shape is copied', () => {
    const query = zeros(1, 2, 3);
    const plan = checkAttention(query, query, query, undefined);
    assert.equal(plan.query.data, query.data);
    query.shape[0] = 7;
    assert.deepEqual(plan.query.shape, [1, 2, 3]);
  });

  test('a tensor may be an instance of a class', () => {
    class Matrix {
      #numbers = new Float32Array(6);
      get data() {
        return this.#numbers;
      }
      get shape() {
        return Object.freeze([1, 2, 3]);
      }
    }
    assert.deepEqual(
      checkAttention(new Matrix(), new Matrix(), new Matrix(), {}).key.shape,
      [1, 2, 3],
    );
  });

  test('data may be shared, in a resizable buffer, or of another realm', () => {
    const { shared, foreign } = runInNewContext(`({
      shared: new Float32Array(new SharedArrayBuffer(24)),
      foreign: new Float32Array(6),
    })`);
    const growing = new Float32Array(Reflect.construct(ArrayBuffer, [24, { maxByteLength: 48 }]));
    for (const data of [shared, foreign, growing]) {
      const x = { data, shape: [1, 2, 3] };
      assert.equal(checkAttention(x, x, x, undefined).query.data, data);
    }
  });

  test('nested arrays are passed through tensor', () => {
    const plan = checkAttention([[[1, 2]]], [[[3, 4]]], [[new Float64Array([5, 6])]], undefined);
    assert.deepEqual({ ...plan.key }, { data: Float32Array.of(3, 4), shape: [1, 1, 2] });
    assert.deepEqual({ ...plan.value }, { data: Float32Array.of(5, 6), shape: [1, 1, 2] });
  });

  test('all options', () => {
    const onProgress = () => {};
    const { signal } = new AbortController();
    const out = { output: zeros(2, 4, 3, 6), attention: zeros(2, 4, 3, 12) };
    const sinks = zeros(4);
    const plan = attend({
      causal: 'bottom-right',
      window: { left: 2, right: 0 },
      keyLengths: Int32Array.of(12, 0),
      scale: -0.5,
      softcap: 30,
      positions: { type: 'rotary' },
      sinks,
      pastKey: zeros(2, 2, 7, 8),
      pastValue: zeros(2, 2, 7, 6),
      attention: true,
      keep: false,
      out,
      signal,
      onProgress,
    });
    assert.equal(plan.causal, 'bottom-right');
    assert.deepEqual(plan.window, { left: 2, right: 0 });
    assert.deepEqual(plan.keyLengths, Int32Array.of(12, 0));
    assert.deepEqual([plan.scale, plan.softcap], [-0.5, 30]);
    assert.deepEqual(plan.positions, {
      type: 'rotary',
      theta: 10000,
      frequencies: null,
      factor: 1,
      interleaved: false,
      dims: 8,
      offset: 0,
    });
    assert.equal(plan.sinks?.data, sinks.data);
    assert.equal(plan.pastLen, 7);
    assert.equal(plan.out.output?.own, out.output);
    assert.equal(plan.out.attention?.own, out.attention);
    assert.equal(plan.signal, signal);
    assert.equal(plan.onProgress, onProgress);
  });

  test('causal in words', () => {
    assert.equal(attend({ causal: true }).causal, 'past');
    assert.equal(attend({ causal: false }).causal, 'none');
    assert.equal(attend({ causal: 'by-length', keyLengths: [1, 2] }).causal, 'by-length');
  });

  test('a window may be open, and one beyond any length is', () => {
    assert.equal(attend({ window: {} }).window.left, -1);
    assert.equal(attend({ window: { left: undefined, right: 3 } }).window.left, -1);
    assert.equal(attend({ window: { left: Number.MAX_SAFE_INTEGER } }).window.left, -1);
  });

  test('alibi', () => {
    assert.deepEqual(attend({ positions: { type: 'alibi' } }).positions, {
      type: 'alibi',
      slopes: null,
    });
    const slopes = [0.5, 0.25, 0, -1];
    assert.deepEqual(attend({ positions: { type: 'alibi', slopes } }).positions, {
      type: 'alibi',
      slopes: Float32Array.from(slopes),
    });
  });

  test('rotary rotates by the given frequencies', () => {
    const frequencies = [1, 0.5];
    const positions = /** @type {const} */ ({ type: 'rotary', frequencies, dims: 4, factor: 1.2 });
    assert.deepEqual(attend({ positions }).positions, {
      type: 'rotary',
      theta: 10000,
      frequencies: Float64Array.from(frequencies),
      factor: 1.2,
      interleaved: false,
      dims: 4,
      offset: 0,
    });
  });

  test('trace implies attention', () => {
    assert.equal(attend({ trace: true }).attention, true);
  });

  test('an AbortSignal may come from elsewhere', () => {
    const signal = { aborted: false, addEventListener() {} };
    assert.equal(attend({ signal }).signal, signal);
  });
});

describe('options objects', () => {
  test('only own enumerable properties count', () => {
    const inherited = Object.create({ causal: true, isCausal: true });
    assert.equal(attend(inherited).causal, 'none');
    const hidden = Object.defineProperty({}, 'causal', { value: true, enumerable: false });
    assert.equal(attend(hidden).causal, 'none');
  });

  test('properties added to Object.prototype do not', () => {
    const extra = ['causal', 'trace', 'output', 'attention', 'data', 'left', 'type'];
    try {
      for (const name of extra) {
        Object.defineProperty(Object.prototype, name, {
          value: 1,
          configurable: true,
          writable: true,
        });
      }
      const plan = attend({ window: {}, out: {} });
      assert.deepEqual([plan.causal, plan.trace, plan.window.left], ['none', false, -1]);
      assert.equal(plan.out.output, undefined);
      const layer = checkLayer({ embedDim: 4, numHeads: 2 });
      const forward = checkForward(layer, [zeros(3, 4)]);
      assert.equal(forward.replace.attention, undefined);
      assert.equal(forward.out.attention, undefined);
    } finally {
      for (const name of extra) Reflect.deleteProperty(Object.prototype, name);
    }
  });

  test('undefined is absent, even under an unknown name', () => {
    assert.equal(
      attend({ causal: undefined, keep: undefined, isCausal: undefined }).causal,
      'none',
    );
  });

  test('any object may hold them', () => {
    class Settings {
      causal = true;
    }
    assert.equal(attend(new Settings()).causal, 'past');
    assert.equal(attend(Object.assign(Object.create(null), { causal: true })).causal, 'past');
    assert.equal(attend(runInNewContext('({ causal: true })')).causal, 'past');
    assert.equal(attend(new Proxy({ causal: true }, {})).causal, 'past');
  });

  test('each property is read once', () => {
    let reads = 0;
    const options = {
      get scale() {
        reads++;
        return reads === 1 ? 0.5 : NaN;
      },
    };
    assert.equal(attend(options).scale, 0.5);
    assert.equal(reads, 1);
  });

  test('an error that a getter throws is passed on unchanged', () => {
    const thrown = new Error('mine');
    const options = {
      get scale() {
        throw thrown;
      },
    };
    assert.throws(() => attend(options), thrown);
  });
});

describe('masks', () => {
  /** @param {unknown} mask */
  const stridesOf = (mask) => attend({ mask }).masks.map(({ strides }) => strides);
  test('are aligned on the right and step by 0 where they are broadcast', () => {
    assert.deepEqual(stridesOf({ attend: flags(2, 4, 3, 5) }), [[60, 15, 5, 1]]);
    assert.deepEqual(stridesOf({ attend: flags(3, 5) }), [[0, 0, 5, 1]]);
    assert.deepEqual(stridesOf({ ignore: flags(2, 1, 1, 5) }), [[5, 0, 0, 1]]);
    assert.deepEqual(stridesOf({ bias: zeros(4, 1, 5) }), [[0, 5, 0, 1]]);
    assert.deepEqual(stridesOf({ bias: zeros(3, 1) }), [[0, 0, 1, 0]]);
    assert.deepEqual(stridesOf({ bias: zeros() }), [[0, 0, 0, 0]]);
  });

  test('all of several apply', () => {
    const { masks } = attend({ mask: [{ attend: flags(5) }, { bias: zeros(3, 5) }] });
    assert.deepEqual(
      masks.map(({ kind }) => kind),
      ['attend', 'bias'],
    );
    assert.deepEqual(attend({ mask: [] }).masks, []);
  });

  test('may be nested booleans, or rows of bytes', () => {
    const [nested] = attend({ mask: { attend: [[true, false, true, true, true]] } }).masks;
    assert.deepEqual(nested.data, Uint8Array.of(1, 0, 1, 1, 1));
    const [rows] = attend({ mask: { ignore: [Uint8Array.of(0, 0, 0, 0, 1)] } }).masks;
    assert.deepEqual(rows.data, Uint8Array.of(0, 0, 0, 0, 1));
  });

  test('may be empty', () => {
    const x = zeros(1, 0, 2);
    const [mask] = checkAttention(x, x, x, { mask: { attend: [] } }).masks;
    assert.deepEqual(mask.data, new Uint8Array(0));
  });
});

describe('the layer', () => {
  test('defaults of the config', () => {
    const config = checkLayer({ embedDim: 16, numHeads: 4 });
    assert.deepEqual(config, {
      embedDim: 16,
      numHeads: 4,
      numKvHeads: 4,
      headDim: 4,
      valueHeadDim: 4,
      keyDim: 16,
      valueDim: 16,
      outputDim: 16,
      bias: true,
      addBiasKv: false,
      addZeroAttention: false,
      queryKeyNorm: false,
      defaults: {},
      seed: 0,
    });
    assert.ok(Object.isFrozen(config));
  });

  test('headDim need not divide embedDim, and valueHeadDim follows it', () => {
    const config = checkLayer({
      embedDim: 10,
      numHeads: 3,
      headDim: 7,
      seed: Number.MAX_SAFE_INTEGER,
    });
    assert.deepEqual([config.headDim, config.valueHeadDim], [7, 7]);
    assert.equal(config.seed, Number.MAX_SAFE_INTEGER);
  });

  const config = checkLayer({ embedDim: 4, numHeads: 2 });
  const x = zeros(2, 3, 4);

  test('key defaults to query, value to key', () => {
    const self = checkForward(config, [x]);
    assert.deepEqual([self.keyIsQuery, self.valueIsKey, self.keyLen], [true, true, 3]);
    const same = checkForward(config, [x, x, x]);
    assert.deepEqual([same.keyIsQuery, same.valueIsKey], [true, true]);
    const cross = checkForward(config, [x, zeros(2, 5, 4)]);
    assert.deepEqual([cross.keyIsQuery, cross.valueIsKey, cross.keyLen], [false, true, 5]);
    const all = checkForward(config, [x, zeros(2, 5, 4), zeros(2, 5, 4)]);
    assert.deepEqual([all.keyIsQuery, all.valueIsKey], [false, false]);
    const valueAlone = checkForward(config, [x, undefined, zeros(2, 3, 4)]);
    assert.deepEqual([valueAlone.keyIsQuery, valueAlone.valueIsKey], [true, false]);
    assert.deepEqual([valueAlone.keyGiven, valueAlone.valueGiven], [false, true]);
  });

  test('options come second or fourth', () => {
    const options = { causal: true };
    for (const given of [
      [x, options],
      [x, undefined, undefined, options],
      [x, x, undefined, options],
      [x, x, x, options],
    ]) {
      assert.equal(checkForward(config, given).causal, 'past');
    }
    assert.equal(checkForward(config, [x, {}]).keyIsQuery, true);
    assert.equal(checkForward(config, [x, Object.create(null)]).keyIsQuery, true);
    assert.equal(checkForward(config, [x, [[[1, 2, 3, 4]], [[5, 6, 7, 8]]]]).keyLen, 1);
  });

  test('without B', () => {
    const plan = checkForward(config, [zeros(3, 4)]);
    assert.deepEqual([plan.batched, plan.batch, plan.queryLen], [false, 1, 3]);
  });

  test('key padding is one more mask', () => {
    const ignore = [
      [true, false, false],
      [false, false, true],
    ];
    const [perEntry] = checkForward(config, [x, { keyPaddingMask: { ignore } }]).masks;
    assert.deepEqual(perEntry, {
      kind: 'ignore',
      data: Uint8Array.of(1, 0, 0, 0, 0, 1),
      strides: [3, 0, 0, 1],
    });
    const [forAll] = checkForward(config, [x, { keyPaddingMask: { ignore: ignore[0] } }]).masks;
    assert.deepEqual(forAll.strides, [0, 0, 0, 1]);
    const bias = { data: Float32Array.of(0, -1, -Infinity), shape: [3] };
    const [added] = checkForward(config, [x, { keyPaddingMask: { bias } }]).masks;
    assert.deepEqual(added, { kind: 'bias', data: bias.data, strides: [0, 0, 0, 1] });
  });

  test('replaced intermediates have the extra columns', () => {
    const extra = checkLayer({ embedDim: 4, numHeads: 2, addBiasKv: true, addZeroAttention: true });
    const replace = { scores: zeros(2, 2, 3, 5), key: zeros(2, 2, 3, 2) };
    const plan = checkForward(extra, [x, { replace }]);
    assert.equal(plan.replace.scores?.data, replace.scores.data);
    assert.equal(plan.replace.key?.data, replace.key.data);
  });

  test('out has the mean over heads if the call asks for it', () => {
    const out = { attention: zeros(2, 3, 3) };
    const plan = checkForward(config, [x, { attention: true, averageHeads: true, out }]);
    assert.equal(plan.out.attention?.own, out.attention);
  });
});

describe('the small operations', () => {
  test('linear', () => {
    const { x, weight, bias, ...plan } = checkLinear(zeros(2, 3, 4), zeros(5, 4), undefined);
    assert.equal(bias, null);
    assert.deepEqual(plan, { rows: 6, inputDim: 4, outputDim: 5, shape: [2, 3, 5] });
    assert.deepEqual(checkLinear(zeros(4), zeros(5, 4), zeros(5)).shape, [5]);
    assert.equal(checkLinear(zeros(0, 4), zeros(5, 4), undefined).rows, 0);
  });

  test('softmax', () => {
    const { rows, size, shape } = checkSoftmax(zeros(2, 3, 4));
    assert.deepEqual({ rows, size, shape }, { rows: 6, size: 4, shape: [2, 3, 4] });
    assert.equal(checkSoftmax(zeros(3, 0)).rows, 0);
  });

  test('embed', () => {
    assert.deepEqual(checkEmbed([3, 4294967295], { embedDim: 5 }), {
      ids: Uint32Array.of(3, 4294967295),
      embedDim: 5,
      seed: 0,
      positions: 'sinusoidal',
      offset: 0,
      replace: Object.create(null),
    });
    const plan = checkEmbed(Uint16Array.of(1), {
      embedDim: 5,
      positions: 'none',
      seed: 9,
      offset: 2,
    });
    assert.deepEqual([plan.positions, plan.seed, plan.offset], ['none', 9, 2]);
  });
});

describe('the nearest name', () => {
  const options = [
    'mask',
    'causal',
    'window',
    'keyLengths',
    'scale',
    'softcap',
    'attention',
    'out',
  ];
  const config = ['embedDim', 'numHeads', 'numKvHeads', 'headDim', 'keyDim', 'valueDim', 'bias'];

  for (const [name, expected] of Object.entries({
    isCausal: 'causal',
    CAUSAL: 'causal',
    casual: 'causal',
    attn_mask: 'mask',
    sliding_window: 'window',
    key_lengths: 'keyLengths',
    scales: 'scale',
    softCap: 'softcap',
    returnAttention: 'attention',
    dropout: undefined,
    enableGqa: undefined,
    x: undefined,
    '': undefined,
  })) {
    test(`${name} -> ${expected}`, () => assert.equal(nearest(name, options), expected));
  }
  for (const [name, expected] of Object.entries({
    embed_dim: 'embedDim',
    heads: 'numHeads',
    num_heads: 'numHeads',
    kv_heads: 'numKvHeads',
    kdim: 'keyDim',
    dModel: undefined,
  })) {
    test(`${name} -> ${expected}`, () => assert.equal(nearest(name, config), expected));
  }
});
