// Layout of a chart of curves over steps: axes, ticks and lines.
// Arithmetic only: it measures nothing and draws nothing.

interface CurvesSpace {
  /** CSS pixels */
  width: number;
  height: number;
  /** the last step of the axis; the first is 0 */
  steps: number;
  /** the largest value of the axis; the smallest is 0 */
  most: number;
  /** a mark at each of its multiples; default: round numbers */
  every?: number;
  /** whether the axis has labels of steps */
  named?: boolean;
}

export interface CurvesLayout {
  width: number;
  height: number;
  /** position of step 0 */
  left: number;
  right: number;
  /** position of the largest value */
  top: number;
  /** position of 0 */
  bottom: number;
  steps: number;
  most: number;
  /** values with a grid line */
  marks: readonly number[];
  /** steps with a label; empty without labels */
  stepMarks: readonly number[];
}

/** Width of the values' labels beside the lines. */
export const CURVES_LEFT = 48;
export const CURVES_RIGHT = 12;
const TOP = 8;
const NAMES = 22;
const MOST_MARKS = 4;
const STEP_MARK_ROOM = 76;

export function layoutCurves({
  width,
  height,
  steps,
  most,
  every,
  named = false,
}: CurvesSpace): CurvesLayout {
  const right = Math.max(CURVES_LEFT + 1, width - CURVES_RIGHT);
  const stepRoom = (right - CURVES_LEFT) / STEP_MARK_ROOM;
  return {
    width,
    height,
    left: CURVES_LEFT,
    right,
    top: TOP,
    bottom: height - (named ? NAMES : TOP),
    steps,
    most,
    marks: multiples(every ?? easyStep(most / MOST_MARKS), most),
    stepMarks: named ? multiples(Math.max(1, easyStep(steps / stepRoom)), steps) : [],
  };
}

export function xOf({ left, right, steps }: CurvesLayout, step: number) {
  return left + ((right - left) * step) / Math.max(1, steps);
}

/** The y of a value; values beyond the axis are at the top. */
export function yOf({ top, bottom, most }: CurvesLayout, value: number) {
  return bottom - (bottom - top) * Math.min(1, Math.max(0, value / most));
}

/**
 * The line through the numbers of steps 1, 2, 3 ... Where a pixel has several numbers, the line
 * goes up and down between the smallest and the largest of them, so that none is left out.
 *
 * @returns x, y of the start and of the end of each piece
 */
export function lineThrough(layout: CurvesLayout, values: readonly number[]): number[] {
  const pieces: number[] = [];
  /** end of the line so far */
  let at: { x: number; y: number } | null = null;
  const go = (x: number, y: number) => {
    if (at) pieces.push(at.x, at.y, x, y);
    at = { x, y };
  };
  const perPixel = layout.steps / Math.max(1, layout.right - layout.left);
  const size = Math.max(1, Math.floor(perPixel));
  for (let first = 0; first < values.length; first += size) {
    const x = xOf(layout, first + 1);
    const end = Math.min(values.length, first + size);
    let [low, high] = [Infinity, -Infinity];
    for (let i = first; i < end; i++) {
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
    if (!(low <= high)) {
      at = null; // no numbers
      continue;
    }
    go(x, yOf(layout, values[first]));
    if (end - first === 1) continue;
    go(x, yOf(layout, low));
    go(x, yOf(layout, high));
    go(x, yOf(layout, values[end - 1]));
  }
  return pieces;
}

/** The step under a point. */
export function stepAt({ left, right, steps }: CurvesLayout, x: number) {
  return Math.round(Math.min(1, Math.max(0, (x - left) / (right - left))) * steps);
}

function multiples(unit: number, most: number) {
  const count = Math.floor(most / unit + 1e-9);
  return Array.from({ length: count + 1 }, (_, i) => i * unit);
}

/** The smallest of 1, 2, 5, 10, 20 ... that is at least a number. */
function easyStep(least: number) {
  if (!(least > 0)) return 1;
  let unit = 1;
  while (unit > least) unit /= 10;
  for (; ; unit *= 10) {
    for (const part of [1, 2, 5]) if (part * unit >= least) return part * unit;
  }
}
