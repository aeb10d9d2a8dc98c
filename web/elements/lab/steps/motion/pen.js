// Draws the moving cells above the matrices of a step.
// They are copied from the matrices, so they have the computed numbers, colours and digits.

/**
 * @typedef {object} Sheet where a matrix stands on the sheet, CSS pixels
 * @property {import('../plan.js').Shown} shown
 * @property {HTMLCanvasElement} canvas
 * @property {number} x of the canvas
 * @property {number} y
 * @property {import('../../../../views/matrix/layout.js').MatrixLayout} layout
 * @property {{ first: number, count: number }} rows in the window that is shown
 * @property {{ first: number, count: number }} columns
 * @property {(value: number) => string} colorOf
 *
 * @typedef {object} Part of a matrix, in its window; missing: from the beginning, to the end
 * @property {number} [row]
 * @property {number} [toRow]
 * @property {number} [column]
 * @property {number} [toColumn]
 */

/** @typedef {ReturnType<typeof createPen>} Pen */

/**
 * @param {HTMLCanvasElement} canvas the sheet
 * @param {{ width: number, height: number, pixelRatio: number, ink: string, line: string }} look
 */
export function createPen(canvas, { width, height, pixelRatio, ink, line }) {
  canvas.width = Math.ceil(width * pixelRatio);
  canvas.height = Math.ceil(height * pixelRatio);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(pixelRatio, pixelRatio);

  /**
   * @param {Sheet} sheet
   * @param {Part} part
   */
  function boxOf({ x, y, layout }, part) {
    const { row = 0, toRow = layout.rows, column = 0, toColumn = layout.columns } = part;
    return {
      x: x + layout.left + column * layout.cellWidth,
      y: y + layout.top + row * layout.cellHeight,
      width: (toColumn - column) * layout.cellWidth,
      height: (toRow - row) * layout.cellHeight,
    };
  }

  /**
   * Copies a piece of a matrix's picture.
   * @param {Sheet} sheet
   * @param {{ x: number, y: number, width: number, height: number }} from
   * @param {{ x: number, y: number, width: number, height: number }} to
   */
  function copy({ canvas: source, x, y, layout }, from, to) {
    if (from.width <= 0 || from.height <= 0) return;
    const across = source.width / layout.width;
    const down = source.height / layout.height;
    context.drawImage(
      source,
      ...[(from.x - x) * across, (from.y - y) * down, from.width * across, from.height * down],
      ...[to.x, to.y, to.width, to.height],
    );
  }

  /**
   * @param {Sheet} sheet
   * @param {Part} part
   * @param {object} [how]
   * @param {number} [how.alpha]
   * @param {{ x: number, y: number, width: number, height: number }} [how.to] default its own place
   */
  function cells(sheet, part, { alpha = 1, to } = {}) {
    const box = boxOf(sheet, part);
    context.globalAlpha = alpha;
    copy(sheet, box, to ?? box);
    context.globalAlpha = 1;
  }

  return {
    boxOf,
    cells,
    clear: () => context.clearRect(0, 0, width, height),
    /** The words and bars around a matrix, and the outline of the result. @param {Sheet} sheet */
    frame(sheet) {
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
     * Cells with other numbers than the matrix has, such as sums on their way.
     * @param {Sheet} sheet
     * @param {(row: number, column: number) => number} valueAt in the window
     */
    numbers(sheet, valueAt) {
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
    /**
     * A frame around a part, in the ink of the page or a head's own colour.
     * @param {Sheet} sheet
     * @param {Part} part
     * @param {string} [color]
     */
    ring(sheet, part, color = ink) {
      const box = boxOf(sheet, part);
      context.strokeStyle = color;
      context.lineWidth = 2;
      context.beginPath();
      context.roundRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2, 3);
      context.stroke();
    },
    /**
     * @param {{ x: number, y: number, width: number, height: number }} box
     * @param {string} color
     * @param {number} [alpha]
     */
    bar(box, color, alpha = 1) {
      context.globalAlpha = alpha;
      context.fillStyle = color;
      context.fillRect(box.x, box.y, box.width, box.height);
      context.globalAlpha = 1;
    },
  };
}

/**
 * A box on its way from one to another.
 * @param {{ x: number, y: number, width: number, height: number }} from
 * @param {{ x: number, y: number, width: number, height: number }} to
 * @param {number} at 0..1
 */
export function between(from, to, at) {
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * at;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  };
}
