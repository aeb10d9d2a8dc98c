// Draws the moving cells above the matrices of a step.
// They are copied from the matrices, so they have the computed numbers, colours and digits.

import type { Shown } from '../plan.ts';
import type { MatrixLayout } from '../../../../views/matrix/layout.ts';

/** position of a matrix on the sheet, CSS pixels */
export interface Sheet {
  shown: Shown;
  canvas: HTMLCanvasElement;
  /** position of the canvas */
  x: number;
  y: number;
  layout: MatrixLayout;
  /** in the window that is shown */
  rows: { first: number; count: number };
  columns: { first: number; count: number };
  colorOf: (value: number) => string;
}

/** part of a matrix, in its window; missing: from the beginning, to the end */
interface Part {
  row?: number;
  toRow?: number;
  column?: number;
  toColumn?: number;
}

/** in CSS pixels, from the corner of the sheet */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Pen = ReturnType<typeof createPen>;

/** @param canvas canvas of the sheet */
export function createPen(
  canvas: HTMLCanvasElement,
  {
    width,
    height,
    pixelRatio,
    ink,
    line,
  }: { width: number; height: number; pixelRatio: number; ink: string; line: string },
) {
  canvas.width = Math.ceil(width * pixelRatio);
  canvas.height = Math.ceil(height * pixelRatio);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.scale(pixelRatio, pixelRatio);

  function boxOf({ x, y, layout }: Sheet, part: Part) {
    const { row = 0, toRow = layout.rows, column = 0, toColumn = layout.columns } = part;
    return {
      x: x + layout.left + column * layout.cellWidth,
      y: y + layout.top + row * layout.cellHeight,
      width: (toColumn - column) * layout.cellWidth,
      height: (toRow - row) * layout.cellHeight,
    };
  }

  /** Copies a part of a matrix's drawing. */
  function copy({ canvas: source, x, y, layout }: Sheet, from: Box, to: Box) {
    if (from.width <= 0 || from.height <= 0) return;
    const across = source.width / layout.width;
    const down = source.height / layout.height;
    context.drawImage(
      source,
      ...[(from.x - x) * across, (from.y - y) * down, from.width * across, from.height * down],
      ...[to.x, to.y, to.width, to.height],
    );
  }

  /** @param how.to target; default: its own position */
  function cells(
    sheet: Sheet,
    part: Part,
    {
      alpha = 1,
      to,
    }: {
      alpha?: number;
      to?: Box;
    } = {},
  ) {
    const box = boxOf(sheet, part);
    context.globalAlpha = alpha;
    copy(sheet, box, to ?? box);
    context.globalAlpha = 1;
  }

  return {
    boxOf,
    cells,
    clear: () => context.clearRect(0, 0, width, height),
    /** The labels and bars around a matrix, and the outline of the result. */
    frame(sheet: Sheet) {
      const { x, y, layout } = sheet;
      const inner = boxOf(sheet, {});
      const all = { x, y, width: layout.width, height: layout.top };
      copy(sheet, all, all);
      const left = { x, y: inner.y, width: layout.left, height: inner.height };
      copy(sheet, left, left);
      context.strokeStyle = line;
      context.lineWidth = 1;
      context.strokeRect(inner.x + 0.5, inner.y + 0.5, inner.width - 1, inner.height - 1);
    },
    /**
     * Cells with numbers other than the matrix's, such as partial sums.
     *
     * @param valueAt the number of a cell in the window
     */
    numbers(sheet: Sheet, valueAt: (row: number, column: number) => number) {
      const { layout, colorOf } = sheet;
      const { cellWidth, cellHeight, gap } = layout;
      const inner = boxOf(sheet, {});
      for (let row = 0; row < layout.rows; row++) {
        for (let column = 0; column < layout.columns; column++) {
          context.fillStyle = colorOf(valueAt(row, column));
          const left = inner.x + column * cellWidth + gap / 2;
          const top = inner.y + row * cellHeight + gap / 2;
          context.fillRect(left, top, cellWidth - gap, cellHeight - gap);
        }
      }
    },
    /** A frame around a part, in the ink of the page or a head's own colour. */
    ring(sheet: Sheet, part: Part, color: string = ink) {
      const box = boxOf(sheet, part);
      context.strokeStyle = color;
      context.lineWidth = 2;
      context.beginPath();
      context.roundRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2, 3);
      context.stroke();
    },
    bar(box: Box, color: string, alpha: number = 1) {
      context.globalAlpha = alpha;
      context.fillStyle = color;
      context.fillRect(box.x, box.y, box.width, box.height);
      context.globalAlpha = 1;
    },
  };
}

/**
 * A box between two others.
 *
 * @param at 0..1
 */
export function between(from: Box, to: Box, at: number): Box {
  const mix = (a: number, b: number) => a + (b - a) * at;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  };
}
