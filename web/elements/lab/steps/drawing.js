// Draws one matrix of a step, with its text for screen readers.

import { headHue, rampOf, signedRampOf } from '../../../views/color.js';
import { parseCell } from '../answer/cells.js';
import { numberOf } from '../answer/grids.js';
import { fillText, setAttribute } from '../../shared/dom.js';
import { exactText } from '../../shared/format.js';
import { inlineSymbol, symbolText, transposedSymbol } from './symbols.js';
import { writingOf } from './writing.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('./plan.js').Shown} Shown
 * @typedef {import('./matrix.js').MatrixElement} MatrixElement
 *
 * @typedef {object} Placed
 * @property {MatrixElement} element
 * @property {Shown} shown
 * @property {{ first: number, count: number }} rows
 * @property {{ first: number, count: number }} columns
 */

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {Frame} frame
 * @param {Placed} placed
 * @param {import('../../../views/matrix/layout.js').MatrixLayout} layout
 * @param {import('../../../views/scale.js').Scale} scale
 */
export function drawPlaced(
  messages,
  { look, answer },
  { element: matrix, shown, rows, columns },
  layout,
  scale,
) {
  const { matrix: name, head, colors } = shown;
  const [r0, c0] = [rows.first, columns.first];
  const ramp =
    colors === 'shares' ? rampOf(headHue(head ?? 0), look.theme) : signedRampOf(look.theme);
  const valueAt = (/** @type {number} */ r, /** @type {number} */ c) =>
    shown.valueAt(r0 + r, c0 + c);
  const before = answer?.before ?? null;
  const size = [shown.rows.size, shown.columns.size];
  const symbol = symbolText(name, head);
  setAttribute(matrix.element, 'data-matrix', shown.turned ? null : name);
  const shape = fillText(messages.stepsShape, { rows: size[0], columns: size[1] });
  const said = fillText(messages.stepsShapeSaid, { rows: size[0], columns: size[1] });
  matrix.draw(
    {
      layout,
      valueAt,
      ramp,
      scale,
      isEmpty: (r, c) => shown.isEmpty(r0 + r, c0 + c),
      isChanged: before
        ? (r, c) => {
            const cell = parseCell(shown.cellAt(r0 + r, c0 + c));
            return cell !== null && !Object.is(numberOf(before, cell), valueAt(r, c));
          }
        : undefined,
      rowLabels: shown.rows.labels?.slice(r0, r0 + rows.count),
      columnLabels: shown.columns.labels?.slice(c0, c0 + columns.count),
      groups: shown.groups.map(({ from, to, color }) => ({
        from: from - c0,
        to: to - c0,
        color,
      })),
      ...writingOf(colors),
      colors: { ...look.colors, ink: look.colors.text },
      fontFamily: look.fontFamily,
      pixelRatio: look.pixelRatio,
    },
    {
      symbol: shown.turned ? transposedSymbol(name, head) : inlineSymbol(name, head),
      shape,
      range: rangeText(messages, colors, scale.max),
      label: `${shown.turned ? fillText(messages.stepsTurned, { symbol }) : symbol}, ${said}`,
      size,
      first: [r0, c0],
      cell: ({ row, column }) => ({
        row: shown.rows.labels?.[r0 + row] ?? String(r0 + row + 1),
        column: shown.columns.labels?.[c0 + column] ?? String(c0 + column + 1),
        value: exactText(valueAt(row, column)),
      }),
    },
  );
}

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {Shown['colors']} colors
 * @param {number} max
 */
function rangeText(messages, colors, max) {
  if (colors === 'mask') return '';
  const message = colors === 'shares' ? messages.stepsRangeShares : messages.stepsRange;
  return fillText(message, { value: max });
}
