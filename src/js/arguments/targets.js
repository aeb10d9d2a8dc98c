// Checks and fills `out`: the caller's tensors for the results, nested like the results. All are written, or none.

import { numbers, expectShape, toResultTensor, fill } from './tensor.js';
import { optionNames, readNested } from './options.js';

/** @import { Precision, Target } from './tensor.js' */

/** @typedef {{ readonly [name: string]: Target | Targets | undefined }} Targets */

/**
 * The caller's tensors that the results are written into.
 *
 * @typedef {{ output?: Target, attention?: Target }} Out
 */

const OUT = optionNames('output', 'attention');

/**
 * No targets. It inherits nothing, whatever a page has added to Object.prototype.
 *
 * @type {Readonly<Record<string, never>>}
 */
export const NOWHERE = Object.freeze(Object.create(null));

/**
 * Throws unless every target still has its numbers. An array may have been detached since its check, by a getter among the
 * arguments, or by the caller while a worker computed.
 *
 * @param {Targets} targets
 * @param {string} [name]
 */
export function expectTargets(targets, name = 'out') {
  for (const [key, target] of Object.entries(targets)) {
    if (target === undefined) continue;
    if (isTarget(target)) numbers(target, `${name}.${key}`);
    else expectTargets(target, `${name}.${key}`);
  }
}

/**
 * Copies results into the caller's tensors, which replace the copies in `results`.
 *
 * @param {Targets} targets checked by expectTargets
 * @param {Record<string, any>} results
 */
export function fillTargets(targets, results) {
  for (const [key, target] of Object.entries(targets)) {
    if (target === undefined) continue;
    if (isTarget(target)) {
      fill(target.data, results[key].data);
      results[key] = target.own;
    } else fillTargets(target, results[key]);
  }
}

/**
 * @param {Targets} targets
 * @returns {Target[]} every target, at any depth
 */
export function targetsIn(targets) {
  return Object.values(targets).flatMap((one) => {
    if (one === undefined) return [];
    return isTarget(one) ? [one] : targetsIn(one);
  });
}

/**
 * @param {Target | Targets} one
 * @returns {one is Target}
 */
function isTarget(one) {
  return 'own' in one;
}

/**
 * @param {unknown} value
 * @param {boolean} batched
 * @param {readonly number[]} outputShape with B; so has attentionShape
 * @param {readonly number[] | null} attentionShape null if the call returns no maps
 * @param {Precision} precision
 * @returns {Out}
 */
export function checkTargets(value, batched, outputShape, attentionShape, precision) {
  const { output, attention } = readNested(value, 'out', OUT);
  /** @type {Out} */
  const out = Object.create(null);
  if (output !== undefined) {
    out.output = toResultTensor(output, 'out.output', precision);
    expectShape(out.output.shape, 'out.output', outputShape, undefined, batched);
  }
  if (attention !== undefined) {
    if (attentionShape === null) {
      throw new TypeError(
        'out.attention: expected attention or trace to be asked for, got neither',
      );
    }
    out.attention = toResultTensor(attention, 'out.attention', precision);
    expectShape(out.attention.shape, 'out.attention', attentionShape, undefined, batched);
  }
  if (out.output && out.attention && overlap(out.output.data, out.attention.data)) {
    throw new RangeError('out: expected output and attention to be apart, got overlapping arrays');
  }
  return out;
}

/**
 * Whether two arrays share memory.
 *
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
export function overlap(a, b) {
  const [first, second] = a.byteOffset < b.byteOffset ? [a, b] : [b, a];
  return (
    a.buffer === b.buffer &&
    second.length > 0 &&
    first.byteOffset + first.byteLength > second.byteOffset
  );
}
