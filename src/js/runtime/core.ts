// One instance of the WebAssembly module: its errors, memory and objects, and one call at a time. It knows names and addresses
// of buffers, and nothing of attention.

import { disposed, HeadwiseError, refusedMemory } from '../arguments/errors.ts';
import { fill, kindOf, lengthOf } from '../arguments/typed-arrays.ts';
import { finalizer } from './finalizer.ts';
import type { CoreModule, DescriptionName, EngineHandle, Handle } from './core-module.ts';

interface Budget {
  /** largest size of the wasm memory in bytes */
  maximum: number;
  /** bytes for the wasm memory and the results outside it together; 0 = no limit */
  limit: number;
}

type Writable = Float32Array | Float64Array | Uint8Array | Int32Array | Uint32Array;

/** copies rows of the maps; place: the first of them in the buffer */
export type TakePart = (first: number, count: number, place: number) => void;

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

  constructor({ wasmMemory, _headwise_exchange: exchange }: CoreModule, budget: Budget) {
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

  /** Runs a function that calls the core. */
  call<T>(work: () => T): T {
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
   * @param name in ASCII
   * @returns 0 for an unknown name
   */
  addressOf(handle: { address(length: number): number }, name: string): number {
    const text = this.#text();
    if (name.length > text.length) throw new HeadwiseError('internal', `${name}: is too long`);
    for (let i = 0; i < name.length; i++) text[i] = name.charCodeAt(i);
    return this.call(() => handle.address(name.length));
  }

  /** Refuses all calls from now on. */
  close(cause: unknown) {
    if (cause instanceof Error) this.#broken ||= cause.message;
    else if (cause instanceof WebAssembly.Exception) this.#broken ||= 'an exception of the core';
    else this.#broken ||= 'a thread of it stopped'; // the glue throws a string
  }

  #judge(cause: unknown) {
    if (this.#exchange()[INSIDE] === 0 && !isForce(cause)) return cause;
    this.close(cause);
    return this.#brokenError(cause);
  }

  #brokenError(cause?: unknown) {
    const message = `this engine is broken after: ${this.#broken}; load a new one`;
    return new HeadwiseError('internal', message, { cause });
  }

  #errorOf(numbers: Float64Array) {
    if (numbers[FAULT] === MEMORY)
      return refusedMemory('with this call the engine', numbers[NEEDED], this.#budget);
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

function isForce(cause: unknown) {
  return cause instanceof WebAssembly.RuntimeError || cause instanceof WebAssembly.Exception;
}

/** Results of the core's step(): PART: rows of the maps must be copied before the next step; DONE: the call is done. */
const PART = 1;
const DONE = 2;

/** Duration of a slice of work in milliseconds: between slices the caller can handle messages. */
const SLICE = 8;

/** replaces disposed members: any access throws */
const GONE: any = new Proxy(
  {},
  {
    get() {
      throw disposed('engine');
    },
  },
);

/** Holds an object of the core until it is deleted: a layer, a cache, a kept call, a transformer, weights. */
export class Slot {
  declare handle: any;

  /** @param handle null after deletion, because a handle references the whole memory */
  constructor(handle: any) {
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
  /** One of each kind, overwritten by each call. signature: as described() received it; describe() empties it */
  #descriptions: Map<DescriptionName, { handle: any; signature: readonly unknown[] }> = new Map();
  #slots: Set<Slot> = new Set();

  /** Whether a call is being computed. */
  #busy = false;
  /** to be deleted after the current call, which may use them */
  #leaving: Slot[] = [];
  /** Whether the planned call saves activations, which must be taken or dropped. */
  #keeps = false;
  /** the values that the memory layout depends on; empty: the next call cannot reuse the layout */
  #signature: readonly unknown[] = [];
  #plannedBytes = 0;
  /** addresses of the layout's buffers */
  #addresses: Map<string, number> = new Map();

  /** Whether compute() works in slices and yields after each of them. */
  sliced = false;

  /** @param threading threadsFrom: operations of the smallest call that is split */
  constructor(
    module: CoreModule,
    { threads, threadsFrom }: { threads: number; threadsFrom: number },
    budget: Budget,
  ) {
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
   * @param fields every field
   */
  describe<Name extends DescriptionName>(
    name: Name,
    fields: object,
  ): InstanceType<CoreModule[Name]> {
    let known = this.#descriptions.get(name);
    if (known === undefined) {
      known = { handle: new this.#module[name](), signature: [] };
      this.#descriptions.set(name, known);
    }
    known.signature = [];
    return Object.assign(known.handle, fields);
  }

  /**
   * Returns the last description of its kind if it had the same signature; otherwise `make` fills one. Setting each field is a
   * call of the core, so this saves time.
   *
   * @param signature all values that `make` depends on
   */
  described<Name extends DescriptionName>(
    name: Name,
    signature: readonly unknown[],
    make: () => InstanceType<CoreModule[Name]>,
  ): InstanceType<CoreModule[Name]> {
    const known = this.#descriptions.get(name);
    if (known !== undefined && sameItems(signature, known.signature)) return known.handle;
    const handle = make();
    this.#descriptions.set(name, { handle, signature });
    return handle;
  }

  /** Creates an object in the core. It exists until its slot is deleted. */
  create(make: (module: CoreModule, engine: EngineHandle) => { delete(): void }): Slot {
    return this.#hold(() => make(this.#module, this.#engine));
  }

  /** Takes ownership of the computed call's saved activations. */
  takeKept(): Slot {
    this.#keeps = false;
    return this.#hold(() => this.#engine.takeKept());
  }

  #hold(make: () => { delete(): void }): Slot {
    const slot = new Slot(this.#gate.call(make));
    this.#slots.add(slot);
    return slot;
  }

  /** Frees the object of a slot: at once, or after the current call, which may use it. */
  deleteSlot(slot: Slot) {
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

  /** Calls an object of the core, through the gate. */
  call<T>(call: () => T): T {
    return this.#gate.call(call);
  }

  // ---- one call: plan, write, compute, read ---------------------------------------------------------------------

  /**
   * Lays out the memory of a call, unless the last call had the same signature and the memory has not grown since.
   *
   * @param signature all values that the layout depends on, and the size of the results
   * @param keeps whether the call writes into its own memory that outlives it
   */
  plan(
    signature: readonly unknown[],
    plan: (engine: EngineHandle) => void,
    keeps: boolean = false,
  ) {
    const isKnown =
      this.memoryBytes === this.#plannedBytes && sameItems(signature, this.#signature);
    if (isKnown) return;
    this.#forgetPlan();
    try {
      this.#gate.call(() => plan(this.#engine));
    } catch (error) {
      // where memory failed a description may lack a mask, which the core reports only now
      for (const one of this.#descriptions.values()) one.signature = [];
      throw error;
    }
    this.#keeps = keeps;
    this.#signature = keeps ? [] : signature;
    this.#plannedBytes = this.memoryBytes;
  }

  #forgetPlan() {
    this.#signature = [];
    this.#addresses.clear();
  }

  /** Refuses results beyond memoryLimit, for operations that allocate nothing in the core. */
  expectRoom(bytes: number) {
    const needed = this.memoryBytes + bytes;
    const { limit } = this.#budget;
    if (limit > 0 && needed > limit)
      throw refusedMemory('with this call the engine', needed, this.#budget);
  }

  /**
   * The address of a buffer of the planned call.
   *
   * @returns 0 for an unknown name
   */
  address(name: string): number {
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
   * @returns 0 for an unknown name
   */
  addressIn(handle: Pick<Handle, 'address'>, name: string): number {
    return this.#gate.addressOf(handle, name);
  }

  writeFloats(address: number, values: Float32Array) {
    expectBuffer(address, values);
    this.#view().set(values, address / 4);
  }

  write(address: number, values: Writable) {
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
   * @param collect reads the results
   * @returns if `sliced`, yields the progress, 0 to 1
   */
  *compute<T>(collect: () => T, takePart?: TakePart): Generator<number, T, void> {
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

  /** @returns whether the call is done */
  #step(takePart?: TakePart): boolean {
    const state = this.#gate.call(() => this.#engine.step(this.sliced ? SLICE : 0));
    if (state === PART) {
      const { partFirst, partCount, partPlace } = this.#engine;
      takePart?.(partFirst, partCount, partPlace);
    }
    return state === DONE;
  }

  /** Ends the call, finished or not. */
  #release(inParts: boolean) {
    this.#busy = false;
    const works = !this.#disposed && !this.#gate.isBroken;
    if (inParts && works) this.#gate.call(() => this.#engine.stop());
    if (this.#keeps && works) this.#gate.call(() => this.#engine.forgetKept());
    this.#keeps = false;
    for (const slot of this.#leaving.splice(0)) this.deleteSlot(slot);
  }

  /** Copies numbers into an array. */
  readInto(address: number, target: Float32Array) {
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

function sameItems(a: readonly unknown[], b: readonly unknown[]) {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** Refuses the address 0, which means an unknown buffer. */
function expectBuffer(address: number, values: Writable) {
  if (address === 0 && lengthOf(values) > 0) {
    throw new HeadwiseError('internal', 'expected a buffer that the core has');
  }
}
