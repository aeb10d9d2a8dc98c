// What the families' tables share: the parts of a description.

import { describe, HeadwiseError } from '../../arguments/errors.js';

/** @import { Block, Linear, Norm, Sublayer } from '../description.js' */
/** @import { Config } from './config.js' */

const MOST_LAYERS = 1024;
const MOST_HEADS = 65536;

const MOST_WIDE = 1 << 20; // numbers of a row, and heads

/**
 * The input of a family's table.
 *
 * @typedef {object} Reading
 * @property {Config} config
 * @property {Record<string, any>} values of the config
 * @property {(name: string) => boolean} has whether the file has a tensor, with any prefix
 * @property {(base: number, exponent: number) => number} power the same bits in every browser
 * @property {(x: number) => number} logarithm
 */

/**
 * Refuses what is no size, before a loop runs to it.
 *
 * @param {string} name
 * @param {unknown} size
 */
export function expectSize(name, size) {
  if (Number.isInteger(size) && Number(size) >= 1 && Number(size) <= MOST_WIDE) return;
  const expected = `an integer from 1 to ${MOST_WIDE}`;
  throw new HeadwiseError(
    'format',
    `config: expected ${name} as ${expected}, got ${describe(size)}`,
  );
}

/**
 * @param {string} name
 * @param {boolean} [bias]
 * @returns {Linear}
 */
export function linear(name, bias = true) {
  return { weight: `${name}.weight`, bias: bias ? `${name}.bias` : null };
}

/**
 * Some of the outputs of a fused map.
 *
 * @param {string} name
 * @param {boolean} bias
 * @param {[number, number] | readonly number[]} rows
 * @param {boolean} [transposed] stored as (in, out): then `rows` are columns of the stored matrix
 * @returns {Linear}
 */
export function partOf(name, bias, rows, transposed = false) {
  return {
    weight: { name: `${name}.weight`, rows, transposed },
    bias: bias ? { name: `${name}.bias`, rows } : null,
  };
}

/**
 * Rows of query, key and value where each group of heads has its own together: (groups, parts, width).
 *
 * @param {number} groups
 * @param {number} parts of a group
 * @param {number} first of the parts that are wanted
 * @param {number} count
 * @param {number} width of a part
 */
export function groupedRows(groups, parts, first, count, width) {
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

/**
 * @param {string} name
 * @param {number} epsilon
 * @param {boolean} [bias]
 * @returns {Norm}
 */
export function layerNorm(name, epsilon, bias = true) {
  return { form: 'layer', gain: `${name}.weight`, shift: bias ? `${name}.bias` : null, epsilon };
}

/**
 * @param {string} name
 * @param {number} epsilon
 * @param {number} [plus] 1 where the file has a gain's difference from 1
 * @returns {Norm}
 */
export function rmsNorm(name, epsilon, plus = 0) {
  return { form: 'rms', gain: { name: `${name}.weight`, plus }, shift: null, epsilon };
}

/**
 * Sizes of an attention with as many heads of keys as of queries, and the usual scale.
 *
 * @param {number} numHeads
 * @param {number} headDim
 */
export function ownKeys(numHeads, headDim) {
  return { numHeads, numKvHeads: numHeads, headDim, scale: 1 / Math.sqrt(headDim) };
}

/**
 * Tokens that a text may have: turns that are scaled as it grows are for more than the config says.
 *
 * @param {Config} config
 * @param {readonly Block[]} blocks
 */
export function contextOf(config, blocks) {
  const longest = blocks.map(({ attention }) => attention.rotary?.longest ?? 1);
  return Math.max(config.size('max_position_embeddings'), ...longest);
}

/** Whether a decoder's tokens look back only; transformers 5 honours this field in every decoder. @param {Config} config */
export const looksBack = (config) => config.flag('is_causal', true);

/** @param {Norm} norm @returns {Sublayer} */
export const preNorm = (norm) => ({ before: norm, inside: null, after: null });
/** @param {Norm} norm @returns {Sublayer} */
export const postNorm = (norm) => ({ before: null, inside: null, after: norm });

/**
 * One block for each layer.
 *
 * @template T
 * @param {number} count
 * @param {(layer: number) => T} make
 * @returns {T[]}
 */
export function times(count, make) {
  if (!(count >= 0 && count <= MOST_LAYERS)) {
    const text = `config: expected at most ${MOST_LAYERS} layers, got ${count}`;
    throw new HeadwiseError('format', text);
  }
  return Array.from({ length: count }, (_, layer) => make(layer));
}

/**
 * ALiBi's slope of each head, of float32, as the core has them.
 *
 * @param {number} heads
 * @param {(head: number) => number} slopeOf
 */
export function slopesOf(heads, slopeOf) {
  if (!(heads >= 1 && heads <= MOST_HEADS)) {
    const text = `config: expected 1 to ${MOST_HEADS} heads with ALiBi, got ${heads}`;
    throw new HeadwiseError('format', text);
  }
  return Array.from({ length: heads }, (_, head) => Math.fround(slopeOf(head)));
}

/**
 * The slopes of ALiBi, by the paper's rule, which headwise has, too.
 *
 * @param {number} heads
 * @param {Reading['power']} power
 */
export function alibiSlopes(heads, power) {
  expectSize('numHeads', heads);
  let whole = 1;
  while (whole <= heads / 2 && whole < MOST_HEADS) whole *= 2;
  return slopesOf(heads, (head) =>
    head < whole
      ? power(2, (-8 * (head + 1)) / whole)
      : power(2, (-4 * (2 * (head - whole) + 1)) / whole),
  );
}
