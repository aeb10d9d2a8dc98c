// The state of a handle, as its host needs it: an engine, a layer, a cache, a kept call, a transformer.

import { disposed } from '../arguments/errors.js';

/** @import { Operation } from '../operations/operation.js' */

/**
 * @typedef {'engine' | 'layer' | 'kept call' | 'cache' | 'transformer'} Kind
 *
 * @typedef {object} State
 * @property {object} owner the handle, which lives as long as its state is needed
 * @property {Host} host
 * @property {Kind} kind
 * @property {any} slot its place in the core: a Slot in this thread, the Slot's number for a worker
 * @property {any} about data of its kind: a layer's config, a cache's length
 * @property {boolean} disposed
 * @property {number} changes how often its parameters were changed
 */

/**
 * Runs operations. In this thread it returns their results, for a worker promises of them.
 *
 * @typedef {object} Host
 * @property {boolean} isAsync
 * @property {() => void} expectReady throws if it was disposed, or is in the middle of a call
 * @property {(operation: Operation, on: State, given: readonly unknown[], wrap?: Wrap) => any} run
 * @property {(slot: any) => () => any} freeing
 *   returns a function that frees a slot. It holds no reference to the host, which is collected when no handle needs it
 * @property {() => any} done the return value of a method that has nothing to do
 * @property {() => any} dispose
 *
 * @typedef {(result: any, checked: any) => any} Wrap makes handles of slots in a result
 */

/** @param {State} state */
export function expectReady({ kind, disposed: gone, host }) {
  if (gone) throw disposed(kind);
  host.expectReady();
}

/**
 * The arguments of a call, checked.
 *
 * @param {Operation} operation
 * @param {State} on
 * @param {readonly unknown[]} given
 */
export function checkArguments(operation, on, given) {
  expectReady(on);
  const checked = operation.check(on, given);
  expectReady(on); // a getter among the arguments may have disposed
  if (operation.changes) on.changes++;
  return checked;
}
