// The core's request for a call of attention, for the function and the layer: its fields, and its options in wasm memory.

import { numbers } from '../arguments/tensor.ts';
import { lengthOf } from '../arguments/typed-arrays.ts';
import { fieldOf, fieldsOf, ownFields } from '../runtime/fields.ts';
import { GIVEN, snakeCase } from '../arguments/options.ts';
import { ATTENTION, REPLACEABLE, USUAL } from './schema.ts';
import type { Option } from '../arguments/options.ts';
import type { CheckedForward } from '../layer/forward.ts';
import type { AttentionDescription } from '../runtime/core-module.ts';
import type { Core } from '../runtime/core.ts';
import type { CheckedMask } from './masks.ts';
import type { CheckedCall, CheckedOptions, LAYOUT, Replaced, SIZES } from './schema.ts';
import type { CheckedPositions } from './positions.ts';

const MASK_KINDS = ['attend', 'ignore', 'bias'];

/** Alignment of the core's buffers in bytes. */
const ALIGNMENT = 64;

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
  const describeIn = (core: Core) => {
    const fields: Record<string, unknown> = { ...own, ...fieldsOf(ATTENTION, checked) };
    for (const name of REPLACEABLE) {
      fields[`replaced${name[0].toUpperCase()}${name.slice(1)}`] = replace[name] !== undefined;
    }
    const request = core.describe('AttentionRequest', fields);
    request.clearMasks();
    for (const mask of checked.masks) request.addMask(...maskNumbers(mask));
    return request;
  };
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
