// The breadcrumbs in the state: the names of followed numbers.

import { parseCell } from '../answer/cells.ts';

const LONGEST = 24;

export function readTrail(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const known = value.filter((name) => typeof name === 'string' && parseCell(name) !== null);
  return known.slice(-LONGEST);
}
