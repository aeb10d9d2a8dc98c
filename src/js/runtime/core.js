// One instance of the WebAssembly module: its errors, memory and objects, and one call at a time. It knows names and addresses
// of buffers, and nothing of attention.

import { disposed, HeadwiseError, refusedMemory } from '../arguments/errors.js';
import { fill, kindOf, lengthOf } from '../arguments/tensor.js';
import { finalizer } from './finalizer.js';

/** @import { CoreModule, DescriptionName, EngineHandle, Handle } from './core-module.js' */

/**
 * @typedef {object} Budget
 * @property {number} maximum largest size of the wasm memory in bytes
 * @property {number} limit bytes for the wasm memory and the results outside it together; 0 = no limit
 *
 * @typedef {Float32Array | Float64Array | Uint8Array | Int32Array | Uint32Array} Writable
 *
 * @typedef {(first: number, count: number, place: number) => void} TakePart copies rows of the maps;
 *   place: the first of them in the buffer
 */

/** Layout of the exchange in src/bindings/exchange.h: three numbers, then text. */
const FAULT = 0;
const NEEDED = 1;
const INSIDE = 2;
const TEXT = 24;
const TEXT_BYTES = 240;

/** Values of the first number, FAULT. */
const NONE = 0;
const MEMORY = 1;
const RANGE = 2;

/**
 * The gate of all calls into the core: it converts the core's faults into errors. After a trap or a stack overflow the core's
 * memory may be inconsistent, so all later calls are refused, and errors say that the engine is broken. Arguments are
 * checked before they reach the core: a RangeError from here means that such a check is missing.
 */
class Gate {
  #memory;
  #budget;
  #address;
  #numbers = new Float64Array(0);
  /** Why calls are refused; empty if they are not. */
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

  /** Throws if calls are refused. */
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
    else this.#broken ||= 'a thread of it stopped'; // the glue throws a string
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

/** Results of the core's step(): PART: rows of the maps must be copied before the next step; DONE: the call is done. */
const PART = 1;
const DONE = 2;

/** Duration of a slice of work in milliseconds: between slices the caller can handle messages. */
const SLICE = 8;

/** @type {any} replaces disposed members: any access throws */
const GONE = new Proxy(
  {},
  {
    get() {
      throw disposed('engine');
    },
  },
);

/** Holds an object of the core until it is deleted: a layer, a cache, a kept call, a transformer, weights. */
export class Slot {
  /** @param {any} handle null after deletion, because a handle references the whole memory */
  constructor(handle) {
    this.handle = handle;
  }
}

export class Core {
  #module;
  #memory;
  #gate;
  #budget;
  #engine;
  #end;
  #disposed = false;
  #floats = new Float32Array(0);
  /** @type {Map<DescriptionName, any>} one of each kind, overwritten by each call */
  #descriptions = new Map();
  /** @type {Set<Slot>} */
  #slots = new Set();

  /** Whether a call is being computed. */
  #busy = false;
  /** @type {Slot[]} to be deleted after the current call, which may use them */
  #leaving = [];
  /** Whether the planned call saves activations, which must be taken or dropped. */
  #keeps = false;
  /** @type {readonly unknown[]} the values that the memory layout depends on; empty: the next call cannot reuse the layout */
  #signature = [];
  #plannedBytes = 0;
  /** @type {Map<string, number>} addresses of the layout's buffers */
  #addresses = new Map();

  /** Whether compute() works in slices and yields after each of them. */
  sliced = false;

  /**
   * @param {CoreModule} module
   * @param {{ threads: number, threadsFrom: number }} threading threadsFrom: operations of the smallest call that is split
   * @param {Budget} budget
   */
  constructor(module, { threads, threadsFrom }, budget) {
    this.#module = module;
    this.#memory = module.wasmMemory;
    this.#budget = budget;
    const gate = new Gate(module, budget);
    this.#gate = gate;
    module.onThreadError = (cause) => gate.close(cause);
    const { maximum, limit } = budget;
    const engine = gate.call(() => new module.Engine(threads, threadsFrom, maximum, limit));
    this.#engine = engine;
    this.#end = () => {
      try {
        if (!gate.isBroken) gate.call(() => engine.delete());
      } finally {
        module.PThread?.terminateAllThreads();
      }
    };
    finalizer.register(this, this.#end, this);
  }

  get threads() {
    return this.#engine.threads;
  }

  /** The wasm memory, which never shrinks. */
  get memoryBytes() {
    return this.#memory.buffer.byteLength;
  }

  /** Throws if the core was disposed, is broken, or is in the middle of another call. */
  expectReady() {
    this.#gate.expectWhole();
    if (this.#busy) {
      const text = 'the engine is in the middle of a call, and takes one at a time';
      throw new HeadwiseError('unsupported', text);
    }
  }

  // ---- objects that live in the core ----------------------------------------------------------------------------

  /**
   * Fills the core's description of a call or of a new object. It is valid until the next description of its kind.
   *
   * @template {DescriptionName} Name
   * @param {Name} name
   * @param {object} fields every field
   * @returns {InstanceType<CoreModule[Name]>}
   */
  describe(name, fields) {
    const known = this.#descriptions.get(name);
    const description = known ?? new this.#module[name]();
    if (known === undefined) this.#descriptions.set(name, description);
    return Object.assign(description, fields);
  }

  /**
   * Creates an object in the core. It exists until its slot is deleted.
   *
   * @param {(module: CoreModule, engine: EngineHandle) => { delete(): void }} make
   * @returns {Slot}
   */
  create(make) {
    return this.#hold(() => make(this.#module, this.#engine));
  }

  /**
   * Takes ownership of the computed call's saved activations.
   *
   * @returns {Slot}
   */
  takeKept() {
    this.#keeps = false;
    return this.#hold(() => this.#engine.takeKept());
  }

  /** @param {() => { delete(): void }} make @returns {Slot} */
  #hold(make) {
    const slot = new Slot(this.#gate.call(make));
    this.#slots.add(slot);
    return slot;
  }

  /**
   * Frees the object of a slot: at once, or after the current call, which may use it.
   *
   * @param {Slot} slot
   */
  deleteSlot(slot) {
    if (this.#disposed) return;
    if (this.#busy) {
      this.#leaving.push(slot);
      return;
    }
    const { handle } = slot;
    slot.handle = null;
    this.#slots.delete(slot);
    this.#forgetPlan(); // its signature may contain the handle
    if (!this.#gate.isBroken) this.#gate.call(() => handle.delete());
  }

  /**
   * Calls an object of the core, through the gate.
   *
   * @template T
   * @param {() => T} call
   * @returns {T}
   */
  call(call) {
    return this.#gate.call(call);
  }

  // ---- one call: plan, write, compute, read ---------------------------------------------------------------------

  /**
   * Lays out the memory of a call, unless the last call had the same signature and the memory has not grown since.
   *
   * @param {readonly unknown[]} signature all values that the layout depends on, and the size of the results
   * @param {(engine: EngineHandle) => void} plan
   * @param {boolean} [keeps] whether the call writes into its own memory that outlives it
   */
  plan(signature, plan, keeps = false) {
    const isKnown =
      this.memoryBytes === this.#plannedBytes && sameItems(signature, this.#signature);
    if (isKnown) return;
    this.#forgetPlan();
    this.#gate.call(() => plan(this.#engine));
    this.#keeps = keeps;
    this.#signature = keeps ? [] : signature;
    this.#plannedBytes = this.memoryBytes;
  }

  #forgetPlan() {
    this.#signature = [];
    this.#addresses.clear();
  }

  /**
   * Refuses results beyond memoryLimit, for operations that allocate nothing in the core.
   *
   * @param {number} bytes
   */
  expectRoom(bytes) {
    const needed = this.memoryBytes + bytes;
    const { limit } = this.#budget;
    if (limit > 0 && needed > limit) throw refusedMemory('this call', needed, this.#budget);
  }

  /**
   * The address of a buffer of the planned call.
   *
   * @param {string} name
   * @returns {number} 0 for an unknown name
   */
  address(name) {
    let address = this.#addresses.get(name);
    if (address === undefined) {
      address = this.#gate.addressOf(this.#engine, name);
      this.#addresses.set(name, address);
    }
    return address;
  }

  /**
   * The address of a buffer of an object.
   *
   * @param {Pick<Handle, 'address'>} handle
   * @param {string} name
   * @returns {number} 0 for an unknown name
   */
  addressIn(handle, name) {
    return this.#gate.addressOf(handle, name);
  }

  /** @param {number} address @param {Float32Array} values */
  writeFloats(address, values) {
    expectBuffer(address, values);
    this.#view().set(values, address / 4);
  }

  /** @param {number} address @param {Writable} values */
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
   * Computes the planned call, whose inputs have been written.
   *
   * @template T
   * @param {() => T} collect reads the results
   * @param {TakePart} [takePart]
   * @returns {Generator<number, T, void>} if `sliced`, yields the progress, 0 to 1
   */
  *compute(collect, takePart) {
    this.#gate.call(() => this.#engine.start());
    this.#busy = true;
    try {
      while (!this.#step(takePart)) if (this.sliced) yield this.#engine.progress;
      if (this.sliced) yield 1;
      return collect();
    } finally {
      this.#release(takePart !== undefined);
    }
  }

  /**
   * @param {TakePart} [takePart]
   * @returns {boolean} whether the call is done
   */
  #step(takePart) {
    const state = this.#gate.call(() => this.#engine.step(this.sliced ? SLICE : 0));
    if (state === PART) {
      const { partFirst, partCount, partPlace } = this.#engine;
      takePart?.(partFirst, partCount, partPlace);
    }
    return state === DONE;
  }

  /**
   * Ends the call, finished or not.
   *
   * @param {boolean} inParts
   */
  #release(inParts) {
    this.#busy = false;
    const works = !this.#disposed && !this.#gate.isBroken;
    if (inParts && works) this.#gate.call(() => this.#engine.stop());
    if (this.#keeps && works) this.#gate.call(() => this.#engine.forgetKept());
    this.#keeps = false;
    for (const slot of this.#leaving.splice(0)) this.deleteSlot(slot);
  }

  /**
   * Copies numbers into an array.
   *
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

  // ---- the end ---------------------------------------------------------------------------------------------------

  /** Ends the threads and releases the memory. Idempotent. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    finalizer.unregister(this);
    this.#end();
    // No reference to this object or to a slot may keep the memory alive.
    this.#module = this.#memory = this.#gate = this.#engine = this.#end = GONE;
    this.#floats = new Float32Array(0);
    for (const slot of this.#slots) slot.handle = null;
    this.#slots.clear();
    this.#leaving = [];
    this.#descriptions.clear();
    this.#forgetPlan();
  }
}

/**
 * @param {readonly unknown[]} a
 * @param {readonly unknown[]} b
 */
function sameItems(a, b) {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/**
 * Refuses the address 0, which means an unknown buffer.
 *
 * @param {number} address
 * @param {Writable} values
 */
function expectBuffer(address, values) {
  if (address === 0 && lengthOf(values) > 0) {
    throw new HeadwiseError('internal', 'expected a buffer that the core has');
  }
}
