// The parts of the steps, right and wrong ones alike: products and means of rows, softmax, masks, heads that are shared.

import { mayAttend } from '../reference/masks.js';
import { turn } from '../reference/positions.js';
import { softmaxRow } from '../reference/softmax.js';
import { expectShape, map, sizeOf } from './arrays.js';

/** @import { CheckedOptions, CheckedRotary } from '../attention/options.js' */
/** @import { Numbers } from './arrays.js' */
/** @import { Allowed, Part } from './steps.js' */
/** @import { Task } from './task.js' */

/**
 * @param {Numbers} x
 * @param {Float64Array} data (B, L, any width)
 * @returns {Numbers}
 */
export function map3({ shape }, data) {
  const rows = sizeOf(shape.slice(0, -1));
  return { data, shape: [...shape.slice(0, -1), rows === 0 ? 0 : data.length / rows] };
}

/** @param {Numbers} x */
export const lastOf = ({ shape }) => shape[shape.length - 1];

/**
 * @param {Task} task
 * @param {Part} part
 */
export function headsOf({ config }, part) {
  return part === 'query' ? config.numHeads : config.numKvHeads;
}

/**
 * Rotary positions along the last axis but one.
 *
 * @param {Numbers} heads (B, H, L, E)
 * @param {CheckedRotary} rotary
 * @param {number} first
 * @param {1 | -1} [direction]
 * @returns {Numbers}
 */
export function rotate(heads, rotary, first, direction = 1) {
  const [len, width] = heads.shape.slice(-2);
  return { ...heads, data: turn(heads.data, rotary, len, width, first, direction) };
}

/**
 * A key head for every query head.
 *
 * @param {Numbers} heads (B, Hkv, T, E)
 * @param {number} numHeads H
 * @param {(h: number, group: number) => number} choose
 * @returns {Numbers} (B, H, T, E)
 */
export function shareBy(heads, numHeads, choose) {
  const [batch, kvHeads, keys, width] = heads.shape;
  if (kvHeads === numHeads) return heads;
  const size = keys * width;
  const shared = new Float64Array(batch * numHeads * size);
  for (let at = 0; at < batch * numHeads; at++) {
    const [b, h] = [Math.floor(at / numHeads), at % numHeads];
    const from = (b * kvHeads + choose(h, numHeads / kvHeads)) * size;
    shared.set(heads.data.subarray(from, from + size), at * size);
  }
  return { data: shared, shape: [batch, numHeads, keys, width] };
}

/**
 * Q K^T for each head.
 *
 * @param {Numbers} query (B, H, L, E)
 * @param {Numbers} key (B, H, T, E)
 * @returns {Numbers} (B, H, L, T)
 */
export function productOfRows(query, key) {
  const [batch, heads, len, width] = query.shape;
  const keys = key.shape[2];
  expectShape(key, [batch, heads, keys, width]);
  const products = new Float64Array(batch * heads * len * keys);
  for (let row = 0, at = 0; row < batch * heads * len; row++) {
    const first = Math.floor(row / len) * keys;
    for (let j = 0; j < keys; j++) {
      let sum = 0;
      for (let e = 0; e < width; e++) {
        sum += query.data[row * width + e] * key.data[(first + j) * width + e];
      }
      products[at++] = sum;
    }
  }
  return { data: products, shape: [batch, heads, len, keys] };
}

/**
 * The values of each head, weighted. A share of 0 leaves its value out, which may be NaN.
 *
 * @param {Numbers} attention (B, H, L, T)
 * @param {Numbers} value (B, H, T, Ev)
 * @returns {Numbers} (B, H, L, Ev)
 */
export function meanOfRows(attention, value) {
  const [batch, heads, len, keys] = attention.shape;
  const width = value.shape[3];
  expectShape(value, [batch, heads, keys, width]);
  const mean = new Float64Array(batch * heads * len * width);
  for (let row = 0; row < batch * heads * len; row++) {
    const first = Math.floor(row / len) * keys;
    for (let j = 0; j < keys; j++) {
      const share = attention.data[row * keys + j];
      if (share === 0) continue;
      for (let d = 0; d < width; d++) {
        mean[row * width + d] += share * value.data[(first + j) * width + d];
      }
    }
  }
  return { data: mean, shape: [batch, heads, len, width] };
}

/**
 * Along the last axis. What a row without any key becomes is a convention, the task's.
 *
 * @param {Task} task
 * @param {Numbers} masked
 * @returns {Numbers}
 */
export function softmaxOfRows({ call, emptyRows }, masked) {
  const keys = lastOf(masked);
  const shares = new Float64Array(masked.data.length);
  const sinks = call.sinks?.data;
  const rows = keys === 0 ? 0 : masked.data.length / keys;
  const [, heads, len] = masked.shape;
  for (let row = 0; row < rows; row++) {
    const scores = masked.data.subarray(row * keys, (row + 1) * keys);
    const to = shares.subarray(row * keys, (row + 1) * keys);
    const sink = sinks?.[Math.floor(row / len) % heads];
    softmaxRow(scores, to, (j) => scores[j] !== -Infinity, sink);
    if (emptyRows !== 'zeros' && sink === undefined && scores.every((one) => one === -Infinity)) {
      to.fill(emptyRows === 'nan' ? NaN : 1 / keys);
    }
  }
  return { data: shares, shape: masked.shape };
}

/**
 * @param {Task} task
 * @param {CheckedOptions} options of which only masks, order and lengths are asked
 * @param {readonly number[]} shape (B, H, L, T)
 */
export function allowedBy(task, options, shape) {
  return task.remember(options, shape.join(), () => {
    const sizes = sizesFor(task, shape);
    return cells(shape, (b, h, i, j) => Number(mayAttend(options, sizes, b, h, i, j)));
  });
}

/**
 * The product of the three.
 *
 * @param {Allowed} allowed
 * @returns {Numbers}
 */
export function allOf({ order, padding, given }) {
  return map(order, (may, at) => may * padding.data[at] * given.data[at]);
}

/**
 * The sizes that masks and positions are read with: the keys that are no extra ones are those that stand in the arrays.
 *
 * @param {Task} task
 * @param {readonly number[]} shape (B, H, L, T)
 */
export function sizesFor({ call, extraLen }, [batch, numHeads, queryLen, keys]) {
  const keyLen = keys - extraLen - call.pastLen;
  return { ...call, batch, numHeads, queryLen, keyLen, extraLen };
}

/**
 * An array of four axes, number by number.
 *
 * @param {readonly number[]} shape
 * @param {(b: number, h: number, i: number, j: number) => number} compute
 * @returns {Numbers}
 */
export function cells(shape, compute) {
  const [batch, heads, len, keys] = shape;
  const data = new Float64Array(sizeOf(shape));
  let at = 0;
  for (let b = 0; b < batch; b++) {
    for (let h = 0; h < heads; h++) {
      for (let i = 0; i < len; i++) for (let j = 0; j < keys; j++) data[at++] = compute(b, h, i, j);
    }
  }
  return { data, shape };
}
