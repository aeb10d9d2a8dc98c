// Writes a figure as SVG, PNG or TikZ. The background is that of the page's theme.

import { fitFigure, paintMarks } from '../../../views/figure.ts';
import { figureToSvg, hex } from '../../../views/svg.ts';
import { figureToTikz } from '../../../views/tikz.ts';
import type { Figure, Mark } from '../../../views/figure.ts';
import type { Theme } from '../../../views/color.ts';

const PAPER = { light: '#ffffff', dark: '#16181d' };
const MARGIN = 16;
/** Scale of a picture, for print. */
const FINENESS = 2;
/** Largest side of a picture that every browser can make. */
const LARGEST_SIDE = 8192;

export function svgOf(figure: Figure, fontFamily: string, theme: Theme) {
  return figureToSvg(prepared(figure, fontFamily, theme), fontFamily);
}

/** TikZ, for any background of the document. */
export function tikzOf(figure: Figure, fontFamily: string) {
  return figureToTikz(prepared(figure, fontFamily, null));
}

export async function pngOf(figure: Figure, fontFamily: string, theme: Theme): Promise<Blob> {
  const { width, height, marks } = prepared(figure, fontFamily, theme);
  const scale = Math.min(FINENESS, LARGEST_SIDE / Math.max(width, height));
  const { canvas, context } = newCanvas(Math.round(width * scale), Math.round(height * scale));
  context.scale(scale, scale);
  paintMarks(context, marks, fontFamily);
  const blob = await new Promise((done: BlobCallback) => canvas.toBlob(done));
  if (!blob) throw new Error('PNG');
  return blob;
}

/**
 * Adds a margin and a background, shortens texts that do not fit, and converts colours to a form
 * that every program reads.
 *
 * @param theme null: no background
 */
function prepared(figure: Figure, fontFamily: string, theme: Theme | null): Figure {
  const { context } = newCanvas(1, 1, { willReadFrequently: true });
  const fitted = fitFigure(figure, context, fontFamily);
  const colorOf = createColors(context);
  const width = Math.ceil(fitted.width + 2 * MARGIN);
  const height = Math.ceil(fitted.height + 2 * MARGIN);
  const marks = fitted.marks.map((mark) => moved(mark, MARGIN, MARGIN, colorOf));
  const paper: Mark[] = theme
    ? [{ kind: 'rect', x: 0, y: 0, width, height, fill: PAPER[theme] }]
    : [];
  return { width, height, title: fitted.title, marks: [...paper, ...marks] };
}

function newCanvas(width: number, height: number, settings?: CanvasRenderingContext2DSettings) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', settings);
  if (!context) throw new Error('canvas');
  return { canvas, context };
}

/**
 * Converts colours: style sheets may give a colour in any space; a painted pixel gives it in sRGB.
 *
 * @param context context of one pixel
 */
function createColors(context: CanvasRenderingContext2D) {
  const known: Map<string, string> = new Map();
  return (color: string) => {
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

/** A mark moved by an offset, with its colours mapped. */
export function moved(
  mark: Mark,
  dx: number,
  dy: number,
  colorOf: (color: string) => string = (color) => color,
): Mark {
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

/** @param places x and y, alternating */
function shifted(places: readonly number[], dx: number, dy: number) {
  return places.map((place, i) => place + (i % 2 === 0 ? dx : dy));
}
