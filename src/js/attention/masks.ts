// Checks masks. The name of a mask's property says what its values mean; each mask broadcasts to (B, H, L, S). The data are
// not copied: strides do the broadcasting.

import { formatShape, wrongKind, wrongShape } from '../arguments/errors.ts';
import { isRecord, optionNames, readNested } from '../arguments/options.ts';
import { looksLikeTensor, toBooleans, toTensor } from '../arguments/tensor.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { Sizes } from './schema.ts';

/**
 * The value for query i and key j of head h in batch entry b is
 * `data[b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3]]`.
 *
 * shape: the caller's; absent in a keyPaddingMask, which has no gradient
 */
export type CheckedMask = {
  strides: [number, number, number, number];
  shape?: readonly number[];
} & ({ kind: 'attend' | 'ignore'; data: Uint8Array } | { kind: 'bias'; data: Float32Array });

const MASK = optionNames('attend', 'ignore', 'bias');
const ONE_MASK = '{ attend }, { ignore } or { bias }';

/** @param value one mask, or an array of masks that all apply */
export function checkMasks(value: unknown, sizes: Sizes, precision: Precision): CheckedMask[] {
  if (!Array.isArray(value)) return [checkMask(value, 'mask', sizes, precision)];
  return Array.from(value, (mask, index) => checkMask(mask, `mask[${index}]`, sizes, precision));
}

function checkMask(value: unknown, name: string, sizes: Sizes, precision: Precision): CheckedMask {
  const { mask, shape, inside } = readMask(value, name, precision);
  const { batched, batch, numHeads, queryLen, pastLen, keyLen } = sizes;
  const target = [batch, numHeads, queryLen, pastLen + keyLen].slice(batched ? 0 : 1);
  return { ...mask, shape, strides: spread(shape, inside, target) };
}

export function checkKeyPadding(value: unknown, sizes: Sizes, precision: Precision): CheckedMask {
  const { mask, shape, inside } = readMask(value, 'keyPaddingMask', precision);
  const keys = sizes.pastLen + sizes.keyLen;
  const perEntry = sizes.batched && shape.length === 2 && shape[0] === sizes.batch;
  if (!(perEntry || shape.length === 1) || shape[shape.length - 1] !== keys) {
    const either = sizes.batched ? `${formatShape([sizes.batch, keys])} or ` : '';
    throw wrongShape(inside, `shape ${either}${formatShape([keys])}`, shape);
  }
  return { ...mask, strides: [perEntry ? keys : 0, 0, 0, 1] };
}

/**
 * Reads the one property of a mask.
 *
 * @returns strides all 0; inside: the name for errors
 */
function readMask(
  value: unknown,
  name: string,
  precision: Precision,
): { mask: CheckedMask; shape: readonly number[]; inside: string } {
  if (!isRecord(value) || looksLikeTensor(value)) throw wrongKind(name, ONE_MASK, value);
  const given = readNested(value, name, MASK);
  const kinds = (Object.keys(MASK) as (keyof typeof MASK)[]).filter(
    (kind) => given[kind] !== undefined,
  );
  const [kind] = kinds;
  const inside = `${name}.${kind}`;
  if (kinds.length !== 1) {
    throw new TypeError(
      `${name}: expected exactly one of ${ONE_MASK}, got ${kinds.join(' and ') || 'none'}`,
    );
  }
  const strides: [number, number, number, number] = [0, 0, 0, 0];
  if (kind === 'bias') {
    const { data, shape } = toTensor(given.bias, inside, precision);
    return { mask: { kind, data, strides }, shape, inside };
  }
  const { data, shape } = toBooleans(given[kind], inside);
  return { mask: { kind, data, strides }, shape, inside };
}

/** @param target the broadcast shape, right-aligned */
function spread(
  shape: readonly number[],
  name: string,
  target: readonly number[],
): [number, number, number, number] {
  const strides: [number, number, number, number] = [0, 0, 0, 0];
  let fits = shape.length <= target.length;
  let stride = 1;
  for (let back = 1; fits && back <= shape.length; back++) {
    const size = shape[shape.length - back];
    if (size === target[target.length - back] && size !== 1) strides[4 - back] = stride;
    else fits = size === 1;
    stride *= size;
  }
  if (!fits) throw wrongShape(name, `a shape that broadcasts to ${formatShape(target)}`, shape);
  return strides;
}
