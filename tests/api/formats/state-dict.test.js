// Tests parameters under torch's names: the names of each layer, and the checks before a parameter
// changes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkLayer } from '../../../src/js/layer/config.ts';
import { checkStateDict, parameterShapes } from '../../../src/js/layer/parameters.ts';
import { refuses } from '../support/refuses.js';

/** @import { MultiHeadAttentionConfig } from '../../../src/js/types/index.ts' */

/** @param {MultiHeadAttentionConfig} config */
const shapesOf = (config) => parameterShapes(checkLayer(config));

/**
 * @param {MultiHeadAttentionConfig} config
 * @returns {Record<string, { data: Float32Array, shape: readonly number[] }>}
 */
function stateOf(config) {
  const entries = Object.entries(shapesOf(config)).map(([name, shape]) => [
    name,
    { data: new Float32Array(shape.reduce((a, b) => a * b, 1)), shape },
  ]);
  return Object.fromEntries(entries);
}

describe('the names and shapes of torch.nn.MultiheadAttention, in its order', () => {
  test('one width', () => {
    assert.deepEqual(Object.entries(shapesOf({ embedDim: 16, numHeads: 4 })), [
      ['in_proj_weight', [48, 16]],
      ['in_proj_bias', [48]],
      ['out_proj.weight', [16, 16]],
      ['out_proj.bias', [16]],
    ]);
  });

  test('other widths of key and value', () => {
    assert.deepEqual(
      Object.entries(shapesOf({ embedDim: 16, numHeads: 4, keyDim: 5, valueDim: 7 })),
      [
        ['q_proj_weight', [16, 16]],
        ['k_proj_weight', [16, 5]],
        ['v_proj_weight', [16, 7]],
        ['in_proj_bias', [48]],
        ['out_proj.weight', [16, 16]],
        ['out_proj.bias', [16]],
      ],
    );
  });

  test('bias key and value, no bias', () => {
    assert.deepEqual(
      Object.entries(shapesOf({ embedDim: 8, numHeads: 2, addBiasKv: true, bias: false })),
      [
        ['in_proj_weight', [24, 8]],
        ['bias_k', [1, 1, 8]],
        ['bias_v', [1, 1, 8]],
        ['out_proj.weight', [8, 8]],
      ],
    );
  });

  test('bias of some maps only: the names of one linear map each', () => {
    const bias = { key: false, output: false };
    assert.deepEqual(Object.entries(shapesOf({ embedDim: 8, numHeads: 2, numKvHeads: 1, bias })), [
      ['in_proj_weight', [16, 8]],
      ['q_proj.bias', [8]],
      ['v_proj.bias', [4]],
      ['out_proj.weight', [8, 8]],
    ]);
    const joined = shapesOf({ embedDim: 8, numHeads: 2, bias: { output: false } });
    assert.deepEqual(Object.keys(joined), ['in_proj_weight', 'in_proj_bias', 'out_proj.weight']);
  });

  test('norms of queries and keys: over a head, or the width of each', () => {
    const config = { embedDim: 8, numHeads: 4, numKvHeads: 2, bias: false };
    const names = (/** @type {any} */ queryKeyNorm) =>
      Object.entries(shapesOf({ ...config, queryKeyNorm })).slice(1, -1);
    assert.deepEqual(names({ type: 'rms', over: 'head' }), [
      ['q_norm.weight', [2]],
      ['k_norm.weight', [2]],
    ]);
    assert.deepEqual(names({ type: 'layer', over: 'width' }), [
      ['q_norm.weight', [8]],
      ['q_norm.bias', [8]],
      ['k_norm.weight', [4]],
      ['k_norm.bias', [4]],
    ]);
  });

  test('grouped queries and widths of their own', () => {
    const config = {
      embedDim: 10,
      numHeads: 6,
      numKvHeads: 2,
      headDim: 3,
      valueHeadDim: 5,
      outputDim: 7,
      addBiasKv: true,
    };
    assert.deepEqual(Object.entries(shapesOf(config)), [
      ['in_proj_weight', [6 * 3 + 2 * 3 + 2 * 5, 10]],
      ['in_proj_bias', [34]],
      ['bias_k', [1, 1, 6]],
      ['bias_v', [1, 1, 10]],
      ['out_proj.weight', [7, 30]],
      ['out_proj.bias', [7]],
    ]);
  });
});

describe('checkStateDict', () => {
  const config = checkLayer({ embedDim: 4, numHeads: 2 });
  const good = stateOf(config);
  /** @param {unknown} state */
  const check = (state) => () => checkStateDict(config, state);

  test('puts the entries in order, and takes nested arrays', () => {
    const bias = [1, 2, 3, 4];
    const checked = checkStateDict(config, {
      'out_proj.bias': bias,
      'out_proj.weight': [bias, bias, bias, bias],
      in_proj_bias: good.in_proj_bias,
      in_proj_weight: good.in_proj_weight,
      extra: undefined,
    });
    assert.deepEqual(Object.keys(checked), Object.keys(good));
    assert.equal(checked.in_proj_weight.data, good.in_proj_weight.data);
    assert.deepEqual(checked['out_proj.bias'].data, Float32Array.from(bias));
  });

  refuses(TypeError, 'state: expected an object of tensors, got undefined', check(undefined));
  refuses(TypeError, 'state: expected an object of tensors, got a Map', check(new Map()));
  refuses(
    TypeError,
    'in_proj_weight: expected a tensor of shape (12, 4), got undefined',
    check({}),
  );
  refuses(
    TypeError,
    'out_proj.bias: expected a tensor of shape (4), got undefined',
    check({ ...good, 'out_proj.bias': undefined }),
  );
  refuses(
    TypeError,
    'in_proj_bias: expected a tensor or nested array of numbers, got null',
    check({ ...good, in_proj_bias: null }),
  );
  refuses(
    TypeError,
    'unknown parameter out_proj.weights: did you mean out_proj.weight?',
    check({ ...good, 'out_proj.weights': good['out_proj.weight'] }),
  );
  refuses(
    TypeError,
    'unknown parameter self_attn.in_proj_bias: did you mean in_proj_bias?',
    check({ ...good, 'self_attn.in_proj_bias': good.in_proj_bias }),
  );
  refuses(
    TypeError,
    'unknown parameter norm: this layer has in_proj_weight, in_proj_bias, out_proj.weight, out_proj.bias',
    check({ ...good, norm: good.in_proj_bias }),
  );
  refuses(
    RangeError,
    'in_proj_weight: expected shape (12, 4), got (4, 12)',
    check({ ...good, in_proj_weight: { ...good.in_proj_weight, shape: [4, 12] } }),
  );
  refuses(
    RangeError,
    'in_proj_bias.data: expected 12 values for shape (12), got 3',
    check({ ...good, in_proj_bias: { data: new Float32Array(3), shape: [12] } }),
  );
  refuses(
    TypeError,
    'in_proj_bias.data: expected a Float32Array, got a Float64Array of length 12',
    check({ ...good, in_proj_bias: { data: new Float64Array(12), shape: [12] } }),
  );
});
