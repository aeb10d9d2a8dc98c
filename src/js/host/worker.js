// The host of an engine in a worker: checks arguments here, copies them, sends them, and returns promises.

import { expectTargets, fillTargets, NOWHERE } from '../arguments/targets.js';
import { copyOf } from '../arguments/typed-array.js';
import { forgotten } from './forgotten.js';
import { checkArguments, expectReady } from './state.js';
import { takeTurn } from './turns.js';

/** @import { Operation } from '../operations/operation.js' */
/** @import { Remote } from './remote.js' */
/** @import { State, Wrap } from './state.js' */

export class WorkerHost {
  #remote;
  isAsync = true;

  /** @param {Remote} remote */
  constructor(remote) {
    this.#remote = remote;
    forgotten.register(this, () => remote.abandon(), this);
  }

  expectReady() {
    this.#remote.expectOpen();
  }

  /**
   * @param {Operation} operation
   * @param {State} on
   * @param {readonly unknown[]} given
   * @param {Wrap} [wrap]
   */
  async run(operation, on, given, wrap) {
    const checked = checkArguments(operation, on, given);
    const beside = operation.beside === undefined ? null : operation.beside(on, checked);
    const ask = this.#asking(operation, on, checked, beside);
    let result;
    if (beside !== null && beside.kind === 'cache') {
      expectReady(beside);
      const drop = (/** @type {{ kept?: number } | undefined} */ unused) => {
        if (unused?.kept) void this.#remote.drop(unused.kept);
      };
      result = await takeTurn(beside.about, checked, ask, drop);
    } else {
      result = await ask();
    }
    const wrapped = wrap === undefined ? result : wrap(result, checked);
    const { out = NOWHERE } = checked;
    expectTargets(out);
    fillTargets(out, wrapped);
    return wrapped;
  }

  /**
   * Copies the arguments that are sent, and returns a function that sends them.
   *
   * @param {Operation} operation
   * @param {State} on
   * @param {any} checked
   * @param {State | null} beside
   * @returns {() => Promise<any>}
   */
  #asking({ name, row, counts }, on, checked, beside) {
    if (counts) return async () => {};
    if (row !== null) this.#remote.bring(name, row);
    const { signal = null, onProgress = null, out: _out, cache: _cache, ...rest } = checked;
    const message = { name, slot: on.slot, beside: beside?.slot ?? null, checked: copy(rest) };
    return () => this.#remote.ask(message, signal, onProgress);
  }

  /** @param {number} slot */
  freeing(slot) {
    const remote = this.#remote;
    return () => remote.drop(slot);
  }

  async done() {}

  async dispose() {
    forgotten.unregister(this);
    if (!this.#remote.isClosed) this.#remote.close();
  }
}

/**
 * A copy of checked arguments and of their arrays, each array once, so that they can be moved to the worker and the caller
 * keeps the originals.
 *
 * @template T
 * @param {T} checked
 * @returns {T}
 */
function copy(checked) {
  /** @type {Map<unknown, unknown>} */
  const copies = new Map();
  /** @param {unknown} value @returns {unknown} */
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    let made;
    if (ArrayBuffer.isView(value)) made = copyOf(/** @type {Float32Array} */ (value));
    else if (Array.isArray(value)) made = value.map(visit);
    else
      made = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, visit(member)]),
      );
    copies.set(value, made);
    return made;
  };
  return /** @type {T} */ (visit(checked));
}
