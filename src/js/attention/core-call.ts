// A call of attention in the core, for the function and the layer: its request, its options in wasm memory, and its results
// besides the output.

import { expectTargets } from '../arguments/targets.ts';
import { numbers } from '../arguments/tensor.ts';
import { lengthOf, partOf } from '../arguments/typed-arrays.ts';
import { fieldOf, fieldsOf, ownFields } from '../runtime/fields.ts';
import { allocate, tensorOf } from '../runtime/results.ts';
import { GIVEN, snakeCase } from '../arguments/options.ts';
import { ATTENTION, REPLACEABLE, USUAL } from './schema.ts';
import { mapsOf } from './scores.ts';
import type { Option } from '../arguments/options.ts';
import type { CheckedForward } from '../layer/forward.ts';
import type { AttentionDescription } from '../runtime/core-module.ts';
import type { Core, TakePart } from '../runtime/core.ts';
import type { Part, ResultTensor } from '../runtime/results.ts';
import type { CheckedMask } from './masks.ts';
import type { CheckedCall, CheckedOptions, LAYOUT, Replaced, SIZES } from './schema.ts';
import type { CheckedPositions } from './positions.ts';
import type { MAPS } from './scores.ts';

const MASK_KINDS = ['attend', 'ignore', 'bias'];

/** Alignment of the core's buffers in bytes. */
const ALIGNMENT = 64;

/** Maps with at least this many numbers are copied out in parts; smaller ones stay in the processor's cache as a whole. */
const PARTS_FROM = 1 << 18;

/** Each option that crosses into the core: the checked value's name and its place in a call, and how fields come from it. */
const CROSSING = Object.entries(ATTENTION as Record<string, Option>).flatMap(([name, option]) => {
  const { core, as = name, usual } = option;
  const fields = ownFields(name, option);
  if (fields.length === 0) return [];
  const place = Object.keys(USUAL).indexOf(as);
  return [{ place, isOne: fields.length === 1, isGiven: core === GIVEN, usual, fields }];
});

/**
 * The fields of the core's AttentionRequest, and the masks. Two calls share a memory layout if their signatures are equal,
 * value by value.
 *
 * @param layout inParts: the maps are copied out in parts; cached: the past keys are in a cache
 */
export function requestOf(
  checked: CheckedCall,
  layout: { extraBias: boolean; extraZero: boolean; inParts: boolean; cached: boolean },
  replace: Replaced,
): { signature: unknown[]; describeIn: (core: Core) => AttentionDescription } {
  const extraLen = (layout.extraBias ? 1 : 0) + (layout.extraZero ? 1 : 0);
  const own: Record<(typeof SIZES)[number] | (typeof LAYOUT)[number], unknown> = {
    batch: checked.batch,
    numHeads: checked.numHeads,
    numKvHeads: checked.numKvHeads,
    queryLen: checked.queryLen,
    pastLen: checked.pastLen,
    keyLen: checked.keyLen,
    extraLen,
    headDim: checked.headDim,
    valueHeadDim: checked.valueHeadDim,
    extraBias: layout.extraBias,
    extraZero: layout.extraZero,
    inParts: layout.inParts,
    present: checked.pastKey !== null,
    cached: layout.cached,
  };
  const signature = Object.values(own);
  const values: unknown[] = Object.values(checked); // to read them one by one by their names takes longer
  for (let i = 0; i < CROSSING.length; i++) {
    const { place, isOne, isGiven, usual, fields } = CROSSING[i];
    const value = values[place];
    if (isOne) signature.push(isGiven ? value !== null : value);
    else if (value !== usual) {
      for (const [name, field] of fields) signature.push(name, fieldOf(value, field));
    }
  }
  for (const name of Object.keys(replace)) signature.push(name);
  for (const mask of checked.masks) signature.push(...maskNumbers(mask));
  const describe = (core: Core) => {
    const fields: Record<string, unknown> = { ...own, ...fieldsOf(ATTENTION, checked) };
    for (const name of REPLACEABLE) {
      fields[`replaced${name[0].toUpperCase()}${name.slice(1)}`] = replace[name] !== undefined;
    }
    const request = core.describe('AttentionRequest', fields);
    request.clearMasks();
    for (const mask of checked.masks) request.addMask(...maskNumbers(mask));
    return request;
  };
  const describeIn = (core: Core) =>
    core.described('AttentionRequest', signature, () => describe(core));
  return { signature, describeIn };
}

function maskNumbers({
  kind,
  data,
  strides,
}: CheckedMask): [kind: number, elements: number, ...strides: [number, number, number, number]] {
  return [MASK_KINDS.indexOf(kind), lengthOf(data), ...strides];
}

/**
 * Whether the caller gave slopes or frequencies. They overwrite the default ones in memory, so the layout depends on it.
 */
export function hasOwnPositions({ positions }: CheckedOptions) {
  return positions !== null && ownOf(positions) !== null;
}

function ownOf(positions: CheckedPositions) {
  return positions.type === 'alibi' ? positions.slopes : positions.frequencies;
}

/** Writes the options that have a buffer into wasm memory. */
export function writeOptions(core: Core, checked: CheckedCall | CheckedForward, replace: Replaced) {
  const { pastKey, pastValue, masks, keyLengths, positions, sinks } = checked;
  if (pastKey !== null) writeIfAny(core, 'past_key', numbers(pastKey, 'pastKey'));
  if (pastValue !== null) writeIfAny(core, 'past_value', numbers(pastValue, 'pastValue'));
  if (masks.length > 0) writeMasks(core, masks);
  if (keyLengths !== null) core.write(core.address('key_lengths'), keyLengths);
  const own = positions === null ? null : ownOf(positions);
  if (positions !== null && own !== null) {
    core.write(core.address(positions.type === 'alibi' ? 'slopes' : 'frequencies'), own);
  }
  if (sinks !== null) core.write(core.address('sinks'), numbers(sinks, 'sinks'));
  for (const [name, tensor] of Object.entries(replace)) {
    const buffer = name === 'query' ? name : `replaced_${snakeCase(name)}`;
    core.write(core.address(buffer), numbers(tensor, `replace.${name}`));
  }
}

/** Writes the masks one after the other, at the addresses of the core's Workspace. */
function writeMasks(core: Core, masks: CheckedMask[]) {
  let address = core.address('mask0');
  for (const { kind, data } of masks) {
    const bytes = (kind === 'bias' ? 4 : 1) * lengthOf(data);
    core.write(address, data);
    address += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
  }
}

/** @param values a past of length 0 has no buffer, and is not written */
function writeIfAny(core: Core, name: string, values: Float32Array) {
  if (lengthOf(values) > 0) core.write(core.address(name), values);
}

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
