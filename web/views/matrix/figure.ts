// Marks of one matrix, for export to files.
// Layout, labels and colours are the same that matrix.ts paints on the screen.

import { digitSize, emptyRadius } from './layout.ts';
import { groupMarks, labelMarks } from './words.ts';
import { stepOf } from '../scale.ts';
import type { Mark } from '../figure.ts';
import type { MatrixDrawing } from './matrix.ts';

type MatrixContent = Pick<
  MatrixDrawing,
  | 'layout'
  | 'valueAt'
  | 'ramp'
  | 'scale'
  | 'isEmpty'
  | 'rowLabels'
  | 'columnLabels'
  | 'groups'
  | 'format'
  | 'letters'
  | 'colors'
>;

/** @returns with the corner of the layout as the origin */
export function matrixMarks(content: MatrixContent): Mark[] {
  return [...cellMarks(content), ...groupMarks(content), ...labelMarks(content)];
}

/** Cells of one colour are one mark: a matrix may have a hundred thousand. */
function cellMarks({
  layout,
  valueAt,
  ramp,
  scale,
  isEmpty,
  format,
  letters = 5,
  colors,
}: MatrixContent): Mark[] {
  const { left, top, cellWidth, cellHeight, gap, rows, columns } = layout;
  const size = digitSize(layout, letters);
  const bySteps: Map<number, number[]> = new Map();
  const empty: number[] = [];
  const digits: Mark[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = left + column * cellWidth;
      const y = top + row * cellHeight;
      if (isEmpty?.(row, column)) {
        empty.push(x + cellWidth / 2, y + cellHeight / 2);
        continue;
      }
      const value = valueAt(row, column);
      const step = stepOf(scale, value);
      let places = bySteps.get(step);
      if (!places) bySteps.set(step, (places = []));
      places.push(x + gap / 2, y + gap / 2, cellWidth - gap, cellHeight - gap);
      if (size === 0) continue;
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
  }
  const cells: Mark[] = [...bySteps]
    .sort(([a], [b]) => a - b)
    .map(([step, places]) => ({ kind: 'bars', places, fill: ramp.css[step] }));
  if (empty.length > 0) {
    cells.push({
      kind: 'dots',
      places: empty,
      radius: emptyRadius(layout),
      fill: colors.faint,
    });
  }
  return [...cells, ...digits];
}
