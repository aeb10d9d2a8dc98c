// The results of a call of attention that are maps, or keys and values for the next call, and how the core's memory gives them.

import { snakeCase } from '../arguments/options.ts';
import { expectTargets } from '../arguments/targets.ts';
import { partOf } from '../arguments/typed-arrays.ts';
import { allocate, tensorOf } from '../runtime/results.ts';
import { mapsOf } from './scores.ts';
import type { Core, TakePart } from '../runtime/core.ts';
import type { Part, ResultTensor } from '../runtime/results.ts';
import type { CheckedCall } from './schema.ts';
import type { MAPS } from './scores.ts';

/** Maps with at least this many numbers are copied out in parts; smaller ones stay in the processor's cache as a whole. */
const PARTS_FROM = 1 << 18;

/**
 * Adds the maps, and the keys and values for the next call, to the results.
 *
 * @param columns all keys, including the layer's extra ones
 */
export function addMaps(
  results: Record<string, Part>,
  checked: CheckedCall & { averageHeads?: boolean },
  columns: number,
) {
  const { batched, batch, numHeads, queryLen, headDim, valueHeadDim } = checked;
  if (checked.attention) {
    results.attention = checked.averageHeads
      ? tensorOf(batched, [batch, queryLen, columns], 'average')
      : tensorOf(batched, [batch, numHeads, queryLen, columns], 'attention');
  }
  if (checked.pastKey !== null) {
    results.presentKey = keysOf(checked, 'key', headDim, columns);
    results.presentValue = keysOf(checked, 'value', valueHeadDim, columns);
  }
  if (checked.trace) {
    results.logSumExp = tensorOf(batched, [batch, numHeads, queryLen], 'log_sum_exp');
  }
}

/** The results of every step between the dot products and the maps. */
export function scoreResults(checked: CheckedCall, columns: number) {
  const { batched, batch, numHeads, queryLen } = checked;
  const shape = [batch, numHeads, queryLen, columns];
  const maps = mapsOf(checked).map((name) => [name, tensorOf(batched, shape, snakeCase(name))]);
  return Object.fromEntries(maps) as Record<keyof typeof MAPS, Part>;
}

/**
 * The result for all keys or values of each head, without the layer's extra ones at the end.
 *
 * @param columns all keys, including the layer's extra ones
 */
export function keysOf(
  { batched, batch, numKvHeads, pastLen, keyLen }: CheckedCall,
  what: 'key' | 'value',
  width: number,
  columns: number,
) {
  const length = pastLen + keyLen;
  return tensorOf(batched, [batch, numKvHeads, length, width], what, (core, data) => {
    const address = core.address(`gathered_${what}`) || core.address(`new_${what}`);
    for (let head = 0; head < batch * numKvHeads; head++) {
      const part = data.subarray(head * length * width, (head + 1) * length * width);
      core.readInto(address + 4 * head * columns * width, part);
    }
  });
}

/**
 * Whether the maps are copied out in parts, each while it is in the processor's cache. The caller's own tensor is written
 * only if the call succeeds, so not in parts if a later step could still fail.
 */
export function comesInParts(
  {
    trace,
    batch,
    numHeads,
    queryLen,
    averageHeads,
    out,
    onProgress,
  }: CheckedCall & { averageHeads?: boolean },
  maps?: ResultTensor,
) {
  if (maps === undefined || trace || averageHeads) return false;
  const columns = maps.shape[maps.shape.length - 1];
  if (batch * numHeads * queryLen * columns < PARTS_FROM) return false;
  return !out.attention || (out.output !== undefined && onProgress === null);
}

/** Sets the array of the maps, and returns the function that copies out a part of their rows. */
export function takeMaps(
  core: Core,
  { batch, numHeads, queryLen, out }: CheckedCall,
  maps: ResultTensor,
): TakePart {
  expectTargets(out);
  const columns = maps.shape[maps.shape.length - 1];
  const data = out.attention?.data ?? allocate(batch * numHeads * queryLen * columns);
  maps.data = data;
  const address = core.address('attention');
  return (first, count, place) => {
    const rows = partOf(data, first * columns, (first + count) * columns);
    core.readInto(address + 4 * place * columns, rows);
  };
}
