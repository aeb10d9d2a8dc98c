// The keys that each query may attend to, and the biases of scores: causal order, windows, lengths, masks, ALiBi.

import { alibiSlope } from './positions.ts';
import type { CheckedOptions } from '../attention/schema.ts';
import type { DoubleTensor } from './types.ts';

/** The sizes of a call that masks need. */
export interface Sizes {
  /** B */
  batch: number;
  /** H */
  numHeads: number;
  /** L */
  queryLen: number;
  /** S: number of new keys */
  keyLen: number;
  /** P: number of past keys, which come first */
  pastLen: number;
  /** number of extra keys, which come last; no mask, window or length applies to them */
  extraLen: number;
}

export type MaskOptions = Pick<
  CheckedOptions,
  'causal' | 'window' | 'keyLengths' | 'masks' | 'positions'
>;

/** whether query i of head h may attend to key j */
export type Cells = (b: number, h: number, i: number, j: number) => boolean;

/**
 * Three conditions for a query to attend to a key; null: no condition. All three must hold.
 */
export interface Reasons {
  /** causal order and windows */
  order: Cells | null;
  /** lengths, and masks that are equal for all heads and queries */
  padding: Cells | null;
  /** all other masks */
  given: Cells | null;
}

/** Returns the addends of a score, in order; null: no score has any. */
export type CellBiases = ((b: number, h: number, i: number, j: number) => number[]) | null;

const isPadding = ({ strides }: { strides: readonly number[] }) =>
  strides[1] === 0 && strides[2] === 0 && strides[3] !== 0;

export function allowedOf(options: MaskOptions, sizes: Sizes): Reasons {
  const { causal, window, keyLengths, masks } = options;
  const keys = sizes.pastLen + sizes.keyLen; // without the extra ones
  const paddings = masks.filter(isPadding);
  const others = masks.filter((mask) => !isPadding(mask));
  const isOrdered = causal !== 'none' || window.left >= 0 || window.right >= 0;
  return {
    order: isOrdered ? (b, _, i, j) => j >= keys || isInOrder(options, sizes, b, i, j) : null,
    padding:
      paddings.length > 0 || keyLengths !== null
        ? (b, h, i, j) =>
            j >= keys ||
            ((keyLengths === null || j < keyLengths[b]) &&
              paddings.every((mask) => maskAllows(mask, b, h, i, j)))
        : null,
    given:
      others.length > 0
        ? (b, h, i, j) => j >= keys || others.every((mask) => maskAllows(mask, b, h, i, j))
        : null,
  };
}

function isInOrder(options: MaskOptions, sizes: Sizes, b: number, i: number, j: number) {
  const { causal, window, keyLengths } = options;
  const position = positionOfFirstQuery(options, sizes, b) + i;
  if (causal !== 'none' && j > position) return false;
  if (window.left >= 0 && j < position - window.left) return false;
  if (window.right >= 0 && j > position + window.right) return false;
  return causal !== 'by-length' || keyLengths === null || j < keyLengths[b];
}

function maskAllows(
  mask: CheckedOptions['masks'][number],
  b: number,
  h: number,
  i: number,
  j: number,
) {
  const value = mask.data[maskIndex(mask, b, h, i, j)];
  if (mask.kind === 'bias') return value !== -Infinity;
  return mask.kind === 'attend' ? value !== 0 : value === 0;
}

/**
 * Joins the three conditions.
 *
 * @returns null: every cell is allowed
 */
export function allOf({ order, padding, given }: Reasons): Cells | null {
  const all = [order, padding, given].filter((one) => one !== null);
  return all.length < 2
    ? (all[0] ?? null)
    : (b, h, i, j) => all.every((allows) => allows(b, h, i, j));
}

/**
 * @param shape (B, H, R, T)
 * @param rows the R queries; null: all
 * @returns 1 where a query may attend to a key
 */
export function tableOf(
  reasons: Reasons,
  shape: readonly number[],
  rows: readonly number[] | null = null,
): Uint8Array {
  const table = new Uint8Array(shape.reduce((product, size) => product * size, 1));
  const allows = allOf(reasons);
  if (allows === null) return table.fill(1);
  forEachCell(shape, (at, b, h, i, j) => {
    table[at] = Number(allows(b, h, rows === null ? i : rows[i], j));
  });
  return table;
}

/** @param shape (B, H, L, T) */
function forEachCell(
  [batch, heads, len, keys]: readonly number[],
  visit: (at: number, b: number, h: number, i: number, j: number) => void,
) {
  for (let b = 0, at = 0; b < batch; b++) {
    for (let h = 0; h < heads; h++) {
      for (let i = 0; i < len; i++) for (let j = 0; j < keys; j++) visit(at++, b, h, i, j);
    }
  }
}

export function biasOf(options: MaskOptions, sizes: Sizes): CellBiases {
  const { positions, masks } = options;
  if (positions?.type !== 'alibi' && !masks.some(({ kind }) => kind === 'bias')) return null;
  return (b, h, i, j) => biasesOf(options, sizes, b, h, i, j);
}

/**
 * Adds each score's addends to it, one after the other.
 *
 * @param scores (B, H, L, T)
 * @returns (B, H, L, T)
 */
export function addBiases(scores: DoubleTensor, biases: CellBiases): DoubleTensor {
  if (biases === null) return scores;
  const data = new Float64Array(scores.data.length);
  forEachCell(scores.shape, (at, b, h, i, j) => {
    data[at] = biases(b, h, i, j).reduce((sum, bias) => sum + bias, scores.data[at]);
  });
  return { data, shape: scores.shape };
}

/** The addends of the score of query i and key j, in order. */
export function biasesOf(
  options: MaskOptions,
  sizes: Sizes,
  b: number,
  h: number,
  i: number,
  j: number,
): number[] {
  if (j >= sizes.pastLen + sizes.keyLen) return []; // an extra key
  const biases = [];
  if (options.positions?.type === 'alibi') {
    const slope = options.positions.slopes?.[h] ?? alibiSlope(h, sizes.numHeads);
    biases.push(-slope * distanceOf(options, sizes, b, i, j));
  }
  for (const mask of options.masks) {
    if (mask.kind === 'bias') biases.push(mask.data[maskIndex(mask, b, h, i, j)]);
  }
  return biases;
}

/** |o + i - j|: the distance between a query and a key. */
export function distanceOf(options: MaskOptions, sizes: Sizes, b: number, i: number, j: number) {
  return Math.abs(positionOfFirstQuery(options, sizes, b) + i - j);
}

/** o: the position of query 0 among the keys. */
export function positionOfFirstQuery(
  { causal, keyLengths }: MaskOptions,
  { pastLen, keyLen, queryLen }: Sizes,
  b: number,
) {
  if (causal === 'bottom-right') return pastLen + keyLen - queryLen;
  if (causal === 'by-length' && keyLengths !== null) return keyLengths[b] - queryLen;
  return pastLen;
}

export function maskIndex(
  { strides }: { strides: readonly number[] },
  b: number,
  h: number,
  i: number,
  j: number,
) {
  return b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3];
}
