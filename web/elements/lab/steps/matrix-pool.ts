// The matrices on the screen, reused from step to step, so that they keep the focus.

import { signedRampOf } from '../../../views/color.ts';
import { layoutMatrix } from '../../../views/matrix/layout.ts';
import { stepOf } from '../../../views/scale.ts';
import { selectionOf } from '../answer/cells.ts';
import { drawMatrix } from './draw-matrix.ts';
import { createMatrix } from './matrix.ts';
import type { Actions, Frame } from '../frame.ts';
import type { MatrixElement, Place } from './matrix.ts';
import type { Sizes } from './sizes.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Shown } from './plan.ts';
import type { PlacedMatrix } from './draw-matrix.ts';
import type { Scale } from '../../../views/scale.ts';
import type { MatrixLayout } from '../../../views/matrix/layout.ts';

export type OnScreen = PlacedMatrix & { layout: MatrixLayout; scale: Scale };

const LABEL_SIZE = 12;

export function createMatrixPool(
  actions: Actions,
  windows: ReturnType<typeof import('./axis-windows.ts').createAxisWindows>,
  { last, again }: { last: () => Frame | null; again: () => void },
) {
  const pool: MatrixElement[] = [];
  let placed: OnScreen[] = [];

  function createPooled(index: number) {
    const nameAt = ({ row, column }: Place) => {
      const { shown, rows, columns } = placed[index];
      return shown.cellAt(rows.first + row, columns.first + column);
    };
    return createMatrix({
      onPreview(place) {
        const frame = last();
        const cell = place && placed[index] ? nameAt(place) : null;
        if (cell && frame) actions.preview({ ...selectionOf(cell, frame.state.selection), cell });
        else actions.preview(null);
      },
      onOpen(place) {
        if (placed[index]) actions.open(nameAt(place));
      },
      onLeave(place) {
        const { shown, rows, columns, element: mine } = placed[index];
        const row = rows.first + place.row;
        const column = columns.first + place.column;
        if (row < 0 || row >= shown.rows.size || column < 0 || column >= shown.columns.size) return;
        windows.reveal(shown.rows, row);
        windows.reveal(shown.columns, column);
        again();
        mine.moveTo({
          row: row - windows.windowOf(shown.rows).first,
          column: column - windows.windowOf(shown.columns).first,
        });
        mine.focus();
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
      one.element.element.style.gridArea = '';
      return one;
    },
    draw: (messages: Messages, frame: Frame, one: OnScreen) =>
      drawMatrix(messages, frame, one, one.layout, one.scale),
    /** The position of a matrix on a sheet above the stage. */
    sheetOf(shown: Shown, stage: DOMRect, { look }: Frame) {
      const one = placed.find((each) => each.shown === shown);
      if (!one) throw new TypeError(`${shown.matrix}: expected it on the screen`);
      const { element, rows, columns, layout, scale } = one;
      const { left, top } = element.canvas.getBoundingClientRect();
      const ramp = signedRampOf(look.theme);
      return {
        ...{ shown, rows, columns, layout, canvas: element.canvas },
        x: left - stage.left,
        y: top - stage.top,
        colorOf: (value: number) => ramp.css[stepOf(scale, value)],
      };
    },
  };
}
