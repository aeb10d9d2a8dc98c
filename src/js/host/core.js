// One instance of the WebAssembly module: its memory, its errors, and one call at a time. It knows names and addresses of
// buffers, and nothing of attention.

import { Gate } from './core-gate.js';
import { forgotten } from './forgotten.js';
import { Heap } from './heap.js';
import { Plan } from './plan.js';
import { Slots } from './slots.js';
import { disposed, HeadwiseError, refusedMemory } from '../arguments/errors.js';

/** @import { CoreModule, DescriptionName, EngineHandle, Handle } from './core-module.js' */
/** @import { Budget } from './core-gate.js' */
/** @import { Writable } from './heap.js' */
/** @import { Slot } from './slots.js' */

/** @type {any} in place of what was disposed */
const NOTHING = null;

/** Duration of a slice of work in milliseconds: between slices the caller can handle messages. */
const SLICE = 8;

/** Results of the core's step(): rows of the maps must be copied before the next step, or the call is done. */
const PART = 1;
const DONE = 2;

/** @type {(first: number, count: number, place: number) => void} */
const noParts = () => {};

export class Core {
  #module;
  #heap;
  #gate;
  #budget;
  #engine;
  #plan = new Plan();
  #busy = false;
  #disposed = false;
  #end;
  #takePart = noParts;
  /** @type {Map<DescriptionName, any>} one of each kind, overwritten by each call */
  #descriptions = new Map();
  #slots;
  /** Whether the planned call keeps state, which must be taken or forgotten. */
  #keeps = false;

  /**
   * @param {CoreModule} module
   * @param {{ threads: number, threadsFrom: number }} threading threadsFrom: operations of the smallest call that is shared
   * @param {Budget} budget
   */
  constructor(module, { threads, threadsFrom }, budget) {
    this.#module = module;
    this.#heap = new Heap(module.wasmMemory);
    this.#budget = budget;
    const gate = new Gate(module, budget);
    this.#gate = gate;
    this.#slots = new Slots(gate);
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
    forgotten.register(this, this.#end, this);
  }

  get threads() {
    return this.#engine.threads;
  }

  /** Throws if the core was disposed, is broken, or is in the middle of another call. */
  expectReady() {
    this.#expectAlive();
    this.#gate.expectWhole();
    if (this.#busy) {
      const text = 'the engine is in the middle of a call, and takes one at a time';
      throw new HeadwiseError('unsupported', text);
    }
  }

  /**
   * Lays out the memory of a call, unless the last call had the same signature and the memory has not grown since.
   *
   * @param {readonly unknown[]} signature all that the layout depends on, and the size of the results
   * @param {(engine: EngineHandle) => void} plan
   * @param {boolean} [keeps] whether it writes into memory that outlives the call and belongs to it alone
   */
  plan(signature, plan, keeps = false) {
    this.expectReady();
    if (this.#plan.holds(signature, this.memoryBytes)) return;
    this.#plan.forget();
    this.#gate.call(() => plan(this.#engine));
    this.#keeps = keeps;
    this.#plan.begin(keeps ? [] : signature, this.memoryBytes);
  }

  /** The wasm memory, which never shrinks. */
  get memoryBytes() {
    return this.#module.wasmMemory.buffer.byteLength;
  }

  /**
   * The core's description of a call or of a new object. Valid until the next of its kind; only inside a call of the core.
   *
   * @template {DescriptionName} Name
   * @param {Name} name
   * @param {object} fields all that it has
   * @returns {InstanceType<CoreModule[Name]>}
   */
  describe(name, fields) {
    const known = this.#descriptions.get(name);
    const description = known ?? new this.#module[name]();
    if (known === undefined) this.#descriptions.set(name, description);
    return Object.assign(description, fields);
  }

  /**
   * Creates an object that lives in the core until its slot is deleted.
   *
   * @param {(module: CoreModule, engine: EngineHandle) => { delete(): void }} make
   * @returns {Slot}
   */
  create(make) {
    this.expectReady();
    return this.#slots.hold(() => make(this.#module, this.#engine));
  }

  /**
   * Calls a handle. Its errors become those of the core.
   *
   * @template T
   * @param {() => T} call
   * @returns {T}
   */
  call(call) {
    this.#expectAlive();
    return this.#gate.call(call);
  }

  /**
   * The address of a buffer that a handle has.
   *
   * @param {Pick<Handle, 'address'>} handle
   * @param {string} name
   * @returns {number} 0 if it has none of that name
   */
  addressIn(handle, name) {
    this.#expectAlive();
    return this.#gate.addressOf(handle, name);
  }

  /**
   * Refuses results beyond memoryLimit, for operations that take no memory in the core.
   *
   * @param {number} bytes
   */
  expectRoom(bytes) {
    const needed = this.memoryBytes + bytes;
    const { limit } = this.#budget;
    if (limit > 0 && needed > limit) throw refusedMemory('this call', needed, this.#budget);
  }

  /**
   * The state that the finished call has kept.
   *
   * @returns {Slot}
   */
  takeKept() {
    this.#expectAlive();
    this.#keeps = false;
    return this.#slots.hold(() => this.#engine.takeKept());
  }

  /**
   * Frees what a slot holds: at once, or after the call that may be using it.
   *
   * @param {Slot} slot
   */
  deleteSlot(slot) {
    if (this.#disposed) return;
    if (this.#busy) {
      this.#slots.leave(slot);
      return;
    }
    this.#slots.delete(slot);
    this.#plan.forget(); // its signature may contain the handle
  }

  /**
   * The address of a buffer of the planned call.
   *
   * @param {string} name
   * @returns {number}
   */
  address(name) {
    this.#expectAlive();
    return this.#plan.addressOf(name, () => this.#gate.addressOf(this.#engine, name));
  }

  /** @param {number} address @param {Writable} values */
  write(address, values) {
    this.#expectAlive();
    this.#heap.write(address, values);
  }

  /**
   * Copies numbers into an array.
   *
   * @param {number} address
   * @param {Float32Array} target
   */
  readInto(address, target) {
    this.#expectAlive();
    this.#heap.readInto(address, target);
  }

  /**
   * The planned call begins, its inputs in place. Until release() the core is busy with it.
   *
   * @param {(first: number, count: number, place: number) => void} [takePart] copies rows of the maps, where they come in parts
   */
  start(takePart = noParts) {
    this.#gate.call(() => this.#engine.start());
    this.#takePart = takePart;
    this.#busy = true;
  }

  /**
   * Works on the call that was started.
   *
   * @param {boolean} sliced for some milliseconds; else to the end
   * @returns {boolean} whether it is done
   */
  step(sliced) {
    this.#expectAlive();
    const state = this.#gate.call(() => this.#engine.step(sliced ? SLICE : 0));
    if (state === PART) {
      const { partFirst, partCount, partPlace } = this.#engine;
      this.#takePart(partFirst, partCount, partPlace);
    }
    return state === DONE;
  }

  /** Ends the call, done or not. */
  release() {
    this.#busy = false;
    const works = !this.#disposed && !this.#gate.isBroken;
    if (this.#takePart !== noParts && works) this.#gate.call(() => this.#engine.stop());
    this.#takePart = noParts;
    if (this.#keeps && works) this.#gate.call(() => this.#engine.forgetKept());
    this.#keeps = false;
    for (const slot of this.#slots.left()) this.deleteSlot(slot);
  }

  /** The part of the planned call that is done, 0 to 1. */
  get progress() {
    this.#expectAlive();
    return this.#engine.progress;
  }

  /** Ends the threads and releases the memory. Idempotent. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    this.#end();
    // A reference to this or to a slot must not keep the memory alive.
    this.#module = this.#heap = this.#gate = this.#engine = this.#end = NOTHING;
    this.#slots.clear();
    this.#descriptions.clear();
    this.#plan.forget();
  }

  #expectAlive() {
    if (this.#disposed) throw disposed('engine');
  }
}
