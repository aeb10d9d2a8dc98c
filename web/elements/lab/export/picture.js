// Writes a figure as SVG, PNG or TikZ. The background is the page's theme's.

import { fitFigure, paintMarks } from '../../../views/figure.js';
import { figureToSvg, hex } from '../../../views/svg.js';
import { figureToTikz } from '../../../views/tikz.js';

/**
 * @typedef {import('../../../views/figure.js').Figure} Figure
 * @typedef {import('../../../views/figure.js').Mark} Mark
 * @typedef {import('../../../views/color.js').Theme} Theme
 */

const PAPER = { light: '#ffffff', dark: '#16181d' };
const MARGIN = 16;
/** Pixels of a picture for one of the page: enough for print. */
const FINENESS = 2;
/** No browser makes a picture larger than this on a side. */
const LARGEST_SIDE = 8192;

/**
 * @param {Figure} figure
 * @param {string} fontFamily
 * @param {Theme} theme
 */
export function svgOf(figure, fontFamily, theme) {
  return figureToSvg(prepared(figure, fontFamily, theme), fontFamily);
}

/**
 * On the paper of the document, whichever colour that has.
 * @param {Figure} figure
 * @param {string} fontFamily
 */
export function tikzOf(figure, fontFamily) {
  return figureToTikz(prepared(figure, fontFamily, null));
}

/**
 * @param {Figure} figure
 * @param {string} fontFamily
 * @param {Theme} theme
 * @returns {Promise<Blob>}
 */
export async function pngOf(figure, fontFamily, theme) {
  const { width, height, marks } = prepared(figure, fontFamily, theme);
  const scale = Math.min(FINENESS, LARGEST_SIDE / Math.max(width, height));
  const { canvas, context } = newCanvas(Math.round(width * scale), Math.round(height * scale));
  context.scale(scale, scale);
  paintMarks(context, marks, fontFamily);
  const blob = await new Promise((/** @type {BlobCallback} */ done) => canvas.toBlob(done));
  if (!blob) throw new Error('PNG');
  return blob;
}

/**
 * With a margin, a background, texts as long as they fit, and colours that every program knows.
 * @param {Figure} figure
 * @param {string} fontFamily
 * @param {Theme | null} theme null: no background
 * @returns {Figure}
 */
function prepared(figure, fontFamily, theme) {
  const { context } = newCanvas(1, 1, { willReadFrequently: true });
  const fitted = fitFigure(figure, context, fontFamily);
  const colorOf = createColors(context);
  const width = Math.ceil(fitted.width + 2 * MARGIN);
  const height = Math.ceil(fitted.height + 2 * MARGIN);
  const marks = fitted.marks.map((mark) => moved(mark, MARGIN, MARGIN, colorOf));
  /** @type {Mark[]} */
  const paper = theme ? [{ kind: 'rect', x: 0, y: 0, width, height, fill: PAPER[theme] }] : [];
  return { width, height, title: fitted.title, marks: [...paper, ...marks] };
}

/**
 * @param {number} width
 * @param {number} height
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
function newCanvas(width, height, settings) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', settings);
  if (!context) throw new Error('canvas');
  return { canvas, context };
}

/**
 * Style sheets may give a colour in any space; a painted pixel gives it in sRGB.
 * @param {CanvasRenderingContext2D} context of one pixel
 */
function createColors(context) {
  /** @type {Map<string, string>} */
  const known = new Map();
  return (/** @type {string} */ color) => {
    let name = known.get(color);
    if (name === undefined) {
      name = hex(color);
      if (!/^#[\da-f]{6}$/i.test(name)) {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
        name = hex(`rgb(${red} ${green} ${blue})`);
      }
      known.set(color, name);
    }
    return name;
  };
}

/**
 * A mark at another place, in other words for its colour.
 * @param {Mark} mark
 * @param {number} dx
 * @param {number} dy
 * @param {(color: string) => string} [colorOf]
 * @returns {Mark}
 */
export function moved(mark, dx, dy, colorOf = (color) => color) {
  switch (mark.kind) {
    case 'group':
      return { ...mark, marks: mark.marks.map((inner) => moved(inner, dx, dy, colorOf)) };
    case 'rect':
    case 'text':
      return { ...mark, x: mark.x + dx, y: mark.y + dy, fill: colorOf(mark.fill) };
    case 'dots':
      return { ...mark, places: shifted(mark.places, dx, dy), fill: colorOf(mark.fill) };
    case 'bars':
      // every other pair is a size
      return {
        ...mark,
        places: mark.places.map((n, i) => (i % 4 === 0 ? n + dx : i % 4 === 1 ? n + dy : n)),
        fill: colorOf(mark.fill),
      };
    case 'curves':
    case 'lines':
      return { ...mark, places: shifted(mark.places, dx, dy), stroke: colorOf(mark.stroke) };
  }
}

/**
 * @param {readonly number[]} places x and y in turn
 * @param {number} dx
 * @param {number} dy
 */
function shifted(places, dx, dy) {
  return places.map((place, i) => place + (i % 2 === 0 ? dx : dy));
}
