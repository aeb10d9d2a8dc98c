// The gate that every call into the core goes through. It turns the core's reports into errors. After a trap or a
// stack overflow the core's memory may be inconsistent, so no call enters it again, and errors say that the engine is broken.
// Arguments are checked before they reach the core: a RangeError from here means that such a check is missing.

import { HeadwiseError, refusedMemory } from '../arguments/errors.js';

/** @import { CoreModule } from './core-module.js' */

/**
 * @typedef {object} Budget
 * @property {number} maximum bytes that the wasm memory can grow to
 * @property {number} limit bytes that it and the results outside it may take together; 0 = no limit
 */

/** The exchange of src/bindings/exchange.h: three numbers, and its text. */
const FAULT = 0;
const NEEDED = 1;
const INSIDE = 2;
const TEXT = 24;
const TEXT_BYTES = 240;

/** Values of the first number. */
const NONE = 0;
const MEMORY = 1;
const RANGE = 2;

export class Gate {
  #memory;
  #budget;
  #address;
  #numbers = new Float64Array(0);
  /** Why no call may enter the core any more; empty if calls may. */
  #broken = '';

  /**
   * @param {CoreModule} module
   * @param {Budget} budget
   */
  constructor({ wasmMemory, _headwise_exchange: exchange }, budget) {
    this.#memory = wasmMemory;
    this.#budget = budget;
    this.#address = exchange();
  }

  get isBroken() {
    return this.#broken !== '';
  }

  /** Throws if no call may enter the core any more. */
  expectWhole() {
    if (this.#broken !== '') throw this.#brokenError();
  }

  /**
   * Runs a function that calls the core.
   *
   * @template T
   * @param {() => T} work
   * @returns {T}
   */
  call(work) {
    this.expectWhole();
    let result;
    try {
      result = work();
    } catch (cause) {
      throw this.#judge(cause);
    }
    const numbers = this.#exchange();
    if (numbers[FAULT] === NONE) return result;
    const error = this.#errorOf(numbers);
    numbers[FAULT] = NONE;
    throw error;
  }

  /**
   * Asks a handle for the address of a buffer. The name is written into memory reserved for it in the core.
   *
   * @param {{ address(length: number): number }} handle
   * @param {string} name in ASCII
   * @returns {number} 0 for an unknown name
   */
  addressOf(handle, name) {
    const text = this.#text();
    if (name.length > text.length) throw new HeadwiseError('internal', `${name}: is too long`);
    for (let i = 0; i < name.length; i++) text[i] = name.charCodeAt(i);
    return this.call(() => handle.address(name.length));
  }

  /**
   * Refuses all calls from now on.
   *
   * @param {unknown} cause
   */
  close(cause) {
    if (cause instanceof Error) this.#broken ||= cause.message;
    else if (cause instanceof WebAssembly.Exception) this.#broken ||= 'an exception of the core';
    else this.#broken ||= 'a thread of it stopped'; // the glue throws a word
  }

  /** @param {unknown} cause */
  #judge(cause) {
    if (this.#exchange()[INSIDE] === 0 && !isForce(cause)) return cause;
    this.close(cause);
    return this.#brokenError(cause);
  }

  /** @param {unknown} [cause] */
  #brokenError(cause) {
    const message = `this engine is broken after: ${this.#broken}; load a new one`;
    return new HeadwiseError('internal', message, { cause });
  }

  /** @param {Float64Array} numbers */
  #errorOf(numbers) {
    if (numbers[FAULT] === MEMORY) return refusedMemory('this call', numbers[NEEDED], this.#budget);
    const text = this.#text();
    const message = String.fromCharCode(...text.subarray(0, text.indexOf(0)));
    if (numbers[FAULT] === RANGE) return new RangeError(message);
    return new HeadwiseError('internal', message);
  }

  #exchange() {
    const { buffer } = this.#memory;
    if (this.#numbers.buffer !== buffer) {
      this.#numbers = new Float64Array(buffer, this.#address, 3); // heap may have grown
    }
    return this.#numbers;
  }

  #text() {
    return new Uint8Array(this.#memory.buffer, this.#address + TEXT, TEXT_BYTES);
  }
}

/** @param {unknown} cause */
function isForce(cause) {
  return cause instanceof WebAssembly.RuntimeError || cause instanceof WebAssembly.Exception;
}
