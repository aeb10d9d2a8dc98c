// The drawing of contributions, as a grid of its numbers.

import { sumMarks } from '../../../views/contributions.ts';
import { hitSum, zeroOf } from '../../../views/contributions-layout.ts';
import { paintMarks } from '../../../views/figure.ts';
import { createCanvasGrid } from '../../../ui/canvas-grid.ts';
import { roundedText } from '../../../ui/format.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Frame } from '../frame.ts';
import type { Cells, Place, Spot } from '../../../ui/canvas-grid.ts';
import type { SumContent } from '../../../views/contributions.ts';

/** Least width of a number that the keyboard has come to, CSS pixels. */
const LEAST_WIDTH = 6;

/** @param events rows are heads, the bias and the output; columns are elements of the vectors */
export function createSumGrid(
  messages: Messages,
  events: { hover: (spot: Spot | null) => void; open: (spot: Spot) => void },
) {
  const grid = createCanvasGrid(
    { grid: 'sum-grid' },
    {
      hover: events.hover,
      focus: events.hover,
      choose(spot) {
        // over the numbers there are no rows
        if (spot.row !== null) events.open(spot);
      },
    },
  );

  return {
    element: grid.element,
    moveTo: grid.moveTo,
    focused: grid.focused,
    show(label: string, { layout, rows, dimName }: SumContent) {
      grid.update({
        label,
        cells: cellsOf(layout),
        size: layout,
        nameOf: ({ row, column }: Place) => roundedText(rows[row].values[column], 3),
        headers: { corner: messages.sumParts, row: (row) => rows[row].name, column: dimName },
      });
    },
    paint(
      content: SumContent,
      focus: { row: number | null; dim: number },
      { pixelRatio, fontFamily }: Frame['look'],
    ) {
      const { canvas } = grid;
      const { width, height } = content.layout;
      canvas.width = Math.round(width * pixelRatio);
      canvas.height = Math.round(height * pixelRatio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      const context = canvas.getContext('2d');
      if (!context) return;
      context.scale(pixelRatio, pixelRatio);
      paintMarks(context, sumMarks(content, focus), fontFamily);
    },
  };
}

function cellsOf(layout: SumContent['layout']): Cells {
  const { left, step, rows, dims, pitch, sumPitch } = layout;
  const width = Math.max(LEAST_WIDTH, step);
  return {
    rows,
    columns: dims,
    hit(x, y) {
      const spot = hitSum(layout, x, y);
      return spot && { row: spot.row, column: spot.dim };
    },
    boxOf({ row, column }) {
      const height = row === rows - 1 ? sumPitch : pitch;
      const middle = left + (column + 0.5) * step;
      return { x: middle - width / 2, y: zeroOf(layout, row) - height / 2, width, height };
    },
  };
}
