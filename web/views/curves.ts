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

/** width: of its name, in CSS pixels */
type Event = { step: number; name: string; color: string; width: number };

interface CurvesContent {
  layout: CurvesLayout;
  /** the most important first; it is drawn over the others */
  curves: readonly Curve[];
  /** the value without learning */
  guess: number | null;
  /** step of the cursor */
  step: number | null;
  /** events with their first step, in order */
  events?: readonly Event[];
  colors: { ink: string; text: string; faint: string; line: string };
  /** formats values */
  format: (value: number) => string;
  formatStep: (step: number) => string;
}

export const SIZE = 12;
const LINE_WIDTH = 1.75;
/** Radius of the dot at the hovered step. */
const DOT = 3.5;
/** Lines of event names, from the top. */
const EVENT_LINES = [6, 21, 36, 54];
/** Half the height of a name, and the room on both sides of it. */
const NAME_HALF = 8;
const NAME_GAP = 4;
/** Dashes of the baseline of guessing, and the gaps between them. */
const DASH = 4;

export function curveMarks(content: CurvesContent): Mark[] {
  const { layout, curves, guess, step, events = [], colors } = content;
  const marks: Mark[] = axisMarks(content);
  if (guess !== null) marks.push(guessMark(layout, guess, colors));
  for (const { name, values, color } of [...curves].reverse()) {
    const places = lineThrough(layout, values);
    marks.push({
      kind: 'group',
      name,
      marks: [{ kind: 'lines', places, lineWidth: LINE_WIDTH, stroke: color }],
    });
  }
  const flags = placeNames(layout, events);
  marks.push(...eventMarks(layout, flags, curves[0]?.values ?? [], colors));
  if (step === null) return marks;
  const x = xOf(layout, step);
  marks.push(uprightMark(x, layout.top, layout.bottom, flags, colors.text));
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

function guessMark(layout: CurvesLayout, value: number, { text }: CurvesContent['colors']): Mark {
  const { left, right } = layout;
  const y = yOf(layout, value);
  const places = [];
  for (let x = left; x < right; x += 2 * DASH) places.push(x, y, Math.min(right, x + DASH), y);
  return { kind: 'lines', places, lineWidth: 1.25, stroke: text };
}

/**
 * A flag on the first curve for each event, with its name above. No two names overlap, and no line
 * crosses a name: events of one name that are close share it, and others are lower.
 */
function eventMarks(
  layout: CurvesLayout,
  flags: readonly Flag[],
  values: readonly number[],
  colors: CurvesContent['colors'],
): Mark[] {
  return flags.flatMap(({ x, y: from, left, isNamed, event: { step, name, color } }) => {
    const value = values[step - 1];
    const end = Number.isFinite(value) ? yOf(layout, value) : layout.bottom;
    const line = uprightMark(x, from + NAME_HALF, layout.bottom, flags, color);
    const dot: Mark = { kind: 'dots', places: [x, end], radius: DOT + 1, fill: color };
    if (!isNamed) return [line, dot];
    const text: Mark = {
      kind: 'text',
      x: left + NAME_GAP,
      y: from,
      text: name,
      size: SIZE,
      fill: colors.ink,
      align: 'left',
      base: 'middle',
      room: layout.right - left,
    };
    return [line, dot, text];
  });
}

/** An upright line with gaps where it would cross a name. */
function uprightMark(
  x: number,
  top: number,
  bottom: number,
  flags: readonly Flag[],
  stroke: string,
): Mark {
  const crossed = flags.filter(
    (one) => one.isNamed && x >= one.left && x <= one.right && one.y + NAME_HALF > top,
  );
  const pieces = piecesBetween(top, bottom, crossed);
  return {
    kind: 'lines',
    places: pieces.flatMap(([from, to]) => [x, from, x, to]),
    lineWidth: 1,
    stroke,
  };
}

/** an event with the place of its name, which starts above its line */
interface Flag {
  event: Event;
  x: number;
  /** middle of the name */
  y: number;
  left: number;
  right: number;
  /** false: it shares the name of the event before */
  isNamed: boolean;
}

/** Each name in the first line that is free there; where none is, the event has a dot without a name. */
function placeNames(layout: CurvesLayout, events: readonly Event[]): Flag[] {
  const flags: Flag[] = [];
  for (const event of events) {
    const x = xOf(layout, event.step);
    const width = event.width + 2 * NAME_GAP;
    const left = Math.max(layout.left, Math.min(x - NAME_GAP, layout.right - width));
    const right = left + width;
    const near = flags.filter((one) => one.isNamed && one.right > left && one.left < right);
    const same = near.find((one) => one.event.name === event.name);
    const free = EVENT_LINES.find((line) => near.every((one) => one.y !== layout.top + line));
    const isNamed = !same && free !== undefined;
    const y = same?.y ?? layout.top + (free ?? EVENT_LINES[0]);
    flags.push({ event, x, y, left, right, isNamed });
  }
  return flags;
}

/** The pieces of an upright line that are not behind a name. */
function piecesBetween(from: number, to: number, crossed: readonly Flag[]): [number, number][] {
  const pieces: [number, number][] = [];
  let start = from;
  for (const { y } of [...crossed].sort((a, b) => a.y - b.y)) {
    if (y - NAME_HALF > start) pieces.push([start, y - NAME_HALF]);
    start = Math.max(start, y + NAME_HALF);
  }
  if (to > start) pieces.push([start, to]);
  return pieces;
}
