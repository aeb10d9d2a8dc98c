// What a host knows of a handle that a user holds: an engine, a layer, a cache, what a call kept, a transformer.

import { disposed } from '../arguments/errors.js';

/** @import { Operation } from '../operations/operation.js' */

/**
 * @typedef {'engine' | 'layer' | 'kept call' | 'cache' | 'transformer'} Kind
 *
 * @typedef {object} State
 * @property {object} owner the handle, which lives as long as something else needs its state
 * @property {Host} host
 * @property {Kind} kind
 * @property {any} slot where it is in the core: a Slot in this thread, in a worker the Slot's number
 * @property {any} about what its operations need to know of it: a layer's config, a cache's length
 * @property {boolean} disposed
 * @property {number} changes how often its parameters were changed
 */

/**
 * What carries operations out. In this thread it returns what they return, for a worker it returns promises.
 *
 * @typedef {object} Host
 * @property {boolean} isAsync
 * @property {() => void} expectReady throws if it was disposed, or is in the middle of a call
 * @property {(operation: Operation, on: State, given: readonly unknown[], wrap?: Wrap) => any} run
 * @property {(slot: any) => () => any} freeing
 *   what frees a slot. It does not lead to the host, which is to be collected when no handle needs it any more
 * @property {() => any} done what a method returns that has nothing to do
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
