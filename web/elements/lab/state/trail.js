// The part of the state that says which numbers were followed, one from another: the breadcrumbs.

import { parseCell } from '../answer/cells.js';

const LONGEST = 24;

/**
 * @param {unknown} value
 * @returns {readonly string[] | undefined}
 */
export function readTrail(value) {
  if (!Array.isArray(value)) return undefined;
  const known = value.filter((name) => typeof name === 'string' && parseCell(name) !== null);
  return known.slice(-LONGEST);
}
