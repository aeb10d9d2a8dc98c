// A figure: a view as a list of marks in CSS pixels.
// One layout serves the screen and every file format. This file defines the marks and paints them;
// svg.js and tikz.js write them.

import { fitText } from './fit-text.js';
import { paintDots, paintText } from './paint.js';

/**
 * @typedef {object} Rect
 * @property {'rect'} kind
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} [radius]
 * @property {string} fill
 * @property {number} [opacity]
 *
 * @typedef {object} Dots
 * @property {'dots'} kind
 * @property {readonly number[]} places x, y of each
 * @property {number} radius
 * @property {string} fill
 * @property {number} [opacity]
 *
 * @typedef {object} Bars
 * @property {'bars'} kind
 * @property {readonly number[]} places x, y, width, height of each
 * @property {string} fill
 * @property {number} [opacity]
 *
 * @typedef {object} Curves from side to side, level at both ends
 * @property {'curves'} kind
 * @property {readonly number[]} places x, y of the start and x, y of the end of each
 * @property {number} lineWidth
 * @property {string} stroke
 * @property {number} [opacity]
 *
 * @typedef {object} Lines
 * @property {'lines'} kind
 * @property {readonly number[]} places x, y of the start and x, y of the end of each
 * @property {number} lineWidth
 * @property {string} stroke
 * @property {number} [opacity]
 *
 * @typedef {object} Text
 * @property {'text'} kind
 * @property {number} x
 * @property {number} y
 * @property {string} text
 * @property {number} size
 * @property {string} fill
 * @property {'left' | 'center' | 'right'} align of the text to x, whichever way it is written
 * @property {'middle' | 'alphabetic'} base which part of the text is at y
 * @property {boolean} [upright] reads from below to above
 * @property {boolean} [strong]
 * @property {number} [room] a longer text ends in an ellipsis; measured where it is painted
 *
 * @typedef {object} Group
 * @property {'group'} kind
 * @property {string} name its title, for those who open the file
 * @property {number} [opacity]
 * @property {readonly Mark[]} marks
 *
 * @typedef {Rect | Dots | Bars | Curves | Lines | Text | Group} Mark
 *
 * @typedef {object} Figure
 * @property {number} width
 * @property {number} height
 * @property {string} title in words
 * @property {readonly Mark[]} marks
 */

/** Half way between its ends a curve is as steep as it gets. */
export const BOW = 0.5;

/**
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {readonly Mark[]} marks
 * @param {string} fontFamily
 */
export function paintMarks(context, marks, fontFamily) {
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

/** @param {Mark} mark */
export function opacityOf(mark) {
  return mark.kind === 'text' ? undefined : mark.opacity;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Rect | Bars} mark
 */
function paintAreas(context, mark) {
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

/**
 * All of a mark in one stroke: where its lines cross they are no darker than one.
 * @param {CanvasRenderingContext2D} context
 * @param {Curves | Lines} mark
 */
function paintStrokes(context, { kind, places, stroke, lineWidth }) {
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
 * The figure with every text as long as it is painted, for files: those who open them need not measure.
 * @param {Figure} figure
 * @param {CanvasRenderingContext2D} context to measure with
 * @param {string} fontFamily
 * @returns {Figure}
 */
export function fitFigure(figure, context, fontFamily) {
  /** @param {Mark} mark @returns {Mark} */
  const fit = (mark) => {
    if (mark.kind === 'group') return { ...mark, marks: mark.marks.map(fit) };
    if (mark.kind !== 'text' || mark.room === undefined) return mark;
    context.font = `${mark.strong ? '600 ' : ''}${mark.size}px ${fontFamily}`;
    return { ...mark, text: fitText(context, mark.text, mark.room), room: undefined };
  };
  return { ...figure, marks: figure.marks.map(fit) };
}
