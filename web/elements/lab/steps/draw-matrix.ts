// Draws one matrix of a step, with its text for screen readers.

import { headHue, rampOf, signedRampOf } from '../../../views/color.ts';
import { parseCell } from '../answer/cells.ts';
import { numberOf } from '../answer/grids.ts';
import { sayText } from '../../../ui/text.ts';
import { exactText } from '../../../ui/format.ts';
import { inlineSymbol, symbolText, transposedSymbol } from './symbols.ts';
import { cellFormatOf } from './cell-format.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MatrixLayout } from '../../../views/matrix/layout.ts';
import type { Scale } from '../../../views/scale.ts';
import type { LayerFrame } from '../frame.ts';
import type { Axis, Shown } from './plan.ts';
import type { MatrixElement } from './matrix.ts';

export interface PlacedMatrix {
  element: MatrixElement;
  shown: Shown;
  rows: { first: number; count: number };
  columns: { first: number; count: number };
}

export function drawMatrix(
  messages: Messages,
  { look, answer, earlier }: LayerFrame,
  { element: matrix, shown, rows, columns }: PlacedMatrix,
  layout: MatrixLayout,
  scale: Scale,
) {
  const { matrix: name, head, colors } = shown;
  const first = { row: rows.first, column: columns.first };
  const ramp =
    colors === 'shares' ? rampOf(headHue(head ?? 0), look.theme) : signedRampOf(look.theme);
  const valueAt = (r: number, c: number) => shown.valueAt(first.row + r, first.column + c);
  const before = answer?.before ?? earlier;
  const size = { rows: shown.rows.size, columns: shown.columns.size };
  const symbol = symbolText(name, head);
  const spokenShape = sayText(messages.stepsShapeSaid, size);
  matrix.draw(
    {
      layout,
      valueAt,
      ramp,
      scale,
      isEmpty: (r, c) => shown.isEmpty(first.row + r, first.column + c),
      isChanged: before
        ? (r, c) => {
            const cell = parseCell(shown.cellAt(first.row + r, first.column + c));
            return cell !== null && !Object.is(numberOf(before, cell), valueAt(r, c));
          }
        : undefined,
      rowLabels: shown.rows.labels?.slice(first.row, first.row + rows.count),
      columnLabels: shown.columns.labels?.slice(first.column, first.column + columns.count),
      groups: shown.groups.map(({ from, to, color }) => ({
        from: from - first.column,
        to: to - first.column,
        color,
      })),
      ...cellFormatOf(colors),
      colors: { ...look.colors, ink: look.colors.text },
      fontFamily: look.fontFamily,
      pixelRatio: look.pixelRatio,
    },
    {
      matrix: shown.turned ? null : name,
      symbol: shown.turned ? transposedSymbol(name, head) : inlineSymbol(name, head),
      shape: sayText(messages.stepsShape, size),
      range: rangeText(messages, colors, scale.max),
      label: `${shown.turned ? sayText(messages.stepsTurned, { symbol }) : symbol}, ${spokenShape}`,
      corner: symbol,
      rowName: (row) => nameIn(shown.rows, row),
      columnName: (column) => nameIn(shown.columns, column),
      valueText: ({ row, column }) => exactText(shown.valueAt(row, column)),
      ...size,
      first,
    },
  );
}

/** The name of a row or column: its token, or its number. */
function nameIn({ labels }: Axis, index: number) {
  return labels?.[index] ?? String(index + 1);
}

function rangeText(messages: Messages, colors: Shown['colors'], max: number) {
  if (colors === 'mask') return '';
  const message = colors === 'shares' ? messages.stepsRangeShares : messages.stepsRange;
  return sayText(message, { value: max });
}
