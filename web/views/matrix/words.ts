// Marks of a matrix's labels and of its bars above heads' columns, for the screen and for files.

import { GROUP_BAR, GROUP_GAP, LABEL_GAP } from './layout.ts';
import type { Rect, Text } from '../figure.ts';
import type { MatrixDrawing } from './matrix.ts';

export function groupMarks({
  layout,
  groups = [],
}: Pick<MatrixDrawing, 'layout' | 'groups'>): Rect[] {
  const { left, top, cellWidth, columns } = layout;
  return groups.flatMap(({ from, to, color }) => {
    const [begin, end] = [Math.max(0, from), Math.min(columns, to)];
    if (begin >= end) return [];
    const x = left + begin * cellWidth;
    const y = top - GROUP_BAR - GROUP_GAP;
    const width = (end - begin) * cellWidth - (end < columns ? 1.5 : 0);
    return [{ kind: 'rect', x, y, width, height: GROUP_BAR, fill: color }];
  });
}

export function labelMarks({
  layout,
  rowLabels,
  columnLabels,
  colors,
}: Pick<MatrixDrawing, 'layout' | 'rowLabels' | 'columnLabels' | 'colors'>): Text[] {
  const { left, top, cellWidth, cellHeight, rows, columns, fontSize, columnsUpright } = layout;
  const line = fontSize * 1.15;
  const look = { kind: 'text', size: fontSize, fill: colors.text } as const;
  const marks: Text[] = [];
  const everyRow = Math.max(1, Math.ceil(line / cellHeight));
  for (let row = 0; rowLabels && left > LABEL_GAP && row < rows; row += everyRow) {
    const y = top + (row + 0.5) * cellHeight;
    const room = left - LABEL_GAP;
    const text = rowLabels[row] ?? '';
    marks.push({ ...look, x: room + 1, y, text, align: 'right', base: 'middle', room });
  }
  const everyColumn = columnsUpright ? Math.max(1, Math.ceil(line / cellWidth)) : 1;
  for (let i = 0; columnLabels && top > LABEL_GAP && i < columns; i += everyColumn) {
    const place = { x: left + (i + 0.5) * cellWidth, y: top - LABEL_GAP + 1 };
    const text = columnLabels[i] ?? '';
    if (columnsUpright) {
      const upright = { align: 'left', base: 'middle', upright: true } as const;
      marks.push({ ...look, ...place, text, ...upright, room: top - LABEL_GAP });
    } else {
      marks.push({ ...look, ...place, text, align: 'center', base: 'alphabetic' });
    }
  }
  return marks;
}
