// Draws one matrix of a step, with its text for screen readers.

import { headHue, rampOf, signedRampOf } from '../../../views/color.ts';
import { parseCell } from '../answer/cells.ts';
import { numberOf } from '../answer/grids.ts';
import { fillText, setAttribute } from '../../../ui/dom.ts';
import { exactText } from '../../../ui/format.ts';
import { inlineSymbol, symbolText, transposedSymbol } from './symbols.ts';
import { cellFormatOf } from './cell-format.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MatrixLayout } from '../../../views/matrix/layout.ts';
import type { Scale } from '../../../views/scale.ts';
import type { Frame } from '../frame.ts';
import type { Shown } from './plan.ts';
import type { MatrixElement } from './matrix.ts';

export interface PlacedMatrix {
  element: MatrixElement;
  shown: Shown;
  rows: { first: number; count: number };
  columns: { first: number; count: number };
}

export function drawMatrix(
  messages: Messages,
  { look, answer }: Frame,
  { element: matrix, shown, rows, columns }: PlacedMatrix,
  layout: MatrixLayout,
  scale: Scale,
) {
  const { matrix: name, head, colors } = shown;
  const [r0, c0] = [rows.first, columns.first];
  const ramp =
    colors === 'shares' ? rampOf(headHue(head ?? 0), look.theme) : signedRampOf(look.theme);
  const valueAt = (r: number, c: number) => shown.valueAt(r0 + r, c0 + c);
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
      ...cellFormatOf(colors),
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

function rangeText(messages: Messages, colors: Shown['colors'], max: number) {
  if (colors === 'mask') return '';
  const message = colors === 'shares' ? messages.stepsRangeShares : messages.stepsRange;
  return fillText(message, { value: max });
}
