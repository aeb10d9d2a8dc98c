// Numbers in 8 bits with scales, as in GGUF's Q8_0 but in plain dtypes, which safetensors has: an I8 tensor, and beside it
// under its name with .scales an F16 tensor with a scale for each 32 numbers of a row.

import { formatShape, HeadwiseError } from '../arguments/errors.ts';
import { quote } from './ranges.ts';
import { BLOCKS } from './quantised.ts';
import { DTYPES } from './dtypes.ts';
import type { Dtype, StoredValues } from './stored.ts';
import type { StoredArray } from './safetensors.ts';

type Kind = { readonly dtype: Dtype; readonly shape: readonly number[] };

const ENDING = '.scales';
/** The dtype of the same numbers as GGUF's blocks. */
export const BLOCKS_OF_SCALES = 'Q8_0';
/** Numbers of a block, and bytes of a block and of its scale. */
const [COUNT, BYTES] = BLOCKS[BLOCKS_OF_SCALES];
const [SCALE] = DTYPES.F16;

export const scalesOf = (name: string) => name + ENDING;

/** Whether a tensor is the scales of another, which is in the same file. */
export function isScales(name: string, tensors: ReadonlyMap<string, Kind>): boolean {
  return name.endsWith(ENDING) && hasScales(name.slice(0, -ENDING.length), tensors);
}

/**
 * Whether a tensor is in 8 bits with scales.
 *
 * @throws {HeadwiseError} 'format' if the scales are not one for each 32 numbers of a row
 */
export function hasScales(name: string, tensors: ReadonlyMap<string, Kind>): boolean {
  const [tensor, scales] = [tensors.get(name), tensors.get(scalesOf(name))];
  if (tensor?.dtype !== 'I8' || !scales) return false;
  const blocks = [...tensor.shape];
  blocks.push((blocks.pop() ?? 0) / COUNT);
  if (scales.dtype === 'F16' && String(scales.shape) === String(blocks)) return true;
  const expected = `F16 of shape ${formatShape(blocks)}`;
  const got = `${scales.dtype} of shape ${formatShape(scales.shape)}`;
  throw new HeadwiseError(
    'format',
    `${quote(scalesOf(name))}: expected ${expected}, a scale for each ${COUNT} numbers, got ${got}`,
  );
}

/** The numbers of all tensors, without scales. A tensor in 8 bits is converted to float32, which is exact. */
export function withoutScales(tensors: Record<string, StoredArray>): Record<string, StoredArray> {
  const all = new Map(Object.entries(tensors));
  const kept = [...all].filter(([name]) => !isScales(name, all));
  return Object.fromEntries(
    kept.map(([name, tensor]) => {
      if (!hasScales(name, all)) return [name, tensor];
      const scales = tensors[scalesOf(name)].data as Float32Array;
      const data = Float32Array.from(
        tensor.data as Int8Array,
        (value, i) => value * scales[Math.floor(i / COUNT)],
      );
      return [name, { dtype: 'F32', shape: tensor.shape, data }];
    }),
  );
}

/** The same numbers as GGUF's blocks. */
export function toBlocks({ shape, data }: StoredValues, scales: StoredValues): StoredValues {
  const blocks = new Uint8Array((data.length / COUNT) * BYTES);
  for (let from = 0, to = 0; from < data.length; from += COUNT, to += BYTES) {
    const scale = (from / COUNT) * SCALE;
    blocks.set(scales.data.subarray(scale, scale + SCALE), to);
    blocks.set(data.subarray(from, from + COUNT), to + SCALE);
  }
  return { dtype: BLOCKS_OF_SCALES, shape, data: blocks };
}
