// A sum as bars that go on from each other: each begins where the one before it ended, and the last ends at the total. Data in,
// marks out, in CSS pixels.

import type { Figure, Mark } from '../figure.ts';

export interface SumRow {
  name: string;
  value: number;
  /** text of the value */
  text: string;
  /** whether it is a part of the row above it */
  isInner: boolean;
  /** whether it is the total, which begins at 0 */
  isTotal: boolean;
}

export interface SumColors {
  ink: string;
  line: string;
  less: string;
  more: string;
}

const ROW = 26;
const BAR = 14;
const SIZE = 13;
const INDENT = 16;

/** The two ends of each bar. */
export function spansOf(rows: readonly SumRow[]): { from: number; to: number }[] {
  let sum = 0;
  let inner = 0;
  return rows.map(({ value, isInner, isTotal }) => {
    if (isTotal) return { from: 0, to: value };
    if (isInner) {
      inner += value;
      return { from: inner - value, to: inner };
    }
    inner = sum;
    sum += value;
    return { from: sum - value, to: sum };
  });
}

/** The smallest and the largest end, with 0 between them. */
export function rangeOf(spans: readonly { from: number; to: number }[]) {
  const ends = spans.flatMap(({ from, to }) => [from, to]);
  return { least: Math.min(0, ...ends), most: Math.max(0, ...ends) };
}

export function layoutSum(
  title: string,
  rows: readonly SumRow[],
  room: number,
  { ink, line, less, more }: SumColors,
): Figure {
  const names = Math.min(200, room * 0.4);
  const texts = 64;
  const spans = spansOf(rows);
  const { least, most } = rangeOf(spans);
  const scale = (room - names - texts) / Math.max(Number.MIN_VALUE, most - least);
  const at = (value: number) => names + (value - least) * scale;
  const marks: Mark[] = [
    { kind: 'lines', places: [at(0), 0, at(0), rows.length * ROW], lineWidth: 1, stroke: line },
  ];
  rows.forEach(({ name, text, isInner, isTotal, value }, i) => {
    const y = (i + 0.5) * ROW;
    const { from, to } = spans[i];
    const indent = isInner ? INDENT : 0;
    const own = { size: SIZE, fill: ink, base: 'middle', strong: isTotal } as const;
    marks.push(
      { kind: 'text', x: indent, y, text: name, align: 'left', room: names - indent - 8, ...own },
      {
        kind: 'rect',
        x: at(Math.min(from, to)),
        y: y - BAR / 2,
        width: Math.max(1, Math.abs(to - from) * scale),
        height: BAR,
        fill: isTotal ? ink : value < 0 ? less : more,
        opacity: isInner ? 0.6 : 1,
      },
      { kind: 'text', x: room, y, text, align: 'right', ...own },
    );
  });
  return { width: room, height: rows.length * ROW, title, marks };
}
