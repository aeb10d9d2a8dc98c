// The base of public handles (engine, layer, cache, kept call, transformer), and the runtimes of this thread. A worker's runtime
// is in worker-client.ts, the reference's in reference/runtime.ts.

import { disposed, pastHasChanged } from '../arguments/errors.ts';
import { finalizer } from './finalizer.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { Core, Slot } from './core.ts';
import type { Operation } from './operation.ts';

type Kind = 'engine' | 'layer' | 'kept call' | 'cache' | 'transformer';

/** a handle's state for its runtime */
export interface State {
  /** the handle itself, which stays alive as long as its state */
  owner: object;
  runtime: Runtime;
  kind: Kind;
  /** in this thread a Slot, for a worker the Slot's number */
  slot: any;
  /** facts of its kind: a layer's config, a cache's length */
  about: any;
  disposed: boolean;
  /** how often its parameters have changed */
  changes: number;
}

/** Runs operations. In this thread it returns their results, for a worker it returns promises. */
export interface Runtime {
  isAsync: boolean;
  /** the tensors that it takes */
  precision: Precision;
  /** throws if the core was disposed or is computing a call */
  expectReady: () => void;
  run: (operation: Operation, on: State, given: readonly unknown[], wrap?: Wrap) => any;
  /**
   * returns a function that frees a slot. It holds no reference to the runtime, so that the runtime can be collected
   */
  freeing: (slot: any) => () => any;
  /** the return value of a method without work */
  done: () => any;
  dispose: () => any;
}

/** creates handles for the slots in a result */
export type Wrap = (result: any, checked: any) => any;

/** The state of a handle, hidden from users; undefined for any other value. */
export let stateOf: { (handle: Handle): State; (value: unknown): State | undefined };

export class Handle {
  #state: State;

  /** @param slot null for the engine itself */
  constructor(runtime: Runtime, kind: Kind, slot: any, about: any) {
    this.#state = { owner: this, runtime, kind, slot, about, disposed: false, changes: 0 };
    if (slot !== null) finalizer.register(this, runtime.freeing(slot), this);
  }

  /** @returns in a worker a promise */
  dispose(): any {
    const { runtime, slot, disposed } = this.#state;
    if (disposed) return runtime.done();
    this.#state.disposed = true;
    finalizer.unregister(this);
    return runtime.freeing(slot)();
  }

  /** @returns undefined in a worker, as `using` does not await */
  get [Symbol.dispose](): () => any {
    return (this.#state.runtime.isAsync ? undefined : this.dispose) as () => any;
  }

  /** @returns undefined in this thread */
  get [Symbol.asyncDispose](): () => Promise<void> {
    return (this.#state.runtime.isAsync ? this.dispose : undefined) as () => any;
  }

  static {
    stateOf = ((value: unknown) =>
      typeof value === 'object' && value !== null && #state in value
        ? value.#state
        : undefined) as any;
  }
}

/**
 * Runs an operation of a handle.
 *
 * @returns the operation's result; in a worker a promise of it
 */
export function run(
  handle: Handle,
  operation: Operation,
  given: readonly unknown[] = [],
  wrap?: Wrap,
): any {
  const state = stateOf(handle);
  return state.runtime.run(operation, state, given, wrap);
}

/**
 * Creates a handle in an engine.
 *
 * @param operation its config is the only argument
 * @returns in a worker a promise
 */
export function create(
  engine: Handle,
  operation: Operation,
  Kind: new (runtime: Runtime, slot: any, resolved: any) => Handle,
  config: unknown,
): any {
  const { runtime } = stateOf(engine);
  return run(
    engine,
    operation,
    [config],
    (slot, checked) => new Kind(runtime, slot, checked.config),
  );
}

export function expectReady({ kind, disposed: gone, runtime }: State) {
  if (gone) throw disposed(kind);
  runtime.expectReady();
}

/** Checks the arguments of a call. */
export function checkArguments(operation: Operation, on: State, given: readonly unknown[]) {
  expectReady(on);
  const checked = operation.check(on, given);
  expectReady(on); // a getter among the arguments may have disposed of the handle
  if (operation.changes) on.changes++;
  return checked;
}

/** A runtime of this thread: an operation is complete when its call returns. */
export abstract class SyncRuntime implements Runtime {
  isAsync = false;
  abstract precision: Precision;

  abstract expectReady(): void;
  abstract freeing(slot: Slot): () => void;
  abstract dispose(): void;

  /** Does the work of an operation; `handle` and `other` as for Operation's `work`. */
  abstract work(operation: Operation, checked: any, handle: any, other: any): any;

  run(operation: Operation, on: State, given: readonly unknown[], wrap?: Wrap) {
    const checked = checkArguments(operation, on, given);
    const beside = operation.beside === undefined ? null : operation.beside(on, checked);
    const isCache = beside !== null && beside.kind === 'cache';
    if (isCache) expectPast(beside, checked);
    const { slot } = on;
    const result = this.work(
      operation,
      checked,
      slot === null ? null : slot.handle,
      beside === null ? null : beside.slot.handle,
    );
    if (isCache) beside.about.length = beside.about.lengthToBe = checked.pastLen + checked.keyLen;
    return wrap === undefined ? result : wrap(result, checked);
  }

  done() {}
}

/** The runtime of a core in this thread. */
export class ThreadRuntime extends SyncRuntime {
  #core;
  precision = 'float32' as const;

  constructor(core: Core) {
    super();
    this.#core = core;
  }

  expectReady() {
    this.#core.expectReady();
  }

  work({ work }: Operation, checked: any, handle: any, other: any) {
    if (work === null) return undefined;
    const core = this.#core;
    const onProgress = checked.onProgress ?? null;
    core.sliced = onProgress !== null;
    const working = work(core, checked, handle, other);
    let next = working.next();
    try {
      while (!next.done) {
        onProgress(next.value);
        next = working.next();
      }
      return next.value;
    } finally {
      if (!next.done) working.return(undefined); // onProgress threw
    }
  }

  freeing(slot: Slot) {
    const core = this.#core;
    return () => core.deleteSlot(slot);
  }

  dispose() {
    this.#core.dispose();
  }
}

/** Refuses a cache whose length has changed since the options of the call were read. */
function expectPast(cache: State, { pastLen }: { pastLen: number }) {
  expectReady(cache);
  const { length } = cache.about;
  if (pastLen !== length) throw pastHasChanged(pastLen, length);
}
