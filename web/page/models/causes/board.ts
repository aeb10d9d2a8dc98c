// A board of the view of causes on the screen: its figure on a canvas, its cells for pointer, keyboard and screen readers.

import { boxIn, layoutCausesBoard } from '../../../views/causes/board.ts';
import { boxVars, createCanvasGrid, evenCells } from '../../../ui/canvas-grid.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { paintFigure } from '../paint-figure.ts';
import type { BoardCell, BoardData, BoardLayout } from '../../../views/causes/board.ts';
import type { Theme } from '../../../views/color.ts';
import type { Place } from '../../../ui/canvas-grid.ts';

/** A board without the colours of the page. */
export interface ShownBoard {
  title: string;
  rows: readonly string[];
  columns: readonly string[];
  corner: string;
  cellOf: (row: number, column: number, theme: Theme) => BoardCell | null;
  nameOf: (place: Place) => string;
  chosen: Place | null;
  strong: number | null;
  size: { names: number; least: number; most: number; lines: number };
}

const WIDE = 1000;

export function createBoardPart(onChoose: (place: Place) => void) {
  let board: ShownBoard | null = null;
  let theme: Theme = 'light';
  let hovered: Place | null = null;
  const grid = createCanvasGrid(
    { grid: 'causes-board', cell: 'causes-cell' },
    {
      hover(spot) {
        hovered = spot as Place | null;
        draw();
      },
      choose: (spot) => onChoose(spot as Place),
    },
  );
  const view = () => html`<div class="causes-scroll" hidden=${!board}>${grid.element}</div>`;
  const { element, render } = createRoot(view());
  let drawn: unknown = null;

  function draw() {
    render(view());
    if (!board || element.clientWidth === 0) return;
    const layout = layoutCausesBoard(colored(board), element.clientWidth, board.size);
    const { figure, left, top, cellWidth, cellHeight } = layout;
    const { rows, columns } = board;
    paint(layout);
    const at = (place: Place | null, name: string) =>
      html`<div
        class=${name}
        hidden=${!place}
        vars=${place ? boxVars(boxIn(layout, place)) : {}}
      ></div>`;
    grid.update({
      label: board.title,
      size: { width: figure.width, height: figure.height },
      cells: {
        ...evenCells({
          left,
          top,
          cellWidth,
          cellHeight,
          rows: rows.length,
          columns: columns.length,
        }),
        boxOf: (place) => boxIn(layout, place),
      },
      nameOf: board.nameOf,
      selected: board.chosen,
      title: hovered && board.nameOf(hovered),
      over: [at(hovered, 'causes-ring'), at(board.chosen, 'causes-ring causes-chosen')],
    });
  }

  function colored(shown: ShownBoard): BoardData {
    const style = getComputedStyle(element);
    return {
      ...shown,
      ink: style.color,
      empty: style.getPropertyValue('--wash'),
      cellOf: (row, column) => shown.cellOf(row, column, theme),
    };
  }

  function paint({ figure }: BoardLayout) {
    const { width, height } = figure;
    const key = [board, theme, width, height, devicePixelRatio].map(idOf).join();
    if (key === drawn) return;
    drawn = key;
    paintFigure(grid.canvas, figure);
  }

  const observer = new ResizeObserver(draw);
  observer.observe(element);

  return {
    element,
    /** @param next null: hides the board */
    show(next: ShownBoard | null, look: Theme) {
      [board, theme] = [next, look];
      hovered = null;
      draw();
    },
    /** The figure of the board, in a fixed width. */
    figure() {
      return board && layoutCausesBoard(colored(board), WIDE, board.size).figure;
    },
    stop: () => observer.disconnect(),
  };
}

const ids: WeakMap<object, number> = new WeakMap();
let count = 0;

/** A number for an object, and any other value as it is. */
function idOf(value: unknown) {
  if (typeof value !== 'object' || value === null) return value;
  if (!ids.has(value)) ids.set(value, ++count);
  return ids.get(value);
}
