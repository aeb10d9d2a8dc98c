// Tests every error text of attention's arguments and options, word for word. The engine and the
// reference share the texts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkAttention } from '../../../src/js/attention/attention.ts';
import { checkLayer } from '../../../src/js/layer/config.ts';
import { flags, zeros } from '../support/make.js';
import { refuses } from '../support/refuses.js';

const TENSOR = 'a tensor or nested array of numbers';
const SIZE = 'an integer from 0 to 2147483647';

/** @param {unknown} options of a call with B 2, H 4, Hkv 2, L 3, S 5, E 8, Ev 6 */
const attend = (options) => () =>
  checkAttention(zeros(2, 4, 3, 8), zeros(2, 2, 5, 8), zeros(2, 2, 5, 6), options);

describe('query, key and value', () => {
  const q = zeros(2, 4, 3, 64);
  /** @type {(query?: unknown, key?: unknown, value?: unknown) => () => unknown} */
  const plan = (query, key, value) => () => checkAttention(query, key, value, undefined);
  /** @type {(data: unknown, shape: unknown) => () => unknown} */
  const of = (data, shape) => plan({ data, shape });
  const one = new Float32Array(1);

  refuses(TypeError, `query: expected ${TENSOR}, got undefined`, plan());
  refuses(TypeError, `key: expected ${TENSOR}, got null`, plan(q, null));
  refuses(TypeError, `value: expected ${TENSOR}, got false`, plan(q, q, false));
  refuses(TypeError, `query: expected ${TENSOR}, got 5`, plan(5));
  refuses(TypeError, `query: expected ${TENSOR}, got "abc"`, plan('abc'));
  refuses(TypeError, `query: expected ${TENSOR}, got a function`, plan(plan));
  refuses(TypeError, `query: expected ${TENSOR}, got 10n`, plan(10n));
  refuses(TypeError, `query: expected ${TENSOR}, got Symbol(q)`, plan(Symbol('q')));
  refuses(TypeError, `query: expected ${TENSOR}, got a Map`, plan(new Map()));
  refuses(TypeError, `query: expected ${TENSOR}, got an object`, plan({}));
  refuses(TypeError, `query: expected ${TENSOR}, got an ArrayBuffer`, plan(new ArrayBuffer(8)));
  refuses(
    TypeError,
    `query: expected ${TENSOR}, got a Uint8Array of length 3`,
    plan(new Uint8Array(3)),
  );

  refuses(TypeError, 'query.data: expected a Float32Array, got undefined', plan({ shape: [1] }));
  refuses(TypeError, 'query.data: expected a Float32Array, got an array of length 1', of([1], [1]));
  refuses(
    TypeError,
    'query.data: expected a Float32Array, got a Float64Array of length 6',
    of(new Float64Array(6), [1, 2, 3]),
  );
  refuses(
    TypeError,
    'query.data: expected a Float32Array, got a Uint8Array of length 6',
    plan(flags(1, 2, 3)),
  );
  refuses(
    TypeError,
    'query.shape: expected an array of integers, got undefined',
    plan({ data: one }),
  );
  refuses(TypeError, 'query.shape: expected an array of integers, got "1"', of(one, '1'));
  refuses(TypeError, `query.shape[1]: expected ${SIZE}, got "1"`, of(one, [1, '1']));
  refuses(TypeError, `query.shape[0]: expected ${SIZE}, got undefined`, of(one, new Array(3)));
  refuses(RangeError, `query.shape[0]: expected ${SIZE}, got NaN`, of(one, [NaN]));
  refuses(RangeError, `query.shape[0]: expected ${SIZE}, got -1`, of(one, [-1, -1]));
  refuses(RangeError, `query.shape[0]: expected ${SIZE}, got 0.5`, of(one, [0.5, 2]));
  refuses(
    RangeError,
    `query.shape[0]: expected ${SIZE}, got 9007199254740991`,
    of(one, [2 ** 53 - 1]),
  );
  refuses(
    RangeError,
    'query.shape: expected at most 32 dimensions, got 33',
    of(one, new Array(33).fill(1)),
  );
  refuses(
    RangeError,
    'query.data: expected 24 values for shape (2, 3, 4), got 20',
    of(new Float32Array(20), [2, 3, 4]),
  );
  refuses(
    RangeError, // on 32 bits this product is 0
    'query.data: expected 281474976710656 values for shape (65536, 65536, 65536), got 0',
    of(new Float32Array(0), [65536, 65536, 65536]),
  );
  const gone = zeros(1, 2, 3);
  structuredClone(gone.data.buffer, { transfer: [gone.data.buffer] });
  refuses(
    RangeError,
    'query.data: expected 6 values for shape (1, 2, 3), got 0 (its buffer was detached)',
    plan(gone),
  );

  refuses(
    RangeError,
    'query: expected shape (batch, heads, length, width) or (heads, length, width), got (3, 8)',
    plan(zeros(3, 8), q, q),
  );
  refuses(
    RangeError,
    'query: expected at least one head and width 1, got (2, 0, 3, 8)',
    plan(zeros(2, 0, 3, 8), q, q),
  );
  refuses(
    RangeError,
    'query: expected at least one head and width 1, got (2, 3, 0)',
    plan(zeros(2, 3, 0), zeros(2, 3, 0), zeros(2, 3, 1)),
  );
  refuses(
    RangeError,
    'key: expected shape (2, 4, *, 64) to match query, got (2, 4, 10, 32)',
    plan(q, zeros(2, 4, 10, 32), q),
  );
  refuses(
    RangeError,
    'key: expected shape (2, 2, *, 64) to match query, got (2, 2, 10, 32)',
    plan(q, zeros(2, 2, 10, 32), q),
  );
  refuses(
    RangeError,
    'key: expected shape (2, 4, *, 64) to match query, got (4, 10, 64)',
    plan(q, zeros(4, 10, 64), q),
  );
  refuses(
    RangeError,
    'key: expected shape (2, 4, *, 64) to match query, or heads that divide 4, got (2, 3, 10, 64)',
    plan(q, zeros(2, 3, 10, 64), q),
  );
  refuses(
    RangeError,
    'key: expected shape (4, *, 8) to match query, or heads that divide 4, got (0, 10, 8)',
    plan(zeros(4, 3, 8), zeros(0, 10, 8), q),
  );
  refuses(
    RangeError,
    'value: expected shape (2, 2, 10, *) to match key, got (2, 2, 9, 64)',
    plan(q, zeros(2, 2, 10, 64), zeros(2, 2, 9, 64)),
  );
  refuses(
    RangeError,
    'value: expected a width of at least 1, got (2, 2, 10, 0)',
    plan(q, zeros(2, 2, 10, 64), zeros(2, 2, 10, 0)),
  );
});

describe('nested arrays', () => {
  /** @param {unknown} query */
  const plan = (query) => () => checkAttention(query, query, query, undefined);

  refuses(
    RangeError,
    'query[0][1]: expected an array of length 2, got an array of length 1',
    plan([[[1, 2], [3]]]),
  );
  refuses(RangeError, 'query[0][1]: expected an array of length 2, got 3', plan([[[1, 2], 3]]));
  refuses(
    RangeError,
    'query[0][0][1]: expected a number, got an array of length 1',
    plan([[[1, [2]]]]),
  );
  refuses(
    TypeError,
    'query[0][1]: expected an array of length 2, got "ab"',
    plan([[[1, 2], 'ab']]),
  );
  refuses(TypeError, 'query[0][0][1]: expected a number, got "2"', plan([[[1, '2']]]));
  refuses(TypeError, 'query[0][0][0]: expected a number, got true', plan([[[true]]]));
  refuses(TypeError, 'query[0][0][0]: expected a number, got 1n', plan([[[1n]]]));
  refuses(TypeError, 'query[0][0][1]: expected a number, got undefined', plan([[[1, , 3]]]));
  refuses(TypeError, 'query[0][0][0]: expected a number, got null', plan([[[null]]]));
  /** @type {unknown[]} */
  const endless = [];
  endless.push(endless);
  refuses(RangeError, 'query: expected at most 32 nested arrays, got more', plan(endless));
});

describe('options', () => {
  refuses(TypeError, 'options: expected an object, got null', attend(null));
  refuses(TypeError, 'options: expected an object, got true', attend(true));
  refuses(TypeError, 'options: expected an object, got an array of length 0', attend([]));
  refuses(TypeError, 'options: expected an object, got a Map', attend(new Map([['causal', true]])));
  refuses(TypeError, 'unknown option isCausal: did you mean causal?', attend({ isCausal: true }));
  refuses(TypeError, 'unknown option is_causal: did you mean causal?', attend({ is_causal: true }));
  refuses(TypeError, 'unknown option casual: did you mean causal?', attend({ casual: true }));
  refuses(TypeError, 'unknown option attnMask: did you mean mask?', attend({ attnMask: [] }));
  refuses(TypeError, 'unknown option past_key: did you mean pastKey?', attend({ past_key: 1 }));
  const known =
    '; the options are mask, causal, window, scale, softcap, keyLengths, positions, sinks, pastKey, ' +
    'pastValue, attention, out, signal, trace, keep, onProgress';
  const polluted = JSON.parse('{ "__proto__": 1 }');
  refuses(TypeError, `unknown option bounds${known}`, attend({ bounds: true }));
  refuses(TypeError, `unknown option dropout${known}`, attend({ dropout: 0.1 }));
  refuses(TypeError, `unknown option __proto__${known}`, attend(polluted));
  const long = 'x'.repeat(100000);
  refuses(TypeError, `unknown option ${'x'.repeat(40)}...${known}`, attend({ [long]: 1 }));

  refuses(TypeError, 'attention: expected true or false, got 1', attend({ attention: 1 }));
  refuses(TypeError, 'trace: expected true or false, got null', attend({ trace: null }));
  refuses(TypeError, 'keep: expected true or false, got "yes"', attend({ keep: 'yes' }));
  refuses(TypeError, 'onProgress: expected a function, got an object', attend({ onProgress: {} }));

  const causal = "true, false, 'bottom-right' or 'by-length'";
  refuses(TypeError, `causal: expected ${causal}, got "upper"`, attend({ causal: 'upper' }));
  refuses(TypeError, `causal: expected ${causal}, got null`, attend({ causal: null }));
  refuses(TypeError, `causal: expected ${causal}, got 1`, attend({ causal: 1 }));
  refuses(
    TypeError,
    "keyLengths: expected an array of integers beside causal: 'by-length', got undefined",
    attend({ causal: 'by-length' }),
  );

  refuses(TypeError, 'scale: expected a finite number, got "1"', attend({ scale: '1' }));
  refuses(TypeError, 'scale: expected a finite number, got null', attend({ scale: null }));
  const finite = 'a finite number that float32 can hold';
  refuses(RangeError, `scale: expected ${finite}, got NaN`, attend({ scale: NaN }));
  refuses(RangeError, `scale: expected ${finite}, got Infinity`, attend({ scale: Infinity }));
  refuses(RangeError, `scale: expected ${finite}, got 1e+39`, attend({ scale: 1e39 }));
  const positive = '0 or a positive number that float32 can hold';
  refuses(RangeError, `softcap: expected ${positive}, got -1`, attend({ softcap: -1 }));
  refuses(RangeError, `softcap: expected ${positive}, got 1e-40`, attend({ softcap: 1e-40 }));
  refuses(RangeError, `softcap: expected ${finite}, got Infinity`, attend({ softcap: Infinity }));

  refuses(TypeError, 'window: expected an object, got 5', attend({ window: 5 }));
  refuses(TypeError, 'window: expected an object, got null', attend({ window: null }));
  refuses(
    TypeError,
    'window: unknown option lft: did you mean left?',
    attend({ window: { lft: 1 } }),
  );
  refuses(
    RangeError,
    'window.left: expected an integer of at least 0, got -1',
    attend({ window: { left: -1 } }),
  );
  refuses(
    RangeError,
    'window.right: expected an integer of at least 0, got Infinity',
    attend({ window: { right: Infinity } }),
  );
  refuses(
    TypeError,
    'window.right: expected an integer of at least 0, got null',
    attend({ window: { right: null } }),
  );

  refuses(TypeError, 'keyLengths: expected an array of integers, got 5', attend({ keyLengths: 5 }));
  refuses(
    RangeError,
    'keyLengths: expected 2 integers, one per batch entry, got an array of length 3',
    attend({ keyLengths: [1, 2, 3] }),
  );
  refuses(
    RangeError,
    'keyLengths[1]: expected an integer from 0 to 5, got 6',
    attend({ keyLengths: [5, 6] }),
  );
  refuses(
    TypeError,
    'keyLengths[0]: expected an integer from 0 to 5, got "1"',
    attend({ keyLengths: ['1', 1] }),
  );
});

describe('masks', () => {
  /** @param {unknown} mask */
  const masked = (mask) => attend({ mask });
  const kinds = '{ attend }, { ignore } or { bias }';

  refuses(TypeError, `mask: expected ${kinds}, got null`, masked(null));
  refuses(TypeError, `mask: expected ${kinds}, got true`, masked(true));
  refuses(TypeError, `mask: expected ${kinds}, got a tensor of shape (3, 5)`, masked(zeros(3, 5)));
  refuses(TypeError, `mask[0]: expected ${kinds}, got an array of length 1`, masked([[true]]));
  refuses(TypeError, `mask[0]: expected ${kinds}, got undefined`, masked(new Array(1)));
  refuses(TypeError, `mask: expected exactly one of ${kinds}, got none`, masked({}));
  refuses(
    TypeError,
    `mask: expected exactly one of ${kinds}, got attend and bias`,
    masked({ attend: flags(5), bias: zeros(5) }),
  );
  refuses(
    TypeError,
    'mask[1]: unknown option ignored: did you mean ignore?',
    masked([{ attend: flags(5) }, { ignored: flags(5) }]),
  );
  refuses(
    TypeError,
    'mask.attend: expected a tensor or nested array of booleans, got null',
    masked({ attend: null }),
  );
  refuses(
    TypeError,
    'mask.ignore.data: expected a Uint8Array of 0 and 1, got a Float32Array of length 5',
    masked({ ignore: zeros(5) }),
  );
  refuses(
    TypeError,
    'mask.attend: expected a tensor or nested array of booleans, got a Float32Array of length 5',
    masked({ attend: new Float32Array(5) }),
  );
  refuses(
    TypeError,
    'mask.attend[0][1]: expected true or false, got 1',
    masked({ attend: [[true, 1, true, true, true]] }),
  );
  refuses(
    TypeError,
    'mask.attend[0]: expected true or false, got 0',
    masked({ attend: [0, 1, 1, 1, 1] }),
  );
  refuses(
    RangeError,
    'mask.attend.data[3]: expected 0 or 1, got 255',
    masked({ attend: { data: Uint8Array.of(0, 1, 1, 255, 1), shape: [5] } }),
  );
  refuses(
    TypeError,
    'mask.bias.data: expected a Float32Array, got a Uint8Array of length 5',
    masked({ bias: flags(5) }),
  );
  refuses(
    RangeError,
    'mask.attend: expected a shape that broadcasts to (2, 4, 3, 5), got (2, 3, 5)',
    masked({ attend: flags(2, 3, 5) }),
  );
  refuses(
    RangeError,
    'mask[0].bias: expected a shape that broadcasts to (2, 4, 3, 5), got (1, 1, 1, 1, 5)',
    masked([{ bias: zeros(1, 1, 1, 1, 5) }]),
  );
});

describe('positions', () => {
  /** @param {unknown} positions */
  const placed = (positions) => attend({ positions });

  refuses(TypeError, `positions: expected 'alibi' or 'rotary', got "sines"`, placed('sines'));
  refuses(TypeError, "positions.type: expected 'alibi' or 'rotary', got undefined", placed({}));
  refuses(
    TypeError,
    "positions.type: expected 'alibi' or 'rotary', got \"rope\"",
    placed({ type: 'rope' }),
  );
  refuses(
    TypeError,
    'positions: unknown option base; the options are type, slopes, theta, interleaved, dims, frequencies, offset, factor',
    placed({ type: 'rotary', base: 10000 }),
  );
  refuses(
    TypeError,
    "positions: expected no theta with type 'alibi', got one",
    placed({ type: 'alibi', theta: 1 }),
  );
  refuses(
    TypeError,
    "positions: expected no slopes with type 'rotary', got one",
    placed({ type: 'rotary', slopes: [] }),
  );
  refuses(
    TypeError,
    'positions.slopes: expected an array of numbers, got 1',
    placed({ type: 'alibi', slopes: 1 }),
  );
  refuses(
    RangeError,
    'positions.slopes: expected 4 numbers, one per head, got an array of length 3',
    placed({ type: 'alibi', slopes: [1, 2, 3] }),
  );
  refuses(
    RangeError,
    'positions.slopes[2]: expected a finite number that float32 can hold, got NaN',
    placed({ type: 'alibi', slopes: [1, 2, NaN, 4] }),
  );
  refuses(
    RangeError,
    'positions.theta: expected a positive number, got 0',
    placed({ type: 'rotary', theta: 0 }),
  );
  refuses(
    TypeError,
    'positions.theta: expected a positive number, got "1"',
    placed({ type: 'rotary', theta: '1' }),
  );
  refuses(
    TypeError,
    'positions.interleaved: expected true or false, got 0',
    placed({ type: 'rotary', interleaved: 0 }),
  );
  refuses(
    TypeError,
    'positions: expected theta or frequencies, got both',
    placed({ type: 'rotary', theta: 10000, frequencies: [1, 1, 1, 1] }),
  );
  refuses(
    TypeError,
    "positions: expected no frequencies with type 'alibi', got one",
    placed({ type: 'alibi', frequencies: [1] }),
  );
  refuses(
    RangeError,
    'positions.frequencies: expected 4 numbers, half of dims, got an array of length 3',
    placed({ type: 'rotary', frequencies: [1, 2, 3] }),
  );
  refuses(
    RangeError,
    'positions.frequencies[1]: expected a finite number that float32 can hold, got Infinity',
    placed({ type: 'rotary', frequencies: [1, Infinity, 3, 4] }),
  );
  refuses(
    RangeError,
    'positions.factor: expected a positive number, got 0',
    placed({ type: 'rotary', factor: 0 }),
  );
  const even = 'an even integer from 2 to the width of a head, 8';
  refuses(
    RangeError,
    `positions.dims: expected ${even}, got 3`,
    placed({ type: 'rotary', dims: 3 }),
  );
  refuses(
    RangeError,
    `positions.dims: expected ${even}, got 10`,
    placed({ type: 'rotary', dims: 10 }),
  );
  refuses(
    TypeError,
    `positions.dims: expected ${even}, got null`,
    placed({ type: 'rotary', dims: null }),
  );
  const odd = zeros(1, 2, 7);
  refuses(
    RangeError,
    'positions.dims: expected an even integer from 2 to the width of a head, 7, got 7',
    () => checkAttention(odd, odd, odd, { positions: { type: 'rotary' } }),
  );
  refuses(
    RangeError,
    'positions.offset: expected an integer from 0 to 4503599627370496, got -1',
    placed({ type: 'rotary', offset: -1 }),
  );
});

describe('sinks', () => {
  refuses(TypeError, `sinks: expected ${TENSOR}, got 1`, attend({ sinks: 1 }));
  refuses(
    RangeError,
    'sinks: expected shape (4) with one number per head, got (3)',
    attend({ sinks: zeros(3) }),
  );
});

describe('the past', () => {
  refuses(
    TypeError,
    `pastValue: expected ${TENSOR}, got undefined`,
    attend({ pastKey: zeros(2, 2, 7, 8) }),
  );
  refuses(
    TypeError,
    `pastKey: expected ${TENSOR}, got undefined`,
    attend({ pastValue: zeros(2, 2, 7, 8) }),
  );
  refuses(
    RangeError,
    'pastKey: expected shape (2, 2, *, 8) to match key, got (2, 4, 7, 8)',
    attend({ pastKey: zeros(2, 4, 7, 8), pastValue: zeros(2, 4, 7, 6) }),
  );
  refuses(
    RangeError,
    'pastValue: expected shape (2, 2, 7, 6) to match pastKey and value, got (2, 2, 7, 8)',
    attend({ pastKey: zeros(2, 2, 7, 8), pastValue: zeros(2, 2, 7, 8) }),
  );
});

describe('out', () => {
  /** @param {unknown} out */
  const into = (out) => attend({ out, attention: true });

  refuses(TypeError, 'out: expected an object, got null', attend({ out: null }));
  refuses(
    TypeError,
    'out: unknown option outputs: did you mean output?',
    into({ outputs: zeros(1) }),
  );
  refuses(
    TypeError,
    'out.output: expected a tensor to write into, got an array of length 1',
    into({ output: [1] }),
  );
  refuses(
    TypeError,
    'out.output.data: expected a Float32Array, got a Float64Array of length 144',
    into({ output: { data: new Float64Array(144), shape: [2, 4, 3, 6] } }),
  );
  refuses(
    RangeError,
    'out.output: expected shape (2, 4, 3, 6), got (2, 4, 3, 8)',
    into({ output: zeros(2, 4, 3, 8) }),
  );
  refuses(
    RangeError,
    'out.attention: expected shape (2, 4, 3, 5), got (4, 3, 5)',
    into({ attention: zeros(4, 3, 5) }),
  );
  refuses(
    RangeError,
    'out.output.data: expected 144 values for shape (2, 4, 3, 6), got 1',
    into({ output: { data: new Float32Array(1), shape: [2, 4, 3, 6] } }),
  );
  refuses(
    TypeError,
    'out.attention: expected attention or trace to be asked for, got neither',
    attend({ out: { attention: zeros(2, 4, 3, 5) } }),
  );
  const shared = new Float32Array(144 + 119);
  refuses(
    RangeError,
    'out: expected output and attention to be apart, got overlapping arrays',
    into({
      output: { data: shared.subarray(0, 144), shape: [2, 4, 3, 6] },
      attention: { data: shared.subarray(143), shape: [2, 4, 3, 5] },
    }),
  );
});

describe('signal', () => {
  refuses(TypeError, 'signal: expected an AbortSignal, got true', attend({ signal: true }));
  refuses(
    TypeError,
    'signal: expected an AbortSignal, got an AbortController',
    attend({ signal: new AbortController() }),
  );

  test('an aborted signal throws its reason, of any type', () => {
    const reason = new Error('enough');
    assert.throws(attend({ signal: AbortSignal.abort(reason) }), reason);
    assert.throws(attend({ signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.doesNotThrow(attend({ signal: new AbortController().signal }));
  });
});

describe('sizes beyond any array', () => {
  const q = { data: new Float32Array(100000), shape: [1, 100000, 1] };
  refuses(
    'memory',
    'attention: shape (1, 1, 100000, 100000) needs 10000000000 elements, an array holds at most 4294967295',
    () => checkAttention(q, q, q, { attention: true }),
  );
  refuses(
    'memory',
    'embedDim: shape (1, 100000, 100000) needs 10000000000 elements, an array holds at most 4294967295',
    () => checkLayer({ embedDim: 100000, numHeads: 1 }),
  );

  test('sizes of results that the call does not need are not refused', () => {
    assert.doesNotThrow(() => checkAttention(q, q, q, {}));
  });
});
