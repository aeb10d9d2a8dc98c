// A board: cells in rows and columns, each with its colour and a text, between the names of its rows and columns. Data in,
// marks out, in CSS pixels.

import type { Figure, Mark } from '../figure.ts';

export interface BoardCell {
  fill: string;
  ink: string;
  /** the texts of its one or two lines */
  lines: readonly string[];
}

export interface BoardData {
  title: string;
  rows: readonly string[];
  columns: readonly string[];
  /** null: not computed yet */
  cellOf: (row: number, column: number) => BoardCell | null;
  /** colour of the names */
  ink: string;
  /** colour of cells that are not computed yet */
  empty: string;
  /** the column that the question is about */
  strong?: number | null;
}

export interface BoardLayout {
  figure: Figure;
  left: number;
  top: number;
  cellWidth: number;
  cellHeight: number;
}

const TEXT_SIZE = 12;
const LINE = 15;
const TOP = 24;
const GAP = 2;
const INSET = 5;
const RADIUS = 4;

/**
 * @param room width, CSS pixels
 * @param size names: width of the rows' names; least, most: width of a cell; lines: the most lines of a cell
 */
export function layoutCausesBoard(
  data: BoardData,
  room: number,
  size: { names: number; least: number; most: number; lines: number },
): BoardLayout {
  const { rows, columns, cellOf, ink, empty, strong = null, title } = data;
  const left = size.names;
  const share = Math.floor((room - left) / Math.max(1, columns.length));
  const cellWidth = Math.max(size.least, Math.min(size.most, share));
  const cellHeight = size.lines * LINE + 12;
  const name = { kind: 'text', size: TEXT_SIZE, fill: ink, base: 'middle' } as const;
  const marks: Mark[] = columns.map((text, column) => ({
    ...name,
    x: left + (column + 0.5) * cellWidth,
    y: TOP / 2,
    text,
    align: 'center',
    strong: column === strong,
    room: cellWidth - GAP,
  }));
  rows.forEach((text, row) => {
    const y = TOP + row * cellHeight;
    const middle = y + cellHeight / 2;
    marks.push({ ...name, x: left - 8, y: middle, text, align: 'right', room: left - 8 });
    for (let column = 0; column < columns.length; column++) {
      const x = left + column * cellWidth;
      const cell = cellOf(row, column);
      marks.push({
        kind: 'rect',
        x: x + GAP / 2,
        y: y + GAP / 2,
        width: cellWidth - GAP,
        height: cellHeight - GAP,
        radius: RADIUS,
        fill: cell?.fill ?? empty,
      });
      const lines = cell?.lines ?? [];
      lines.forEach((text, line) =>
        marks.push({
          ...name,
          x: x + cellWidth / 2,
          y: middle + (line - (lines.length - 1) / 2) * LINE,
          text,
          fill: cell?.ink ?? ink,
          align: 'center',
          strong: line === 0 && lines.length > 1,
          room: cellWidth - 2 * INSET,
        }),
      );
    }
  });
  const width = left + columns.length * cellWidth;
  const height = TOP + rows.length * cellHeight;
  return { figure: { width, height, title, marks }, left, top: TOP, cellWidth, cellHeight };
}

/** The box of a cell within its board. */
export function boxIn(
  { left, top, cellWidth, cellHeight }: BoardLayout,
  { row, column }: { row: number; column: number },
): { x: number; y: number; width: number; height: number } {
  return {
    x: left + column * cellWidth + GAP / 2,
    y: top + row * cellHeight + GAP / 2,
    width: cellWidth - GAP,
    height: cellHeight - GAP,
  };
}
