// Marks of a map's labels, corner, and dots of masked cells, for the screen and for files.

import type { Dots, Text } from '../figure.ts';
import type { MapLayout } from './layout.ts';

export function labelMarks({
  layout,
  rowLabels,
  columnLabels,
  colors,
}: {
  layout: MapLayout;
  rowLabels: readonly string[];
  columnLabels: readonly string[];
  colors: { text: string };
}): Text[] {
  const { left, top, cellWidth, cellHeight, fontSize, columnsUpright } = layout;
  const marks: Text[] = [];
  const look = { kind: 'text', size: fontSize, fill: colors.text } as const;
  for (let row = 0; layout.rowEvery > 0 && row < layout.rows; row += layout.rowEvery) {
    const y = top + (row + 0.5) * cellHeight;
    const text = rowLabels[row];
    marks.push({ ...look, x: left - 7, y, text, align: 'right', base: 'middle', room: left - 8 });
  }
  for (let i = 0; layout.columnEvery > 0 && i < layout.columns; i += layout.columnEvery) {
    const place = { x: left + (i + 0.5) * cellWidth, y: top - 7, text: columnLabels[i] };
    if (columnsUpright) {
      const upright = { align: 'left', base: 'middle', upright: true } as const;
      const x = Math.max(place.x, 0.6 * fontSize); // the whole label, where its column is narrower than it is high
      marks.push({ ...look, ...place, x, ...upright, room: top - 8 });
    } else {
      marks.push({ ...look, ...place, align: 'center', base: 'alphabetic' });
    }
  }
  return marks;
}

/** @param corner texts about the columns and the rows */
export function cornerMarks(
  { left, top, cellHeight, fontSize, rowEvery }: MapLayout,
  corner: readonly [string, string],
  fill: string,
): Text[] {
  if (rowEvery === 0) return [];
  // away from the first row's label where rows are low
  const base = Math.min(top - 7, top + cellHeight / 2 - fontSize);
  return corner.map((text, line) => {
    const y = line === 0 ? base - 1 - fontSize * 1.3 : base;
    const size = fontSize - 1;
    return { kind: 'text', x: left - 7, y, text, size, fill, align: 'right', base: 'alphabetic' };
  });
}

/**
 * @param from first row
 * @param to row after the last
 */
export function maskDots(
  layout: MapLayout,
  isMasked: (row: number, column: number) => boolean,
  fill: string,
  from: number = 0,
  to: number = layout.rows,
): Dots {
  const { left, top, cellWidth, cellHeight, gap, columns } = layout;
  const places: number[] = [];
  for (let row = from; gap > 0 && row < to; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isMasked(row, column)) continue;
      places.push(left + (column + 0.5) * cellWidth, top + (row + 0.5) * cellHeight);
    }
  }
  const radius = Math.min(cellWidth, cellHeight) < 14 ? 0.75 : 1.25;
  return { kind: 'dots', places, radius, fill };
}
