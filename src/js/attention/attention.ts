// Scaled dot-product attention: the check of its arguments, for the engine and the reference, and its work on a core.

import { ANY, formatShape, wrongShape } from '../arguments/errors.ts';
import { readOptions, throwIfAborted } from '../arguments/options.ts';
import { checkTargets } from '../arguments/targets.ts';
import { expectHoldable, expectShape, inputsOf, toTensor } from '../arguments/tensor.ts';
import { bytesOf, readResults, tensorOf } from '../runtime/results.ts';
import { ATTENTION_OPTIONS, NOTHING_REPLACED, checkCall } from './schema.ts';
import {
  addMaps,
  comesInParts,
  hasOwnPositions,
  requestOf,
  scoreResults,
  takeMaps,
  writeOptions,
} from './core-call.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { Operation } from '../runtime/operation.ts';
import type { CheckedCall, Inputs } from './schema.ts';

export type CheckedAttention = CheckedCall;

/**
 * @param query (B, H, L, E); all three may leave out B
 * @param key (B, Hkv, S, E)
 * @param value (B, Hkv, S, Ev)
 */
export function checkAttention(
  query: unknown,
  key: unknown,
  value: unknown,
  options: unknown,
  precision: Precision = 'float32',
): CheckedAttention {
  const given = readOptions(options, 'options', ATTENTION_OPTIONS[precision]);
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
  if (checked.signal !== null) throwIfAborted(checked);
  return checked;
}

function checkInputs(query: unknown, key: unknown, value: unknown, precision: Precision): Inputs {
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

export const attention: Operation = {
  name: 'attention',
  check: atCaller(({ runtime }, [query, key, value, options]) =>
    checkAttention(query, key, value, options, runtime.precision),
  ),
  results: atHost(resultsOf),

  work: atCore(function* (core, checked: CheckedCall) {
    const results = resultsOf(checked);
    const resultBytes = bytesOf(results, checked.out);
    const inParts = comesInParts(checked, results.attention);
    const layout = { extraBias: false, extraZero: false, inParts, cached: false };
    const request = requestOf(checked, layout, NOTHING_REPLACED);
    core.plan(
      ['attention', hasOwnPositions(checked), resultBytes, ...request.signature],
      (engine) => engine.planAttention(request.describeIn(core), resultBytes),
      checked.keep,
    );
    const [query, key, value] = inputsOf(checked);
    core.writeFloats(core.address('query'), query);
    core.writeFloats(core.address('new_key'), key);
    core.writeFloats(core.address('new_value'), value);
    writeOptions(core, checked, NOTHING_REPLACED);
    const takePart = inParts ? takeMaps(core, checked, results.attention) : undefined;
    return yield* core.compute(() => {
      const result = readResults(core, results, checked.out);
      if (checked.keep) result.kept = core.takeKept();
      return result;
    }, takePart);
  }),
};

function resultsOf(checked: CheckedCall) {
  const { batched, batch, numHeads, queryLen, valueHeadDim } = checked;
  const keys = checked.pastLen + checked.keyLen;
  const results: Record<string, any> = {
    output: tensorOf(batched, [batch, numHeads, queryLen, valueHeadDim], 'output'),
  };
  addMaps(results, checked, keys);
  if (checked.trace) results.trace = scoreResults(checked, keys);
  return results;
}
