// The formulas and pictures between the paragraphs of a teacher's lesson, as templates.
// A picture is decoded from its bytes, so that a page's policy about images does not matter.

import { html } from '../../../ui/template.ts';
import * as math from '../../../ui/mathml.ts';
import type { Template } from '../../../ui/template.ts';
import type { Formula } from './formula.ts';
import { MOST_PIXELS } from './picture.ts';
import type { Picture } from './picture.ts';

const NOTHING = math.name('');
/** The picture that each canvas is to show: scenes reuse canvases, and decoding takes a moment. */
const wanted: WeakMap<HTMLCanvasElement, Picture> = new WeakMap();
/** The way to draw each picture, so that it is drawn once. */
const painted: WeakMap<Picture, (canvas: HTMLCanvasElement) => void> = new WeakMap();

export function formulaView(formula: Formula) {
  return html`<p class="own-formula" dir="ltr">${math.formula(partOf(formula), 'block')}</p>`;
}

export function pictureView(picture: Picture) {
  const paint = painted.get(picture) ?? ((canvas: HTMLCanvasElement) => void draw(canvas, picture));
  painted.set(picture, paint);
  return html`<figure class="own-picture">
    <canvas aria-hidden="true" paint=${paint}></canvas>
    <figcaption>${picture.description}</figcaption>
  </figure>`;
}

function partOf(part: Formula): Template {
  switch (part.kind) {
    case 'letter':
      return math.mi(part.text);
    case 'name':
      return math.name(part.text);
    case 'number':
      return math.mn(part.text);
    case 'sign':
      return math.mo(part.text);
    case 'row':
      return math.row(...part.parts.map(partOf));
    case 'brackets':
      return math.row('(', ...part.parts.map(partOf), ')');
    case 'root':
      return math.root(...part.parts.map(partOf));
    case 'fraction':
      return math.frac(partOf(part.base), partOf(part.other));
    case 'raised':
      return part.base.kind === 'lowered'
        ? math.both(partOf(part.base.base), partOf(part.base.other), partOf(part.other))
        : math.sup(partOf(part.base), partOf(part.other));
    case 'lowered':
      return math.sub(partOf(part.base), partOf(part.other));
    default:
      return NOTHING;
  }
}

/** A picture that no browser can decode leaves its description. */
async function draw(canvas: HTMLCanvasElement, picture: Picture) {
  wanted.set(canvas, picture);
  Object.assign(canvas, { width: 0, height: 0 });
  const { bytes, type } = picture;
  const decoded = await createImageBitmap(new Blob([bytes], { type })).catch(() => null);
  if (!decoded) return;
  // a camera's note may turn a picture: its sides change places
  const { width, height } = decoded;
  if (wanted.get(canvas) === picture && Math.max(width, height) <= MOST_PIXELS) {
    Object.assign(canvas, { width, height });
    canvas.getContext('2d')?.drawImage(decoded, 0, 0);
  }
  decoded.close();
}
