// The breadcrumbs in the state: which numbers were followed.

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
