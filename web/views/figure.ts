// A figure: a view as a list of marks in CSS pixels.
// One layout is for the screen and for every file format. This file defines the marks and paints
// them; svg.ts and tikz.ts write them.

import { fitText } from './fit-text.ts';
import { paintDots, paintText } from './paint.ts';

export interface Rect {
  kind: 'rect';
  x: number;
  y: number;
  width: number;
  height: number;
  radius?: number;
  fill: string;
  opacity?: number;
}

export interface Dots {
  kind: 'dots';
  /** x, y of each point */
  places: readonly number[];
  radius: number;
  fill: string;
  opacity?: number;
}

export interface Bars {
  kind: 'bars';
  /** x, y, width, height of each rectangle */
  places: readonly number[];
  fill: string;
  opacity?: number;
}

/** curves from side to side, level at both ends */
export interface Curves {
  kind: 'curves';
  /** x, y of the start and x, y of the end of each curve */
  places: readonly number[];
  lineWidth: number;
  stroke: string;
  opacity?: number;
}

export interface Lines {
  kind: 'lines';
  /** x, y of the start and x, y of the end of each line */
  places: readonly number[];
  lineWidth: number;
  stroke: string;
  opacity?: number;
}

export interface Text {
  kind: 'text';
  x: number;
  y: number;
  text: string;
  size: number;
  fill: string;
  /** the side of the text that is at x, whatever its direction */
  align: 'left' | 'center' | 'right';
  /** the height of the text that is at y */
  base: 'middle' | 'alphabetic';
  /** whether it reads upwards */
  upright?: boolean;
  strong?: boolean;
  /** a longer text ends in an ellipsis; measured when it is painted */
  room?: number;
}

export interface Group {
  kind: 'group';
  /** its title in files */
  name: string;
  opacity?: number;
  marks: readonly Mark[];
}

export type Mark = Rect | Dots | Bars | Curves | Lines | Text | Group;

export interface Figure {
  width: number;
  height: number;
  /** description in words */
  title: string;
  marks: readonly Mark[];
}

/** The slope of a curve is largest half way between its ends. */
export const BOW = 0.5;

/** @param context scaled to CSS pixels */
export function paintMarks(
  context: CanvasRenderingContext2D,
  marks: readonly Mark[],
  fontFamily: string,
) {
  for (const mark of marks) {
    const before = context.globalAlpha;
    context.globalAlpha = before * (opacityOf(mark) ?? 1);
    if (mark.kind === 'group') paintMarks(context, mark.marks, fontFamily);
    else if (mark.kind === 'text') paintText(context, mark, fontFamily);
    else if (mark.kind === 'dots') paintDots(context, mark);
    else if (mark.kind === 'curves' || mark.kind === 'lines') paintStrokes(context, mark);
    else paintAreas(context, mark);
    context.globalAlpha = before;
  }
}

export function opacityOf(mark: Mark) {
  return mark.kind === 'text' ? undefined : mark.opacity;
}

function paintAreas(context: CanvasRenderingContext2D, mark: Rect | Bars) {
  context.fillStyle = mark.fill;
  if (mark.kind === 'rect' && !mark.radius) {
    context.fillRect(mark.x, mark.y, mark.width, mark.height);
    return;
  }
  context.beginPath();
  if (mark.kind === 'rect') {
    context.roundRect(mark.x, mark.y, mark.width, mark.height, mark.radius);
  } else {
    const { places } = mark;
    for (let i = 0; i < places.length; i += 4) {
      context.rect(places[i], places[i + 1], places[i + 2], places[i + 3]);
    }
  }
  context.fill();
}

/** Strokes a whole mark at once: crossings of its lines are no darker than one line. */
function paintStrokes(
  context: CanvasRenderingContext2D,
  { kind, places, stroke, lineWidth }: Curves | Lines,
) {
  context.strokeStyle = stroke;
  context.lineWidth = lineWidth;
  context.lineCap = 'round';
  context.beginPath();
  for (let i = 0; i < places.length; i += 4) {
    const [x0, y0, x1, y1] = [places[i], places[i + 1], places[i + 2], places[i + 3]];
    context.moveTo(x0, y0);
    if (kind === 'lines') {
      context.lineTo(x1, y1);
    } else {
      const middle = x0 + BOW * (x1 - x0);
      context.bezierCurveTo(middle, y0, middle, y1, x1, y1);
    }
  }
  context.stroke();
}

/**
 * The figure with every text as long as it is painted, for files, whose programs need not measure.
 *
 * @param context measures the texts
 */
export function fitFigure(
  figure: Figure,
  context: CanvasRenderingContext2D,
  fontFamily: string,
): Figure {
  const fit = (mark: Mark): Mark => {
    if (mark.kind === 'group') return { ...mark, marks: mark.marks.map(fit) };
    if (mark.kind !== 'text' || mark.room === undefined) return mark;
    context.font = `${mark.strong ? '600 ' : ''}${mark.size}px ${fontFamily}`;
    return { ...mark, text: fitText(context, mark.text, mark.room), room: undefined };
  };
  return { ...figure, marks: figure.marks.map(fit) };
}
