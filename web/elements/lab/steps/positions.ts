// Positions of rows, columns and numbers in a shown matrix.

import { parseCell } from '../answer/cells.ts';
import type { Cell } from '../answer/cells.ts';
import type { Selection } from '../state/state.ts';
import type { Place, Spot } from '../../../ui/canvas-grid.ts';
import type { Block, Shown } from './plan.ts';

type Window = { first: number; count: number };

/** null: the whole row or column */
type Line = {
  matrix: string;
  head: number | null;
  row: number | null;
  column: number | null;
  layer?: number;
};

/** @returns its row and column in the shown part; null if it is outside */
export function placeOf(
  shown: Shown,
  { matrix, head, row, column, layer }: Line,
): [number | null, number | null] | null {
  if (shown.matrix !== matrix || layer !== undefined) return null;
  // the first cell gives the origin of the shown part, and its head
  const first = parseCell(shown.cellAt(0, 0));
  if (!first) return null;
  const isHeaded = first.head !== null;
  const isJoined = isHeaded && shown.head === null;
  if (isHeaded && shown.head !== null && head !== shown.head) return null;
  let across = column;
  if (isJoined && across !== null && head !== null)
    across += Math.floor(head / (shown.perGroup ?? 1)) * headWidthOf(shown);
  if (isJoined && across === null && row === null) return null;
  const r = row === null ? null : row - first.row;
  const c = across === null ? null : across - first.column;
  const [rowIndex, columnIndex] = shown.turned ? [c, r] : [r, c];
  if (rowIndex !== null && (rowIndex < 0 || rowIndex >= shown.rows.size)) return null;
  if (columnIndex !== null && (columnIndex < 0 || columnIndex >= shown.columns.size)) return null;
  return [rowIndex, columnIndex];
}

/**
 * The highlight of a matrix, within its window.
 *
 * @param what.sources the terms of the followed number
 * @param what.open that number
 * @param what.selection used where there is none
 * @returns at: the number itself
 */
export function lightsOf(
  { shown, rows, columns }: { shown: Shown; rows: Window; columns: Window },
  {
    sources,
    open,
    selection,
  }: {
    sources: readonly Line[];
    open: Cell | null;
    selection: Selection;
  },
): { bands: Spot[]; at: Place | null } {
  const bands: Spot[] = [];
  const band = (row: number | null, column: number | null) => {
    const [r, c] = [placeIn(rows, row), placeIn(columns, column)];
    if (r !== undefined && c !== undefined) bands.push({ row: r, column: c });
  };
  for (const source of sources) {
    const place = placeOf(shown, source);
    if (place) band(...place);
  }
  if (!open) {
    const { query, key } = selection;
    if (query !== null && shown.rows.name === 'query')
      band(query, key !== null && shown.columns.name === 'key' ? key : null);
    else if (key !== null && shown.rows.name === 'key') band(key, null);
    return { bands, at: null };
  }
  const own = placeOf(shown, open);
  if (!own) return { bands, at: null };
  const [row, column] = [placeIn(rows, own[0]), placeIn(columns, own[1])];
  const at = typeof row === 'number' && typeof column === 'number' ? { row, column } : null;
  return { bands, at };
}

/**
 * @param index null: the whole axis
 * @returns undefined: outside the window
 */
function placeIn({ first, count }: Window, index: number | null): number | null | undefined {
  if (index === null) return null;
  return index >= first && index < first + count ? index - first : undefined;
}

/** @param shown a matrix with heads side by side */
function headWidthOf({ groups }: Shown) {
  return groups.length > 0 ? groups[0].to - groups[0].from : 0;
}

/** Every matrix of a step, in their order on the screen. */
export function allShown(blocks: readonly Block[]): Shown[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'line') return block.items.filter((item) => typeof item !== 'string');
    const parts = block.parts.flatMap(({ top, bias, result }) =>
      bias ? [top, bias, result] : [top, result],
    );
    return [block.left, ...parts];
  });
}

/** A product with one factor at a time, for screens where the factors do not fit side by side. */
export function oneByOne(block: Block): readonly Block[] {
  if (block.kind === 'line') return [block];
  return block.parts.map((part) => ({ ...block, parts: [part] }));
}
