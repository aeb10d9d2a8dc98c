// The edited numbers of the state: cell names and values.
// Names are those of cells.js; only editable matrices count.

import { isEditable, isOfLayer, parseCell, staysInPlace } from '../answer/cells.js';

/**
 * @typedef {Readonly<Record<string, number>>} Edits null: nothing was changed
 */

const MOST = 4096;

/**
 * @param {unknown} value
 * @returns {Edits | undefined}
 */
export function readEdits(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const known = Object.entries(value).filter(([name, number]) => {
    const cell = parseCell(name);
    return cell !== null && isEditable(cell) && typeof number === 'number' && isFloat32(number);
  });
  return Object.fromEntries(known.slice(0, MOST));
}

/**
 * Whether the engine can take it: larger numbers are infinite there.
 * @param {number} number
 */
function isFloat32(number) {
  return Number.isFinite(Math.fround(number));
}

/**
 * The edits that still mean the same after the sentence, the heads, the width or the layer have changed:
 * vectors of words and weights of this layer do, scores between the third and the fifth word do not.
 * @param {{ edits: Edits, width: number, model: string, layer: number }} before
 * @param {{ width: number, model: string, layer: number }} after
 * @returns {Edits}
 */
export function editsThatStay(before, after) {
  if (before.width !== after.width || before.model !== after.model) return {};
  const staying = Object.entries(before.edits).filter(([name]) => {
    const cell = parseCell(name);
    if (cell === null || !staysInPlace(cell)) return false;
    return before.layer === after.layer || !isOfLayer(cell);
  });
  return Object.fromEntries(staying);
}
