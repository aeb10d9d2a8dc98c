// Marks of one attention map, for export to files.
// Layout, labels and colours are the same that map.ts and backdrop.ts paint on the screen.

import { cornerMarks, maskDots, labelMarks } from './words.ts';
import { cellRadius, digitSize } from './layout.ts';
import { stepOf } from '../scale.ts';
import type { Mark } from '../figure.ts';
import type { MapLayout } from './layout.ts';
import type { Ramp } from '../color.ts';
import type { Scale } from '../scale.ts';

interface MapContent {
  layout: MapLayout;
  /** (rows, columns), row-major */
  values: Float32Array;
  rowLabels: readonly string[];
  columnLabels: readonly string[];
  /** cells that are drawn as a dot */
  isMasked?: (row: number, column: number) => boolean;
  ramp: Ramp;
  scale: Scale;
  /** writes the number into cells with room for it */
  format?: (value: number) => string;
  /** texts of the corner about the columns and the rows */
  corner?: readonly [string, string];
  /** colours of labels, and of masked cells */
  colors: { text: string; faint: string };
}

/** @returns with the corner of the layout as the origin */
export function mapMarks(content: MapContent): Mark[] {
  const { layout, rowLabels, corner, colors } = content;
  const words = [
    ...labelMarks(content),
    ...(corner ? cornerMarks(layout, corner, colors.text) : []),
  ];
  const marks: Mark[] = [{ kind: 'group', name: 'words', marks: words }];
  for (let row = 0; row < layout.rows; row++) {
    marks.push({ kind: 'group', name: rowLabels[row] ?? '', marks: rowMarks(content, row) });
  }
  return marks;
}

function rowMarks(
  { layout, values, isMasked, ramp, scale, format, colors }: MapContent,
  row: number,
) {
  const { left, top, cellWidth, cellHeight, gap, columns } = layout;
  const radius = cellRadius(layout);
  const size = digitSize(layout);
  const cells: Mark[] = [];
  const digits: Mark[] = [];
  for (let column = 0; column < columns; column++) {
    const value = values[row * columns + column];
    const x = left + column * cellWidth;
    const y = top + row * cellHeight;
    if (isMasked?.(row, column)) continue;
    const step = stepOf(scale, value);
    cells.push({
      kind: 'rect',
      x: x + gap / 2,
      y: y + gap / 2,
      width: cellWidth - gap,
      height: cellHeight - gap,
      radius,
      fill: ramp.css[step],
    });
    if (!format || size === 0) continue;
    digits.push({
      kind: 'text',
      x: x + cellWidth / 2,
      y: y + cellHeight / 2,
      text: format(value),
      size,
      fill: ramp.ink[step],
      align: 'center',
      base: 'middle',
    });
  }
  if (isMasked) {
    const dots = maskDots(layout, isMasked, colors.faint, row, row + 1);
    if (dots.places.length > 0) cells.push(dots);
  }
  return [...cells, ...digits];
}
