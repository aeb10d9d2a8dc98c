// The matrices on the screen, reused from step to step, so that they keep the focus.

import { signedRampOf } from '../../../views/color.ts';
import { layoutMatrix } from '../../../views/matrix/layout.ts';
import { stepOf } from '../../../views/scale.ts';
import { selectionOf } from '../answer/cells.ts';
import { drawMatrix } from './draw-matrix.ts';
import { createMatrix } from './matrix.ts';
import type { LayerActions, LayerFrame } from '../frame.ts';
import type { Place } from '../../../ui/canvas-grid.ts';
import type { createAxisWindows } from './axis-windows.ts';
import type { MatrixElement } from './matrix.ts';
import type { Sizes } from './sizes.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Shown } from './plan.ts';
import type { PlacedMatrix } from './draw-matrix.ts';
import type { Scale } from '../../../views/scale.ts';
import type { MatrixLayout } from '../../../views/matrix/layout.ts';

export type OnScreen = PlacedMatrix & { layout: MatrixLayout; scale: Scale };

const LABEL_SIZE = 12;

/** @param redraw draws the stage again, where a window has moved */
export function createMatrixPool(
  actions: LayerActions,
  windows: ReturnType<typeof createAxisWindows>,
  lastFrame: () => LayerFrame | null,
  redraw: () => void,
) {
  const pool: MatrixElement[] = [];
  let placed: OnScreen[] = [];

  function createPooled(index: number) {
    const cellAt = ({ row, column }: Place) => placed[index].shown.cellAt(row, column);
    return createMatrix({
      onPreview(place) {
        const frame = lastFrame();
        const cell = place && placed[index] ? cellAt(place) : null;
        if (cell && frame) actions.preview({ ...selectionOf(cell, frame.state.selection), cell });
        else actions.preview(null);
      },
      onOpen(place) {
        if (placed[index]) actions.open(cellAt(place));
      },
      onRow(row) {
        const { shown } = placed[index];
        const { head } = lastFrame()?.selection ?? { head: 0 };
        // the row of a word is played first, in every step
        if (shown.rows.name === 'query') actions.lock({ head, query: row, key: null });
      },
      onReveal({ row, column }) {
        const { shown } = placed[index];
        windows.reveal(shown.rows, row);
        windows.reveal(shown.columns, column);
        redraw();
      },
    });
  }

  return {
    placed: () => placed,
    clear() {
      placed = [];
    },
    /** @param above whether it is above the product */
    place(
      shown: Shown,
      sizes: Sizes,
      scale: Scale,
      around: { rowLabel: number; columnLabel: number; grouped: boolean },
      above: boolean,
    ) {
      const rows = windows.windowOf(shown.rows);
      const columns = windows.windowOf(shown.columns);
      const index = placed.length;
      pool[index] ??= createPooled(index);
      const layout = layoutMatrix({
        rows: rows.count,
        columns: columns.count,
        cellWidth: sizes.widthOf(shown.columns),
        cellHeight: (above ? sizes.depthOf : sizes.heightOf)(shown.rows),
        fontSize: LABEL_SIZE,
        ...around,
      });
      const one = { element: pool[index], shown, rows, columns, layout, scale };
      placed.push(one);
      return one;
    },
    draw: (messages: Messages, frame: LayerFrame, one: OnScreen) =>
      drawMatrix(messages, frame, one, one.layout, one.scale),
    /** The position of a matrix on a sheet above the stage. */
    sheetOf(shown: Shown, stage: DOMRect, { look }: LayerFrame) {
      const one = placed.find((each) => each.shown === shown);
      if (!one) throw new TypeError(`${shown.matrix}: expected it on the screen`);
      const { element, rows, columns, layout, scale } = one;
      const { left, top } = element.canvas.getBoundingClientRect();
      const ramp = signedRampOf(look.theme);
      return {
        shown,
        rows,
        columns,
        layout,
        canvas: element.canvas,
        x: left - stage.left,
        y: top - stage.top,
        colorOf: (value: number) => ramp.css[stepOf(scale, value)],
      };
    },
  };
}
