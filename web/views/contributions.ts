// Marks of the sum of all heads' contributions to one token's output.
// Vectors are drawn as bars, one row above the other, then a rule and their sum. Data in, marks
// out; figure.ts paints them.

import { zeroOf } from './contributions-layout.ts';
import type { Mark } from './figure.ts';
import type { SumLayout } from './contributions-layout.ts';

interface SumRow {
  name: string;
  /** (dims) */
  values: Float32Array;
  color: string;
}

export interface SumContent {
  layout: SumLayout;
  /** the parts, with their sum as the last row */
  rows: readonly SumRow[];
  colors: { ink: string; text: string; faint: string; line: string; wash: string };
  format: (value: number) => string;
  dimName: (dim: number) => string;
}

interface SumFocus {
  row: number | null;
  dim: number | null;
}

/** The opacity of rows without the focus. */
const BESIDE = 0.4;
/** Least length of a bar: shorter ones would be invisible. */
const LEAST_BAR = 0.5;

export function sumMarks(content: SumContent, focus: SumFocus): Mark[] {
  const { layout, rows, colors } = content;
  const marks: Mark[] = [];
  if (focus.dim !== null) marks.push(...columnMarks(content, focus.dim));
  marks.push(zeroMarks(layout, colors.line));
  rows.forEach((_, row) => marks.push(rowMarks(content, row, focus)));
  const y = layout.rule;
  const from = Math.min(layout.name, layout.number);
  const to = Math.max(layout.name, layout.number);
  marks.push({ kind: 'lines', places: [from, y, to, y], lineWidth: 1, stroke: colors.faint });
  return marks;
}

/** Marks of the hovered element in all rows. */
function columnMarks({ layout, rows, colors, format, dimName }: SumContent, dim: number): Mark[] {
  const { left, step, top, height, fontSize, mirrored } = layout;
  const x = left + dim * step;
  const width = Math.max(step, 2);
  const numbers: Mark[] = rows.map(({ values }, row) => ({
    kind: 'text',
    x: layout.number,
    y: zeroOf(layout, row),
    text: format(values[dim]),
    size: fontSize,
    fill: colors.ink,
    align: mirrored ? 'left' : 'right',
    base: 'middle',
    strong: row === rows.length - 1,
  }));
  const band: Mark = {
    kind: 'rect',
    x: x - (width - step) / 2,
    y: top - 4,
    width,
    height: height - top + 2,
    radius: Math.min(3, width / 3),
    fill: colors.wash,
  };
  return [
    band,
    {
      kind: 'text',
      x: Math.max(left + 12, Math.min(layout.right - 12, x + step / 2)),
      y: top - 11,
      text: dimName(dim),
      size: 11.5,
      fill: colors.text,
      align: 'center',
      base: 'alphabetic',
    },
    { kind: 'group', name: dimName(dim), marks: numbers },
  ];
}

function zeroMarks(layout: SumLayout, stroke: string): Mark {
  const places = [];
  for (let row = 0; row < layout.rows; row++) {
    const y = zeroOf(layout, row);
    places.push(layout.left, y, layout.right, y);
  }
  return { kind: 'lines', places, lineWidth: 1, stroke };
}

function rowMarks({ layout, rows, colors }: SumContent, row: number, focus: SumFocus): Mark {
  const { left, step, gap, unit, dims, fontSize, mirrored } = layout;
  const { name, values, color } = rows[row];
  const zero = zeroOf(layout, row);
  const isSum = row === rows.length - 1;
  const places = [];
  for (let dim = 0; dim < dims; dim++) {
    const size = Math.abs(values[dim]) * unit;
    if (!(size > 0 && size < Infinity)) continue;
    const long = Math.max(size, LEAST_BAR);
    places.push(
      left + dim * step + gap / 2,
      values[dim] > 0 ? zero - long : zero,
      step - gap,
      long,
    );
  }
  const dimmed = focus.row !== null && focus.row !== row && !isSum;
  const marks: Mark[] = [
    { kind: 'bars', places, fill: color, opacity: dimmed ? BESIDE : undefined },
    {
      kind: 'text',
      x: layout.name,
      y: zero,
      text: name,
      size: fontSize,
      fill: isSum || focus.row === row ? colors.ink : colors.text,
      align: mirrored ? 'right' : 'left',
      base: 'middle',
      strong: isSum || focus.row === row,
    },
  ];
  if (row > 0) {
    marks.push({
      kind: 'text',
      x: layout.sign,
      y: zero,
      text: isSum ? '=' : '+',
      size: fontSize + 1,
      fill: colors.text,
      align: 'center',
      base: 'middle',
    });
  }
  return { kind: 'group', name, marks };
}
