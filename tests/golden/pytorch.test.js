// Compares headwise with PyTorch's layer and function, whose results generate.py stored.

import assert from 'node:assert/strict';
import test from 'node:test';
import { read } from '../conformance/read.js';
import { loadPyTorch, openPyTorch } from './pytorch/suite.js';
import { testSuite } from './support/as-tests.js';

await testSuite(await loadPyTorch(read), 334);

const { cases } = await openPyTorch(read);

test('every option of both is there', () => {
  const layers = cases.filter(({ call }) => call === 'MultiheadAttention');
  const functions = cases.filter(({ call }) => call === 'scaled_dot_product_attention');
  const said = (/** @type {readonly {}[]} */ all) =>
    [...new Set(all.flatMap((given) => Object.keys(given)))].sort();

  assert.deepEqual(said(layers.map(({ config }) => config ?? {})), [
    'add_bias_kv',
    'add_zero_attn',
    'batch_first',
    'bias',
    'embed_dim',
    'kdim',
    'num_heads',
    'vdim',
  ]);
  assert.deepEqual(said(layers.map(({ options }) => options)), [
    'attn_mask',
    'average_attn_weights',
    'is_causal',
    'key_padding_mask',
    'need_weights',
  ]);
  assert.deepEqual(said(functions.map(({ options }) => options)), [
    'attn_mask',
    'enable_gqa',
    'is_causal',
    'scale',
  ]);
});

test('every length from 1 to 70 is there, of queries and of keys', () => {
  /** @type {Record<string, Set<number>>} */
  const lengths = { query: new Set(), key: new Set() };
  for (const { call, inputs } of cases) {
    if (call !== 'scaled_dot_product_attention') continue;
    for (const name of ['query', 'key']) {
      const described = inputs[name];
      if ('shape' in described) lengths[name].add(Number(described.shape.at(-2)));
    }
  }
  for (let length = 1; length <= 70; length++) {
    assert.ok(lengths.query.has(length) && lengths.key.has(length), `length ${length}`);
  }
});
