// The edited numbers of the state: cell names and values.
// Names are as in answer/cells.ts; only editable matrices count.

import { isEditable, isOfLayer, parseCell, staysInPlace } from '../answer/cells.ts';

/** null: there are no edits */
export type Edits = Readonly<Record<string, number>>;

const MOST = 4096;

export function readEdits(value: unknown): Edits | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const known = Object.entries(value).filter(([name, number]) => {
    const cell = parseCell(name);
    return cell !== null && isEditable(cell) && typeof number === 'number' && isFloat32(number);
  });
  return Object.fromEntries(known.slice(0, MOST));
}

/** Whether the number is finite as a float32. */
function isFloat32(number: number) {
  return Number.isFinite(Math.fround(number));
}

/**
 * The edits that still mean the same after the sentence, the heads, the width or the layer have
 * changed: vectors of words and weights of this layer do, scores between the third and the fifth
 * word do not.
 */
export function editsThatStay(
  before: { edits: Edits; width: number; model: string; layer: number },
  after: { width: number; model: string; layer: number },
): Edits {
  if (before.width !== after.width || before.model !== after.model) return {};
  const staying = Object.entries(before.edits).filter(([name]) => {
    const cell = parseCell(name);
    if (cell === null || !staysInPlace(cell)) return false;
    return before.layer === after.layer || !isOfLayer(cell);
  });
  return Object.fromEntries(staying);
}
