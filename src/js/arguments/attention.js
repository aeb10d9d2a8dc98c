// Checks the arguments of scaledDotProductAttention, for the engine and the reference.

import { ATTENTION_OPTIONS, checkCall } from './attention-options.js';
import { throwIfAborted } from './signal.js';
import { checkTargets } from './targets.js';
import { ANY, formatShape, wrongShape } from './errors.js';
import { optionNames, readOptions } from './options.js';
import { expectHoldable, expectShape, toTensor } from './tensor.js';

/** @import { Inputs, CheckedCall } from './attention-options.js' */
/** @import { Precision } from './tensor.js' */

/** @typedef {CheckedCall} CheckedAttention */

const NAMES = {
  float32: optionNames(...ATTENTION_OPTIONS),
  float64: optionNames(...ATTENTION_OPTIONS, 'bounds'),
};

/**
 * @param {unknown} query (B, H, L, E), or all three without B
 * @param {unknown} key (B, Hkv, S, E)
 * @param {unknown} value (B, Hkv, S, Ev)
 * @param {unknown} options
 * @param {Precision} [precision]
 * @returns {CheckedAttention}
 */
export function checkAttention(query, key, value, options, precision = 'float32') {
  const given = readOptions(options, 'options', NAMES[precision]);
  const checked = checkCall(given, checkInputs(query, key, value, precision), precision);
  const { batched, batch, numHeads, queryLen, valueHeadDim } = checked;
  const outputShape = [batch, numHeads, queryLen, valueHeadDim];
  const mapShape = [batch, numHeads, queryLen, checked.pastLen + checked.keyLen];
  expectHoldable('output', outputShape);
  if (checked.attention) expectHoldable('attention', mapShape);
  if (given.out !== undefined) {
    checked.out = checkTargets(
      given.out,
      batched,
      outputShape,
      checked.attention ? mapShape : null,
      precision,
    );
  }
  throwIfAborted(checked);
  return checked;
}

/**
 * @param {unknown} query
 * @param {unknown} key
 * @param {unknown} value
 * @param {Precision} precision
 * @returns {Inputs}
 */
function checkInputs(query, key, value, precision) {
  const q = toTensor(query, 'query', precision);
  const k = toTensor(key, 'key', precision);
  const v = toTensor(value, 'value', precision);

  const axes = q.shape.length;
  const batched = axes === 4;
  if (!batched && axes !== 3) {
    throw wrongShape(
      'query',
      'shape (batch, heads, length, width) or (heads, length, width)',
      q.shape,
    );
  }
  const batch = batched ? q.shape[0] : 1;
  const numHeads = q.shape[axes - 3];
  const queryLen = q.shape[axes - 2];
  const headDim = q.shape[axes - 1];
  if (numHeads === 0 || headDim === 0)
    throw wrongShape('query', 'at least one head and width 1', q.shape);

  const numKvHeads = k.shape.length === axes ? k.shape[axes - 3] : numHeads;
  if (numHeads % numKvHeads !== 0) {
    const expected = formatShape([batch, numHeads, ANY, headDim].slice(batched ? 0 : 1));
    throw wrongShape(
      'key',
      `shape ${expected} to match query, or heads that divide ${numHeads}`,
      k.shape,
    );
  }
  expectShape(k.shape, 'key', [batch, numKvHeads, ANY, headDim], 'to match query', batched);

  const keyLen = k.shape[axes - 2];
  expectShape(v.shape, 'value', [batch, numKvHeads, keyLen, ANY], 'to match key', batched);
  const valueHeadDim = v.shape[axes - 1];
  if (valueHeadDim === 0) throw wrongShape('value', 'a width of at least 1', v.shape);

  return {
    batched,
    batch,
    numHeads,
    numKvHeads,
    queryLen,
    keyLen,
    headDim,
    valueHeadDim,
    query: q,
    key: k,
    value: v,
  };
}
