// Tests every error text of a layer's config, its forward and the small operations, word for word,
// and HeadwiseError.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { disposed, HeadwiseError } from '../../../src/js/arguments/errors.ts';
import { checkForward } from '../../../src/js/layer/forward.ts';
import { checkLayer } from '../../../src/js/layer/config.ts';
import { checkEmbed } from '../../../src/js/small/embed.ts';
import { checkLinear } from '../../../src/js/small/linear.ts';
import { checkSoftmax } from '../../../src/js/small/softmax.ts';
import { flags, zeros } from '../support/make.js';
import { refuses } from '../support/refuses.js';

const TENSOR = 'a tensor or nested array of numbers';

describe('the config of a layer', () => {
  /** @param {unknown} config */
  const layer = (config) => () => checkLayer(config);
  const size = 'an integer from 1 to 2147483647';

  refuses(TypeError, 'config: expected an object, got undefined', layer(undefined));
  refuses(TypeError, 'config: expected an object, got null', layer(null));
  refuses(TypeError, `embedDim: expected ${size}, got undefined`, layer({}));
  refuses(TypeError, `numHeads: expected ${size}, got undefined`, layer({ embedDim: 8 }));
  refuses(TypeError, `embedDim: expected ${size}, got "8"`, layer({ embedDim: '8', numHeads: 1 }));
  refuses(RangeError, `numHeads: expected ${size}, got 0`, layer({ embedDim: 8, numHeads: 0 }));
  refuses(RangeError, `embedDim: expected ${size}, got 2.5`, layer({ embedDim: 2.5, numHeads: 1 }));
  refuses(
    RangeError,
    `embedDim: expected ${size}, got 4294967296`,
    layer({ embedDim: 2 ** 32, numHeads: 1 }),
  );
  refuses(
    RangeError,
    'numHeads: expected a divisor of embedDim 10, as headDim is not given, got 3',
    layer({ embedDim: 10, numHeads: 3 }),
  );
  refuses(
    RangeError,
    'numKvHeads: expected a divisor of numHeads 4, got 3',
    layer({ embedDim: 8, numHeads: 4, numKvHeads: 3 }),
  );
  refuses(
    RangeError,
    `valueHeadDim: expected ${size}, got 0`,
    layer({ embedDim: 8, numHeads: 4, valueHeadDim: 0 }),
  );
  refuses(
    TypeError,
    'bias: expected true, false or an object of them, got null',
    layer({ embedDim: 8, numHeads: 4, bias: null }),
  );
  refuses(
    TypeError,
    'bias: unknown option values: did you mean value?',
    layer({ embedDim: 8, numHeads: 4, bias: { values: false } }),
  );
  refuses(
    TypeError,
    'bias.key: expected true or false, got 1',
    layer({ embedDim: 8, numHeads: 4, bias: { key: 1 } }),
  );
  refuses(
    TypeError,
    'queryKeyNorm: expected an object with type and over, got true',
    layer({ embedDim: 8, numHeads: 4, queryKeyNorm: true }),
  );
  refuses(
    TypeError,
    `queryKeyNorm.type: expected 'rms' or 'layer', got "RMS"`,
    layer({ embedDim: 8, numHeads: 4, queryKeyNorm: { type: 'RMS', over: 'head' } }),
  );
  refuses(
    TypeError,
    "queryKeyNorm.over: expected 'head' or 'width', got undefined",
    layer({ embedDim: 8, numHeads: 4, queryKeyNorm: { type: 'rms' } }),
  );
  refuses(
    RangeError,
    'queryKeyNorm.epsilon: expected a number between 0 and 1, got 0',
    layer({ embedDim: 8, numHeads: 4, queryKeyNorm: { type: 'rms', over: 'head', epsilon: 0 } }),
  );
  refuses(
    TypeError,
    'queryKeyNorm: unknown option eps; the options are type, over, plusOne, epsilon',
    layer({ embedDim: 8, numHeads: 4, queryKeyNorm: { type: 'rms', over: 'head', eps: 1e-6 } }),
  );
  refuses(
    RangeError,
    'seed: expected an integer of at least 0, got -1',
    layer({ embedDim: 8, numHeads: 4, seed: -1 }),
  );
  refuses(
    RangeError,
    'seed: expected an integer of at least 0, got 9007199254740992',
    layer({ embedDim: 8, numHeads: 4, seed: 2 ** 53 }),
  );
  refuses(
    TypeError,
    'unknown option embed_dim: did you mean embedDim?',
    layer({ embed_dim: 8, numHeads: 4 }),
  );
  refuses(
    TypeError,
    'unknown option heads: did you mean numHeads?',
    layer({ embedDim: 8, heads: 4 }),
  );
  refuses(
    TypeError,
    'unknown option kdim: did you mean keyDim?',
    layer({ embedDim: 8, numHeads: 4, kdim: 4 }),
  );
});

describe('forward', () => {
  const self = checkLayer({ embedDim: 16, numHeads: 4 });
  const cross = checkLayer({ embedDim: 16, numHeads: 4, keyDim: 12, valueDim: 10 });
  /** @type {(...given: unknown[]) => () => unknown} */
  const forward =
    (...given) =>
    () =>
      checkForward(self, given);
  /** @type {(...given: unknown[]) => () => unknown} */
  const crossing =
    (...given) =>
    () =>
      checkForward(cross, given);
  const x = zeros(2, 3, 16);

  refuses(TypeError, `query: expected ${TENSOR}, got undefined`, forward());
  refuses(
    RangeError,
    'query: expected shape (*, *, 16) or (*, 16), got (2, 3, 8)',
    forward(zeros(2, 3, 8)),
  );
  refuses(RangeError, 'query: expected shape (*, *, 16) or (*, 16), got (16)', forward(zeros(16)));
  refuses(TypeError, `key: expected ${TENSOR}, got null`, forward(x, null));
  refuses(
    RangeError,
    'key: expected shape (2, *, 16) to match query and keyDim, got (1, 3, 16)',
    forward(x, zeros(1, 3, 16)),
  );
  refuses(
    RangeError,
    'key: expected shape (2, *, 12) where query is the key, got (2, 3, 16)',
    crossing(x),
  );
  refuses(
    RangeError,
    'value: expected shape (2, 5, 10) where key is the value, got (2, 5, 12)',
    crossing(x, zeros(2, 5, 12)),
  );
  refuses(
    RangeError,
    'value: expected shape (2, 5, 10) to match key and valueDim, got (2, 4, 10)',
    crossing(x, zeros(2, 5, 12), zeros(2, 4, 10)),
  );
  refuses(
    TypeError,
    `key: expected ${TENSOR}, got options that are not the last argument`,
    forward(x, { causal: true }, x),
  );
  refuses(
    TypeError,
    `value: expected ${TENSOR}, got options that are not the last argument`,
    forward(x, x, { causal: true }, x),
  );
  refuses(TypeError, 'options: expected an object, got null', forward(x, x, x, null));
  refuses(
    TypeError,
    'unknown option isCausal: did you mean causal?',
    forward(x, { isCausal: true }),
  );
  refuses(
    TypeError,
    'averageHeads: expected true or false, got 1',
    forward(x, { averageHeads: 1 }),
  );
  refuses(
    TypeError,
    'cache: expected a cache from createCache, got an object',
    forward(x, { cache: {} }),
  );
  refuses(
    TypeError,
    'cache: expected a cache from createCache, got null',
    forward(x, { cache: null }),
  );

  refuses(
    TypeError,
    'keyPaddingMask: expected { attend }, { ignore } or { bias }, got a tensor of shape (2, 3)',
    forward(x, { keyPaddingMask: flags(2, 3) }),
  );
  refuses(
    TypeError,
    'keyPaddingMask: expected exactly one of { attend }, { ignore } or { bias }, got ignore and bias',
    forward(x, { keyPaddingMask: { ignore: flags(2, 3), bias: zeros(2, 3) } }),
  );
  refuses(
    RangeError,
    'keyPaddingMask.bias: expected shape (2, 3) or (3), got (2, 1, 1, 3)',
    forward(x, { keyPaddingMask: { bias: zeros(2, 1, 1, 3) } }),
  );
  refuses(
    RangeError,
    'keyPaddingMask.ignore: expected shape (2, 3) or (3), got (3, 3)',
    forward(x, { keyPaddingMask: { ignore: flags(3, 3) } }),
  );
  refuses(
    RangeError,
    'keyPaddingMask.ignore: expected shape (3), got (1, 3)',
    forward(zeros(3, 16), { keyPaddingMask: { ignore: flags(1, 3) } }),
  );

  refuses(
    TypeError,
    'replace: unknown option score: did you mean scores?',
    forward(x, { replace: { score: zeros(1) } }),
  );
  refuses(
    RangeError,
    'replace.heads: expected shape (2, 4, 3, 4) as in the trace, got (2, 3, 16)',
    forward(x, { replace: { heads: zeros(2, 3, 16) } }),
  );
  refuses(
    RangeError,
    'replace.scores: expected shape (4, 3, 3) as in the trace, got (3, 3)',
    forward(zeros(3, 16), { replace: { scores: zeros(3, 3) } }),
  );
  refuses(
    RangeError,
    'out.attention: expected shape (2, 3, 3), got (2, 4, 3, 3)',
    forward(x, { attention: true, averageHeads: true, out: { attention: zeros(2, 4, 3, 3) } }),
  );
});

describe('the small operations', () => {
  refuses(RangeError, 'x: expected shape (..., width) with a width of at least 1, got (3, 0)', () =>
    checkLinear(zeros(3, 0), zeros(2, 0), undefined),
  );
  refuses(RangeError, 'weight: expected shape (*, 4) to match x, got (4, 2)', () =>
    checkLinear(zeros(3, 4), zeros(4, 2), undefined),
  );
  refuses(RangeError, 'bias: expected shape (2) to match weight, got (4)', () =>
    checkLinear(zeros(3, 4), zeros(2, 4), zeros(4)),
  );
  refuses(TypeError, `bias: expected ${TENSOR}, got null`, () =>
    checkLinear(zeros(3, 4), zeros(2, 4), null),
  );
  refuses(RangeError, 'x: expected shape (..., length), got ()', () => checkSoftmax(zeros()));
  refuses(TypeError, 'ids: expected an array of token ids, got "cat"', () => checkEmbed('cat', {}));
  refuses(TypeError, 'options: expected an object with embedDim, got undefined', () =>
    checkEmbed([1], undefined),
  );
  refuses(RangeError, 'ids[1]: expected an integer from 0 to 4294967295, got -1', () =>
    checkEmbed([1, -1], { embedDim: 4 }),
  );
  refuses(TypeError, "positions: expected 'sinusoidal' or 'none', got true", () =>
    checkEmbed([1], { embedDim: 4, positions: true }),
  );
});

describe('HeadwiseError', () => {
  test('has a name, a code and a cause', () => {
    const cause = new Error('below');
    const error = new HeadwiseError('fetch', 'above', { cause });
    assert.equal(String(error), 'HeadwiseError: above');
    assert.equal(error.code, 'fetch');
    assert.equal(error.cause, cause);
    assert.deepEqual(Object.keys(error), ['code']);
  });

  refuses('disposed', 'the layer was disposed and cannot be used any more', () => {
    throw disposed('layer');
  });
});
