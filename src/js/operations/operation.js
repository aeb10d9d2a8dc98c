// The type of a row of the table of operations, and how a host begins one on the core.

import { expectTargets, NOWHERE } from '../arguments/targets.js';
import { readResults, sizeOf } from './results.js';

/** @import { Slot } from '../host/slots.js' */
/** @import { Core } from '../host/core.js' */
/** @import { State } from '../host/state.js' */
/** @import { Results } from './results.js' */

/**
 * The caller's part of an operation.
 *
 * @typedef {object} Asked
 * @property {(on: State, given: readonly unknown[]) => any} check
 *   The arguments, checked, as one object. It can be sent to a worker, but for `signal`, `onProgress`, `out` and `cache`,
 *   which stay with the caller.
 * @property {(on: State, checked: any) => State | null} [beside] the other handle that it needs: a cache, a layer
 * @property {boolean} [changes] whether it changes parameters, which the gradients of earlier calls need
 * @property {boolean} [counts] whether it is done by counting, and has no row
 */

/**
 * An operation on the core either computes (`prepare`), or acts at once (`act`), or only reads (`results` alone).
 *
 * @typedef {object} Row
 * @property {(checked: any) => Results} [results] the shapes of the results
 * @property {(call: Preparing) => void | TakePart} [prepare]
 *   lays out the memory of the call and writes the arguments into it; returns what takes rows of the maps, if they come in parts
 * @property {(core: Core, checked: any, handle: any) => any} [act]
 * @property {(result: any, call: Prepared) => any} [finish] returns the operation's result from its tensors
 *
 * @typedef {Asked & { readonly name: string, readonly row: Row | null }} Operation row: null if it is in rows.js
 *
 * @typedef {(first: number, count: number, place: number) => void} TakePart
 *
 * @typedef {object} Prepared
 * @property {Core} core
 * @property {any} checked
 * @property {any} handle the core's layer, kept call or transformer, or null
 * @property {any} beside the other handle, or null
 *
 * @typedef {Prepared & { results: any, resultBytes: number }} Preparing
 */

/**
 * @template {string} Name
 * @param {Readonly<Record<Name, Asked>>} asked
 * @param {Readonly<Record<Name, Row>> | null} [rows] of operations that are not in rows.js
 * @returns {Readonly<Record<Name, Operation>>}
 */
export function tableOf(asked, rows = null) {
  const names = /** @type {Name[]} */ (Object.keys(asked));
  const operations = names.map((name) => ({ name, row: rows?.[name] ?? null, ...asked[name] }));
  return /** @type {any} */ (Object.fromEntries(operations.map((one) => [one.name, one])));
}

/**
 * Begins an operation.
 *
 * @param {Row} row
 * @param {Core} core
 * @param {any} checked
 * @param {Slot | null} slot
 * @param {Slot | null} beside
 * @returns {{ steps: boolean, collect: () => any }} steps: whether the core must be stepped to the end before collect()
 */
export function begin(row, core, checked, slot, beside) {
  core.expectReady();
  const handle = slot === null ? null : slot.handle;
  const { act, prepare, finish } = row;
  if (act !== undefined) return { steps: false, collect: () => act(core, checked, handle) };
  const results = row.results === undefined ? NOWHERE : row.results(checked);
  const { out = NOWHERE } = checked;
  const resultBytes = 4 * sizeOf(results, out);
  const other = beside === null ? null : beside.handle;
  const call = { core, checked, handle, beside: other, results, resultBytes };
  const steps = prepare !== undefined;
  if (steps) core.start(prepare(call) ?? undefined);
  else core.expectRoom(resultBytes);
  const collect = () => {
    expectTargets(out);
    const result = readResults(core, results, handle, out);
    return finish === undefined ? result : finish(result, call);
  };
  return { steps, collect };
}
