// One interactive matrix: name, shape, drawing and highlight.

import { drawMatrix } from '../../../views/matrix/matrix.ts';
import { boxVars, createCanvasGrid, evenCells } from '../../../ui/canvas-grid.ts';
import { createRoot, html } from '../../../ui/template.ts';
import type { MatrixDrawing } from '../../../views/matrix/matrix.ts';
import type { Cells, Place, Spot } from '../../../ui/canvas-grid.ts';
import type { Child } from '../../../ui/template.ts';

/** places are indices in the whole matrix, of which a window is drawn */
interface MatrixEvents {
  onPreview: (place: Place | null) => void;
  onOpen: (place: Place) => void;
  /** the label of a row was clicked */
  onRow: (row: number) => void;
  /** the keyboard moves past the edge of the window */
  onReveal: (place: Place) => void;
}

interface MatrixWords {
  /** its name in the page's matrices; null: it is transposed */
  matrix: string | null;
  symbol: Child;
  shape: string;
  range: string;
  /** full description for a screen reader */
  label: string;
  /** the symbol as plain text */
  corner: string;
  rowName: (row: number) => string;
  columnName: (column: number) => string;
  valueText: (place: Place) => string;
  /** size of the whole matrix */
  rows: number;
  columns: number;
  /** first cell of the window */
  first: Place;
}

export type MatrixElement = ReturnType<typeof createMatrix>;

export function createMatrix({ onPreview, onOpen, onRow, onReveal }: MatrixEvents) {
  let drawn: { drawing: MatrixDrawing; words: MatrixWords } | null = null;
  /** highlight in the window */
  let bands: readonly Spot[] = [];
  let open: Place | null = null;

  const isCell = (spot: Spot | null): spot is Place =>
    spot !== null && spot.row !== null && spot.column !== null;

  const grid = createCanvasGrid(
    { grid: 'matrix-grid' },
    {
      hover: (spot) => onPreview(isCell(spot) ? spot : null),
      focus: onPreview,
      choose(spot) {
        if (!isCell(spot)) {
          if (spot.row !== null) onRow(spot.row);
          return;
        }
        onOpen(spot);
        // above the panel, which as a sheet covers the lower part of the window; in a frame it is below everything
        if (window.parent === window) requestAnimationFrame(grid.scrollToCell);
      },
      reveal: onReveal,
    },
  );

  function view() {
    const { drawing, words } = drawn ?? {};
    return html`<figure
      class="matrix"
      data-matrix=${words?.matrix}
      vars=${drawing ? { '--matrix-left': `${drawing.layout.left}px` } : {}}
    >
      <figcaption>
        <span class="matrix-symbol">${words?.symbol}</span>${' '}
        <span class="matrix-shape">${words?.shape}</span>${' '}
        <span class="matrix-range">${words?.range}</span>
      </figcaption>
      ${grid.element}
    </figure>`;
  }

  const root = createRoot(view());

  function render() {
    if (!drawn) return;
    const { layout } = drawn.drawing;
    const { label, corner, rows, columns, first, rowName, columnName, valueText } = drawn.words;
    const cells = evenCells(layout);
    grid.update({
      label,
      cells,
      part: { first, rows, columns },
      size: layout,
      nameOf: valueText,
      headers: { corner, row: rowName, column: columnName },
      over: lights(cells, bands, open),
    });
  }

  return {
    element: root.element,
    canvas: grid.canvas,
    draw(drawing: MatrixDrawing, words: MatrixWords) {
      drawn = { drawing, words };
      root.render(view());
      drawMatrix(grid.canvas, drawing);
      render();
    },
    /**
     * @param nextBands cells, rows and columns of the window
     * @param nextOpen the followed number
     */
    light(nextBands: readonly Spot[], nextOpen: Place | null) {
      bands = nextBands;
      open = nextOpen;
      render();
    },
  };
}

/** Frames around the highlighted cells. */
function lights(cells: Cells, bands: readonly Spot[], open: Place | null) {
  const frame = (name: string, { row, column }: Spot, around: number) => {
    const { x, y, width, height } = cells.boxOf({ row: row ?? 0, column: column ?? 0 });
    const box = {
      x: x - around,
      y: y - around,
      width: (column === null ? cells.columns : 1) * width + 2 * around,
      height: (row === null ? cells.rows : 1) * height + 2 * around,
    };
    return html`<div class=${name} vars=${boxVars(box)}></div>`;
  };
  return html`<div class="matrix-lights" aria-hidden="true">
    ${bands.map((band) => frame('matrix-light', band, 1))}
    ${open && frame('matrix-light matrix-open', open, 2)}
  </div>`;
}
