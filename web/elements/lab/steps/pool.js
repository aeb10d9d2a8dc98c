// The matrices on the screen, reused from step to step. So the focus stays in them.

import { signedRampOf } from '../../../views/color.js';
import { layoutMatrix } from '../../../views/matrix/layout.js';
import { stepOf } from '../../../views/scale.js';
import { selectionOf } from '../answer/cells.js';
import { drawPlaced } from './drawing.js';
import { createMatrix } from './matrix.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('./plan.js').Shown} Shown
 * @typedef {import('./drawing.js').Placed} Placed
 * @typedef {import('../../../views/scale.js').Scale} Scale
 * @typedef {Placed & { layout: import('../../../views/matrix/layout.js').MatrixLayout, scale: Scale }} OnScreen
 */

const LABEL_SIZE = 12;

/**
 * @param {import('../frame.js').Actions} actions
 * @param {ReturnType<typeof import('./windows.js').createWindows>} windows
 * @param {{ last: () => Frame | null, again: () => void }} stage
 */
export function createPool(actions, windows, { last, again }) {
  /** @type {import('./matrix.js').MatrixElement[]} */
  const pool = [];
  /** @type {OnScreen[]} */
  let placed = [];

  /** @param {number} index */
  function createPooled(index) {
    const nameAt = (/** @type {import('./matrix.js').Place} */ { row, column }) => {
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
    /**
     * @param {Shown} shown
     * @param {import('./sizes.js').Sizes} sizes
     * @param {Scale} scale
     * @param {{ rowLabel: number, columnLabel: number, grouped: boolean }} around
     * @param {boolean} above whether it stands above the product
     */
    place(shown, sizes, scale, around, above) {
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
    /**
     * @param {import('../../messages/en.js').Messages} messages
     * @param {Frame} frame
     * @param {OnScreen} one
     */
    draw: (messages, frame, one) => drawPlaced(messages, frame, one, one.layout, one.scale),
    /**
     * Where one stands on a sheet above the stage.
     * @param {Shown} shown
     * @param {DOMRect} stage
     * @param {Frame} frame
     */
    sheetOf(shown, stage, { look }) {
      const one = placed.find((each) => each.shown === shown);
      if (!one) throw new TypeError(`${shown.matrix}: expected it on the screen`);
      const { element, rows, columns, layout, scale } = one;
      const { left, top } = element.canvas.getBoundingClientRect();
      const ramp = signedRampOf(look.theme);
      return {
        ...{ shown, rows, columns, layout, canvas: element.canvas },
        x: left - stage.left,
        y: top - stage.top,
        colorOf: (/** @type {number} */ value) => ramp.css[stepOf(scale, value)],
      };
    },
  };
}
