// Marks of a chart of curves over training steps.
// Grid lines, the baseline of guessing, a line for each run, and the hovered step. Data in, marks
// out; figure.ts paints them.

import { lineThrough, xOf, yOf } from './curves-layout.ts';
import type { Mark } from './figure.ts';
import type { CurvesLayout } from './curves-layout.ts';

interface Curve {
  name: string;
  /** values of the steps 1, 2, 3 ... */
  values: readonly number[];
  color: string;
}

type Event = { step: number; name: string; color: string };

interface CurvesContent {
  layout: CurvesLayout;
  /** the most important first; it is drawn over the others */
  curves: readonly Curve[];
  /** the value without learning */
  guess: { value: number; name: string } | null;
  /** step of the cursor */
  step: number | null;
  /** events with their first step, in order */
  events?: readonly Event[];
  colors: { ink: string; text: string; faint: string; line: string };
  /** formats values */
  format: (value: number) => string;
  formatStep: (step: number) => string;
}

const SIZE = 12;
const LINE_WIDTH = 1.75;
/** Radius of the dot at the hovered step. */
const DOT = 3.5;
/** Lines of event names, below the baseline of guessing. */
const EVENT_LINES = 3;
const EVENTS_FROM = 22;
/** Dashes of the baseline of guessing, and the gaps between them. */
const DASH = 4;

export function curveMarks(content: CurvesContent): Mark[] {
  const { layout, curves, guess, step, events = [], colors } = content;
  const marks: Mark[] = axisMarks(content);
  if (guess) marks.push(...guessMarks(layout, guess, colors));
  for (const { name, values, color } of [...curves].reverse()) {
    const places = lineThrough(layout, values);
    marks.push({
      kind: 'group',
      name,
      marks: [{ kind: 'lines', places, lineWidth: LINE_WIDTH, stroke: color }],
    });
  }
  marks.push(...eventMarks(layout, events, curves[0]?.values ?? [], colors));
  if (step === null) return marks;
  const x = xOf(layout, step);
  marks.push({
    kind: 'lines',
    places: [x, layout.top, x, layout.bottom],
    lineWidth: 1,
    stroke: colors.text,
  });
  for (const { values, color } of [...curves].reverse()) {
    const value = values[step - 1];
    if (!Number.isFinite(value)) continue;
    marks.push({ kind: 'dots', places: [x, yOf(layout, value)], radius: DOT, fill: color });
  }
  return marks;
}

function axisMarks({ layout, colors, format, formatStep }: CurvesContent): Mark[] {
  const { left, right, bottom, marks: values, stepMarks } = layout;
  const marks: Mark[] = values.map((value) => ({
    kind: 'lines',
    places: [left, yOf(layout, value), right, yOf(layout, value)],
    lineWidth: 1,
    stroke: value === 0 ? colors.faint : colors.line,
  }));
  for (const value of values) {
    marks.push({
      kind: 'text',
      x: left - 8,
      y: yOf(layout, value),
      text: format(value),
      size: SIZE,
      fill: colors.text,
      align: 'right',
      base: 'middle',
    });
  }
  for (const step of stepMarks) {
    marks.push({
      kind: 'text',
      x: xOf(layout, step),
      y: bottom + 16,
      text: formatStep(step),
      size: SIZE,
      fill: colors.text,
      align: xOf(layout, step) > right - 20 ? 'right' : step === 0 ? 'left' : 'center',
      base: 'alphabetic',
    });
  }
  return marks;
}

function guessMarks(
  layout: CurvesLayout,
  { value, name }: { value: number; name: string },
  colors: CurvesContent['colors'],
): Mark[] {
  const { left, right, top } = layout;
  const y = yOf(layout, value);
  const places = [];
  for (let x = left; x < right; x += 2 * DASH) places.push(x, y, Math.min(right, x + DASH), y);
  return [
    { kind: 'lines', places, lineWidth: 1.25, stroke: colors.text },
    {
      kind: 'text',
      x: right - 2,
      y: y - top < 18 ? y + 13 : y - 6,
      text: name,
      size: SIZE,
      fill: colors.text,
      align: 'right',
      base: 'alphabetic',
      room: right - left,
    },
  ];
}

/**
 * A flag on the first curve for each event, with its name above; names that would overlap are
 * lower.
 */
function eventMarks(
  layout: CurvesLayout,
  events: readonly Event[],
  values: readonly number[],
  colors: CurvesContent['colors'],
): Mark[] {
  const { left, right, top, bottom } = layout;
  return events.flatMap(({ step, name, color }, i) => {
    const x = xOf(layout, step);
    const value = values[step - 1];
    const line = top + SIZE + (i % EVENT_LINES) * (SIZE + 3) + EVENTS_FROM;
    const y = Number.isFinite(value) ? yOf(layout, value) : bottom;
    const isRight = x > (left + right) / 2;
    const marks: Mark[] = [
      { kind: 'lines', places: [x, line, x, bottom], lineWidth: 1, stroke: color },
      { kind: 'dots', places: [x, y], radius: DOT + 1, fill: color },
      {
        kind: 'text',
        x: x + (isRight ? -5 : 5),
        y: line + 4,
        text: name,
        size: SIZE,
        fill: colors.ink,
        align: isRight ? 'right' : 'left',
        base: 'middle',
        room: isRight ? x - left : right - x,
      },
    ];
    return marks;
  });
}
