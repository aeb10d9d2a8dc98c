// One instance of the WebAssembly module: its memory, its errors, and one call at a time. It knows names and addresses of
// buffers, and nothing of attention.

import { Gate } from './core-gate.js';
import { forgotten } from './forgotten.js';
import { disposed, HeadwiseError, refusedMemory } from '../arguments/errors.js';
import { fill, kindOf, lengthOf } from '../arguments/typed-array.js';

/**
 * The result of Emscripten's factory, as far as it is used here.
 *
 * @typedef {object} CoreModule
 * @property {new (threads: number, threadsFrom: number, maximum: number, limit: number) => EngineHandle} Engine
 * @property {new (engine: EngineHandle, config: Description, seed: number) => LayerHandle} Layer
 * @property {new (engine: EngineHandle, config: Description) => CacheHandle} Cache
 * @property {new (engine: EngineHandle, config: Description, seed: number) => TransformerHandle} Transformer
 * @property {new () => AttentionDescription} AttentionRequest
 * @property {new () => Description} WindowRequest
 * @property {new () => Description} LayerConfig
 * @property {new () => Description} CacheConfig
 * @property {new () => Description} TransformerConfig
 * @property {new () => TransformerDescription} TransformerRequest
 * @property {new () => Description} OptimizerConfig
 * @property {WebAssembly.Memory} wasmMemory
 * @property {() => number} _headwise_exchange its address
 * @property {(cause: unknown) => void} [onThreadError] called when a thread has stopped
 * @property {{ terminateAllThreads(): void }} [PThread]
 *
 * @typedef {object} Description one of the core's own, see bindings.cpp: a property for each field
 * @property {() => void} delete
 *
 * @typedef {object} MaskList
 * @property {() => void} clearMasks
 * @property {(kind: number, elements: number, ...strides: [number, number, number, number]) => void} addMask
 *
 * @typedef {Description & MaskList} AttentionDescription
 *
 * @typedef {object} RemovedHeads
 * @property {() => void} clearRemoved
 * @property {(head: number) => void} removeHead
 *
 * @typedef {Description & RemovedHeads} TransformerDescription
 *
 * @typedef {'AttentionRequest' | 'WindowRequest' | 'LayerConfig' | 'CacheConfig' | 'TransformerConfig' | 'TransformerRequest'
 *   | 'OptimizerConfig'} DescriptionName
 *
 * @typedef {object} Handle
 * @property {(length: number) => number} address of a buffer, see Gate
 * @property {() => void} delete
 *
 * @typedef {Handle & { pack(): void }} LayerHandle
 *
 * @typedef {{ delete(): void }} KeptHandle state of a call for gradients and windows
 *
 * @typedef {object} CacheHandle
 * @property {number} length
 * @property {(count: number) => void} append the keys and values that the finished call has written
 * @property {(length: number) => void} truncate
 * @property {() => void} delete
 *
 * @typedef {object} Outcome of a loss or a train step
 * @property {number} loss
 * @property {number} counted
 * @property {number} correct
 * @property {number} gradientNorm
 * @property {number} rate
 * @property {number} diverged 1 or 0
 *
 * @typedef {object} TransformerMembers
 * @property {(engine: EngineHandle, request: Description, resultBytes: number) => void} plan
 * @property {(config: Description, dropoutSeed: number) => void} setOptimizer
 * @property {() => Outcome} outcome
 * @property {number} stepsDone
 * @property {(steps: number) => void} resetOptimizer
 * @property {(length: number, moment: number) => number} address of a parameter, or of its first or second moment
 * @property {() => void} delete
 *
 * @typedef {TransformerMembers} TransformerHandle
 *
 * @typedef {object} Planning
 * @property {(request: Description, resultBytes: number) => void} planAttention
 * @property {(layer: LayerHandle, cache: CacheHandle | null, request: Description, keyIsQuery: boolean, valueIsKey: boolean, averageHeads: boolean,
 *   resultBytes: number) => void} planForward
 * @property {(kept: KeptHandle, request: Description, resultBytes: number) => void} planWindow
 * @property {(kept: KeptHandle, biasMask: number, slopes: boolean, resultBytes: number) => void} planAttentionBackward
 * @property {(layer: LayerHandle, kept: KeptHandle, keyInQuery: boolean, valueInKey: boolean, biasMask: number,
 *   slopes: boolean, resultBytes: number) => void} planLayerBackward
 * @property {() => KeptHandle} takeKept the state that the planned call has kept, once it is done
 * @property {() => void} forgetKept
 * @property {(rows: number, inputDim: number, outputDim: number, bias: boolean, resultBytes: number) => void} planLinear
 * @property {(rows: number, size: number, steps: boolean, resultBytes: number) => void} planSoftmax
 * @property {(rows: number, width: number, epsilon: number, weight: boolean, bias: boolean,
 *   resultBytes: number) => void} planAddAndNorm
 * @property {(length: number, embedDim: number, seed: number, sinusoidal: boolean, offset: number, tokensGiven: boolean,
 *   positionsGiven: boolean, resultBytes: number) => void} planEmbed
 * @property {() => void} start
 * @property {(milliseconds: number) => number} step 0: there is more to do, 1: a part is there, 2: done
 * @property {number} partFirst of the part: the first row of the maps, over batch, heads and queries
 * @property {number} partCount
 * @property {number} partPlace the row of the buffer where they begin
 * @property {() => void} stop ends a call that was not stepped to its end
 * @property {number} progress
 * @property {number} threads
 *
 * @typedef {Handle & Planning} EngineHandle
 */

/**
 * @typedef {object} Budget
 * @property {number} maximum bytes that the wasm memory can grow to
 * @property {number} limit bytes that it and the results outside it may take together; 0 = no limit
 */

/** @type {any} in place of what was disposed */
const NOTHING = null;

/** Duration of a slice of work in milliseconds: between slices the caller can handle messages. */
const SLICE = 8;

/** Results of the core's step(): rows of the maps must be copied before the next step, or the call is done. */
const PART = 1;
const DONE = 2;

/** @type {(first: number, count: number, place: number) => void} */
const noParts = () => {};

/** A place for what lives in the core until it is deleted. */
export class Slot {
  /** @param {any} handle null once it was deleted, or the core was: a handle leads to all of the memory */
  constructor(handle) {
    this.handle = handle;
  }
}

export class Core {
  #module;
  #gate;
  #budget;
  #engine;
  /** @type {readonly unknown[]} */
  #planned = [];
  #plannedMemory = 0;
  /** @type {Map<string, number>} */
  #addresses = new Map();
  #busy = false;
  #disposed = false;
  #floats = new Float32Array(0);
  #end;
  #takePart = noParts;
  /** @type {Map<DescriptionName, any>} one of each kind, overwritten by each call */
  #descriptions = new Map();
  /** @type {Set<Slot>} */
  #slots = new Set();
  /** @type {Slot[]} to be deleted at the end of the call */
  #leaving = [];
  /** Whether the planned call keeps state, which must be taken or forgotten. */
  #keeps = false;

  /**
   * @param {CoreModule} module
   * @param {{ threads: number, threadsFrom: number }} threading threadsFrom: operations of the smallest call that is shared
   * @param {Budget} budget
   */
  constructor(module, { threads, threadsFrom }, budget) {
    this.#module = module;
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
      throw new HeadwiseError(
        'unsupported',
        'the engine is in the middle of a call, and takes one at a time',
      );
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
    if (this.memoryBytes === this.#plannedMemory && sameItems(signature, this.#planned)) return;
    this.#planned = [];
    this.#addresses.clear();
    this.#gate.call(() => plan(this.#engine));
    this.#keeps = keeps;
    this.#planned = keeps ? [] : signature;
    this.#plannedMemory = this.memoryBytes;
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
    return this.#slotOf(() => make(this.#module, this.#engine));
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
    return this.#slotOf(() => this.#engine.takeKept());
  }

  /**
   * Frees what a slot holds: at once, or after the call that may be using it.
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
    slot.handle = NOTHING;
    if (!this.#gate.isBroken) this.#gate.call(() => handle.delete());
    this.#slots.delete(slot);
    this.#planned = []; // its signature may contain the handle
  }

  /**
   * The address of a buffer of the planned call.
   *
   * @param {string} name
   * @returns {number}
   */
  address(name) {
    this.#expectAlive();
    let address = this.#addresses.get(name);
    if (address === undefined) {
      address = this.#gate.addressOf(this.#engine, name);
      this.#addresses.set(name, address);
    }
    return address;
  }

  /**
   * @param {number} address
   * @param {Float32Array | Float64Array | Uint8Array | Int32Array | Uint32Array} values
   */
  write(address, values) {
    const kind = kindOf(values);
    const { buffer } = this.#module.wasmMemory;
    if (kind === 'Float32Array') this.#view().set(values, address / 4);
    else if (kind === 'Float64Array') new Float64Array(buffer).set(values, address / 8);
    else if (kind === 'Uint8Array') new Uint8Array(buffer).set(values, address);
    else if (kind === 'Int32Array') new Int32Array(buffer).set(values, address / 4);
    else new Uint32Array(buffer).set(values, address / 4);
  }

  /**
   * Copies numbers into an array.
   *
   * @param {number} address
   * @param {Float32Array} target
   */
  readInto(address, target) {
    fill(target, this.#view().subarray(address / 4, address / 4 + lengthOf(target)));
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
    for (const slot of this.#leaving.splice(0)) this.deleteSlot(slot);
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
    this.#module = this.#gate = this.#engine = this.#end = NOTHING;
    for (const slot of this.#slots) slot.handle = NOTHING;
    this.#slots.clear();
    this.#descriptions.clear();
    this.#leaving = [];
    this.#planned = [];
    this.#floats = new Float32Array(0);
  }

  /**
   * @param {() => { delete(): void }} make
   * @returns {Slot}
   */
  #slotOf(make) {
    const slot = new Slot(this.#gate.call(make));
    this.#slots.add(slot);
    return slot;
  }

  #expectAlive() {
    if (this.#disposed) throw disposed('engine');
  }

  #view() {
    this.#expectAlive();
    const { buffer } = this.#module.wasmMemory;
    if (this.#floats.buffer !== buffer) this.#floats = new Float32Array(buffer); // heap may have grown
    return this.#floats;
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

/**
 * @param {readonly unknown[]} a
 * @param {readonly unknown[]} b
 */
function sameItems(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}
