// What the families' tables share: the parts of a description.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import type { Block, Linear, Norm, Sublayer } from '../description.ts';
import type { Config } from './config.ts';

const MOST_LAYERS = 1024;
const MOST_HEADS = 65536;

const MOST_WIDE = 1 << 20; // numbers of a row, and heads

/** The input of a family's table. */
export interface Reading {
  config: Config;
  /** of the config */
  values: Record<string, any>;
  /** whether the file has a tensor, with any prefix */
  has: (name: string) => boolean;
  /** the same bits in every browser */
  power: (base: number, exponent: number) => number;
  logarithm: (x: number) => number;
}

/** Refuses what is no size, before a loop runs to it. */
export function expectSize(name: string, size: unknown) {
  if (Number.isInteger(size) && Number(size) >= 1 && Number(size) <= MOST_WIDE) return;
  const expected = `an integer from 1 to ${MOST_WIDE}`;
  throw new HeadwiseError(
    'format',
    `config: expected ${name} as ${expected}, got ${describe(size)}`,
  );
}

export function linear(name: string, bias: boolean = true): Linear {
  return { weight: `${name}.weight`, bias: bias ? `${name}.bias` : null };
}

/**
 * Some of the outputs of a fused map.
 *
 * @param transposed stored as (in, out): then `rows` are columns of the stored matrix
 */
export function partOf(
  name: string,
  bias: boolean,
  rows: [number, number] | readonly number[],
  transposed: boolean = false,
): Linear {
  return {
    weight: { name: `${name}.weight`, rows, transposed },
    bias: bias ? { name: `${name}.bias`, rows } : null,
  };
}

/**
 * Rows of query, key and value where each group of heads has its own together: (groups, parts, width).
 *
 * @param parts of a group
 * @param first of the parts that are wanted
 * @param width of a part
 */
export function groupedRows(
  groups: number,
  parts: number,
  first: number,
  count: number,
  width: number,
) {
  expectSize('numKvHeads', groups);
  expectSize('the heads of a group', count);
  expectSize('headDim', width);
  expectSize('numHeads * headDim', groups * count * width);
  const rows = [];
  for (let group = 0; group < groups; group++) {
    for (let i = first * width; i < (first + count) * width; i++) {
      rows.push(group * parts * width + i);
    }
  }
  return rows;
}

export function layerNorm(name: string, epsilon: number, bias: boolean = true): Norm {
  return { form: 'layer', gain: `${name}.weight`, shift: bias ? `${name}.bias` : null, epsilon };
}

/** @param plus 1 where the file has a gain's difference from 1 */
export function rmsNorm(name: string, epsilon: number, plus: number = 0): Norm {
  return { form: 'rms', gain: { name: `${name}.weight`, plus }, shift: null, epsilon };
}

/** Sizes of an attention with as many heads of keys as of queries, and the usual scale. */
export function ownKeys(numHeads: number, headDim: number) {
  return { numHeads, numKvHeads: numHeads, headDim, scale: 1 / Math.sqrt(headDim) };
}

/**
 * Tokens that a text may have: turns that are scaled as it grows are for more than the config says.
 */
export function contextOf(config: Config, blocks: readonly Block[]) {
  const longest = blocks.map(({ attention }) => attention.rotary?.longest ?? 1);
  return Math.max(config.size('max_position_embeddings'), ...longest);
}

/** Whether a decoder's tokens look back only; transformers 5 honours this field in every decoder. */
export const looksBack = (config: Config) => config.flag('is_causal', true);

export const preNorm = (norm: Norm): Sublayer => ({ before: norm, inside: null, after: null });
export const postNorm = (norm: Norm): Sublayer => ({ before: null, inside: null, after: norm });

/** One block for each layer. */
export function times<T>(count: number, make: (layer: number) => T): T[] {
  if (!(count >= 0 && count <= MOST_LAYERS)) {
    const text = `config: expected at most ${MOST_LAYERS} layers, got ${count}`;
    throw new HeadwiseError('format', text);
  }
  return Array.from({ length: count }, (_, layer) => make(layer));
}

/** ALiBi's slope of each head, of float32, as the core has them. */
export function slopesOf(heads: number, slopeOf: (head: number) => number) {
  if (!(heads >= 1 && heads <= MOST_HEADS)) {
    const text = `config: expected 1 to ${MOST_HEADS} heads with ALiBi, got ${heads}`;
    throw new HeadwiseError('format', text);
  }
  return Array.from({ length: heads }, (_, head) => Math.fround(slopeOf(head)));
}

/** The slopes of ALiBi, by the paper's rule, which headwise has, too. */
export function alibiSlopes(heads: number, power: Reading['power']) {
  expectSize('numHeads', heads);
  let whole = 1;
  while (whole <= heads / 2 && whole < MOST_HEADS) whole *= 2;
  return slopesOf(heads, (head) =>
    head < whole
      ? power(2, (-8 * (head + 1)) / whole)
      : power(2, (-4 * (2 * (head - whole) + 1)) / whole),
  );
}
