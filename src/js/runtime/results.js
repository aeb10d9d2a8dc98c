// Describes the results of an operation as nested expected tensors, and copies them out of the core.

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
 * @typedef {Expected | Results | readonly (Expected | Results)[]} Part a list has one item for each layer of a transformer
 */

/** A tensor that an operation returns. */
export class Expected {
  /**
   * @param {readonly number[]} shape
   * @param {string | ReadInto} from name of a buffer of the call, or a function that copies the result
   */
  constructor(shape, from) {
    this.shape = shape;
    this.size = count(shape);
    this.from = from;
    /** @type {Float32Array | null} the numbers, if they were copied while the core computed */
    this.data = null;
  }
}

/**
 * A tensor whose numbers are stored in several buffers, one after another.
 *
 * @param {readonly number[]} shape
 * @param {readonly { name: string, length: number }[]} buffers
 * @param {(core: Core, name: string) => number} addressOf
 * @param {boolean} [mayLack] whether an absent buffer means zeros
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
 * The bytes of the results that need new memory, without the caller's tensors. A memory limit counts them.
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
 * @param {Targets} [targets] the caller's tensors; all are written, or none
 * @returns {any} the tensors, nested like the results
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
 * Allocates memory for a result.
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
 * @param {boolean} batched whether the results have a batch dimension
 * @param {readonly number[]} shape with the batch dimension first
 * @param {string | ReadInto} from
 */
export function tensorOf(batched, shape, from) {
  return new Expected(batched ? shape : shape.slice(1), from);
}
