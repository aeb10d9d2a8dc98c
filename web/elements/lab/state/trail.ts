// The breadcrumbs in the state: the names of followed numbers.
// A number of another layer than the open one is named with its layer.

import { nameCell, parseCell } from '../answer/cells.ts';

const LONGEST = 48;

export function readTrail(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const known = value.filter((name) => typeof name === 'string' && parseCell(name) !== null);
  return known.slice(-LONGEST);
}

/**
 * The trail with its last number open: its layer becomes the open one.
 *
 * @param layer the open layer; missing: there is one layer
 */
export function openTrail(
  trail: readonly string[],
  layer: number | undefined,
): { trail: readonly string[]; layer?: number } {
  const to = parseCell(trail.at(-1) ?? '')?.layer;
  if (to === undefined || to === layer) return { trail };
  const renamed = trail.map((name) => {
    const cell = parseCell(name);
    if (!cell) return name;
    const own = cell.layer ?? layer;
    return nameCell({ ...cell, layer: own === to ? undefined : own });
  });
  return { trail: renamed, layer: to };
}

/** The name of a number in its own layer. */
export const withoutLayer = (name: string | undefined) => name?.replace(/^\d+\//, '');
