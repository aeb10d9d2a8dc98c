// Numbers in the wasm memory, by their addresses: copied in, and copied out.

import { HeadwiseError } from '../arguments/errors.js';
import { fill, kindOf, lengthOf } from '../arguments/typed-array.js';

/** @typedef {Float32Array | Float64Array | Uint8Array | Int32Array | Uint32Array} Writable */

export class Heap {
  #memory;
  #floats = new Float32Array(0);

  /** @param {WebAssembly.Memory} memory */
  constructor(memory) {
    this.#memory = memory;
  }

  /**
   * @param {number} address
   * @param {Writable} values
   */
  write(address, values) {
    expectBuffer(address, values);
    const kind = kindOf(values);
    const { buffer } = this.#memory;
    if (kind === 'Float32Array') this.#view().set(values, address / 4);
    else if (kind === 'Float64Array') new Float64Array(buffer).set(values, address / 8);
    else if (kind === 'Uint8Array') new Uint8Array(buffer).set(values, address);
    else if (kind === 'Int32Array') new Int32Array(buffer).set(values, address / 4);
    else new Uint32Array(buffer).set(values, address / 4);
  }

  /**
   * @param {number} address
   * @param {Float32Array} target
   */
  readInto(address, target) {
    expectBuffer(address, target);
    fill(target, this.#view().subarray(address / 4, address / 4 + lengthOf(target)));
  }

  #view() {
    const { buffer } = this.#memory;
    if (this.#floats.buffer !== buffer) this.#floats = new Float32Array(buffer); // heap may have grown
    return this.#floats;
  }
}

/**
 * Refuses 0, the address of a buffer that the core does not have.
 *
 * @param {number} address
 * @param {Writable} values
 */
function expectBuffer(address, values) {
  if (address === 0 && lengthOf(values) > 0) {
    throw new HeadwiseError('internal', 'expected a buffer that the core has');
  }
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
