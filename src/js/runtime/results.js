// The results of an operation as a nest of expected tensors: their shapes, their total size, and how to read them from the
// core.

import { HeadwiseError } from '../arguments/errors.js';
import { expectTargets, NOWHERE } from '../arguments/targets.js';
import { count, partOf } from '../arguments/tensor.js';

/** @import { Targets } from '../arguments/targets.js' */
/** @import { Target } from '../arguments/tensor.js' */
/** @import { Core } from './core.js' */

/**
 * Copies a result out of the core.
 *
 * @typedef {(core: Core, data: Float32Array) => void} ReadInto
 *
 * @typedef {{ readonly [name: string]: Part }} Results
 * @typedef {Expected | Results | readonly (Expected | Results)[]} Part a list has one for each layer of a transformer
 */

/** A tensor that an operation returns. */
export class Expected {
  /**
   * @param {readonly number[]} shape
   * @param {string | ReadInto} from a buffer of the call, or a function that reads it
   */
  constructor(shape, from) {
    this.shape = shape;
    this.size = count(shape);
    this.from = from;
    /** @type {Float32Array | null} its numbers, if they were copied while the core worked */
    this.data = null;
  }
}

/**
 * A tensor whose numbers stand in several buffers, one after another.
 *
 * @param {readonly number[]} shape
 * @param {readonly { name: string, length: number }[]} buffers
 * @param {(core: Core, name: string) => number} addressOf
 * @param {boolean} [mayLack] whether numbers that the core does not hold yet are zeros
 */
export function joined(shape, buffers, addressOf, mayLack = false) {
  return new Expected(shape, (core, data) => {
    let end = 0;
    for (const { name, length } of buffers) {
      const address = addressOf(core, name);
      const part = partOf(data, end, (end += length));
      if (address > 0 || !mayLack) core.readInto(address, part);
    }
  });
}

/**
 * The bytes of the results that are not written into the caller's tensors. A memory limit counts them.
 *
 * @param {Results | readonly Part[]} results
 * @param {Targets} [targets]
 * @returns {number}
 */
export function bytesOf(results, targets = NOWHERE) {
  let bytes = 0;
  for (const [name, one] of Object.entries(results)) {
    const target = targets[name];
    if (!(one instanceof Expected)) {
      bytes += bytesOf(one, /** @type {Targets | undefined} */ (target));
    } else if (target === undefined) bytes += 4 * one.size;
  }
  return bytes;
}

/**
 * @param {Core} core
 * @param {Results} results
 * @param {Targets} [targets] the caller's, written all or none
 * @returns {any} the tensors, nested as the results are
 */
export function readResults(core, results, targets = NOWHERE) {
  if (targets !== NOWHERE) expectTargets(targets);
  return read(core, results, targets);
}

/**
 * @param {Core} core
 * @param {Results | readonly Part[]} results
 * @param {Targets} [targets]
 * @returns {any}
 */
function read(core, results, targets = NOWHERE) {
  /** @type {any} */
  const tensors = Array.isArray(results) ? [] : {};
  for (const [name, one] of Object.entries(results)) {
    const target = targets[name];
    tensors[name] =
      one instanceof Expected
        ? readOne(core, one, /** @type {Target | undefined} */ (target))
        : read(core, one, /** @type {Targets | undefined} */ (target));
  }
  return tensors;
}

/**
 * @param {Core} core
 * @param {Expected} expected
 * @param {Target} [target]
 */
function readOne(core, { shape, size, from, data }, target) {
  const into = data ?? target?.data ?? allocate(size);
  if (data === null) {
    if (typeof from === 'string') core.readInto(core.address(from), into);
    else from(core, into);
  }
  return target === undefined ? { data: into, shape } : target.own;
}

/**
 * Memory for a result.
 *
 * @param {number} length
 * @returns {Float32Array<ArrayBuffer>}
 */
export function allocate(length) {
  try {
    return new Float32Array(length);
  } catch (cause) {
    const message = `a result needs ${4 * length} bytes, more than this environment can provide`;
    throw new HeadwiseError('memory', message, { cause });
  }
}

/**
 * @param {boolean} batched whether the results have a batch axis
 * @param {readonly number[]} shape with the batch in front
 * @param {string | ReadInto} from
 */
export function tensorOf(batched, shape, from) {
  return new Expected(batched ? shape : shape.slice(1), from);
}
