// The results of an operation as a nest of expected tensors: their shapes, their total size, and how to read them from the
// core.

import { count } from '../arguments/numbers.js';
import { NOWHERE } from '../arguments/targets.js';
import { partOf } from '../arguments/typed-array.js';
import { allocate } from '../host/heap.js';

/** @import { Targets } from '../arguments/targets.js' */
/** @import { Target } from '../arguments/tensor.js' */
/** @import { Core } from '../host/core.js' */

/**
 * Copies a result out of the core. `handle` is that of the operation's layer, kept call or transformer.
 *
 * @typedef {(core: Core, data: Float32Array, handle: any) => void} ReadInto
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
    this.from = from;
    /** @type {Float32Array | null} its numbers, if they were copied while the core worked */
    this.data = null;
  }
}

/**
 * By its form, as it may be of the copy of this class in another entry.
 *
 * @param {Part} part
 * @returns {part is Expected}
 */
const isExpected = (part) => Object.hasOwn(part, 'from');

/**
 * A tensor whose numbers stand in several buffers, one after another.
 *
 * @param {readonly number[]} shape
 * @param {readonly { name: string, length: number }[]} buffers
 * @param {(core: Core, name: string, handle: any) => number} addressOf
 * @param {boolean} [mayLack] whether numbers that the core does not hold yet are zeros
 */
export function joined(shape, buffers, addressOf, mayLack = false) {
  return new Expected(shape, (core, data, handle) => {
    let end = 0;
    for (const { name, length } of buffers) {
      const address = addressOf(core, name, handle);
      const part = partOf(data, end, (end += length));
      if (address > 0 || !mayLack) core.readInto(address, part);
    }
  });
}

/**
 * How many numbers the results have that are not written into the caller's tensors. A memory limit counts them.
 *
 * @param {Results | readonly Part[]} results
 * @param {Targets} [targets]
 * @returns {number}
 */
export function sizeOf(results, targets = NOWHERE) {
  let size = 0;
  for (const [name, one] of Object.entries(results)) {
    const target = targets[name];
    if (!isExpected(one)) size += sizeOf(one, /** @type {Targets | undefined} */ (target));
    else if (target === undefined) size += count(one.shape);
  }
  return size;
}

/**
 * @param {Core} core
 * @param {Results | readonly Part[]} results
 * @param {any} handle
 * @param {Targets} [targets] checked
 * @returns {any} the tensors, nested as the results are
 */
export function readResults(core, results, handle, targets = NOWHERE) {
  /** @type {any} */
  const read = Array.isArray(results) ? [] : {};
  for (const [name, one] of Object.entries(results)) {
    const target = targets[name];
    read[name] = isExpected(one)
      ? readOne(core, one, handle, /** @type {Target | undefined} */ (target))
      : readResults(core, one, handle, /** @type {Targets | undefined} */ (target));
  }
  return read;
}

/**
 * @param {Core} core
 * @param {Expected} expected
 * @param {any} handle
 * @param {Target} [target]
 */
function readOne(core, { shape, from, data }, handle, target) {
  const into = data ?? target?.data ?? allocate(count(shape));
  if (data === null) {
    if (typeof from === 'string') core.readInto(core.address(from), into);
    else from(core, into, handle);
  }
  return target === undefined ? { data: into, shape } : target.own;
}
