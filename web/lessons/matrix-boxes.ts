// Matrices as rectangles, whose sides are to scale: a number is as long everywhere in a drawing, and so is a word.
// Parts of heads have the heads' colours; where its numbers are given, a matrix shows them.

import { html } from '../ui/template.ts';
import { headHue, markOf } from '../views/color.ts';
import { paintColumns } from './columns.ts';
import { digits } from './exhibit-parts.ts';
import type { Child } from '../ui/template.ts';
import type { Theme } from '../views/color.ts';
import type { Matrix } from './tensors.ts';

export interface Area {
  /** sizes as in style sheets */
  width: string;
  height: string;
  theme: Theme;
  /** the sides that heads share in equal parts */
  cut?: 'columns' | 'rows';
  /** number of parts; default: it belongs to no head */
  heads?: number;
  /** the head of the first part; default: the first */
  head?: number;
  /** the part whose size is written above it */
  sized?: { head: number; text: string };
  /** the names of the parts */
  nameOf?: (head: number) => Child;
  /** its numbers, (rows, columns) */
  numbers?: Matrix;
}

export interface Box extends Area {
  name: Child;
  /** whether its side in a product is as long as that of the other factor; default: not marked */
  fits?: boolean;
}

/** Narrower than this, CSS pixels, a drawing is on a phone. */
export const NARROW = 520;

/** The room inside a frame of a width, CSS pixels. */
export const roomIn = (width: number) => width - (width < NARROW ? 26 : 42);

/** Lengths of a drawing, CSS pixels. */
interface Scale {
  /** length of the longest side of numbers */
  side: number;
  /** numbers on that side */
  most: number;
  words: number;
  /** the largest height of all words together */
  tall: number;
}

/** Lengths as in style sheets, of a count of numbers and of words. */
export function lengthsOf({ side, most, words, tall }: Scale) {
  const word = Math.min(5, tall / words);
  return {
    numbers: (count: number) => `${((side * count) / most).toFixed(2)}px`,
    words: (count: number) => `${(word * count).toFixed(2)}px`,
  };
}

export function matrixArea(area: Area) {
  const { width, height, theme, cut, heads = 0, head = 0, sized, nameOf, numbers } = area;
  const part = 100 / Math.max(1, heads);
  const place = sized && {
    'inset-inline-start': `${sized.head * part}%`,
    'inline-size': `${part}%`,
  };
  return html`<div
    class="matrix-area"
    data-cut=${cut}
    data-sized=${sized !== undefined}
    aria-hidden="true"
    vars=${{ 'inline-size': width, 'block-size': height }}
  >
    ${Array.from({ length: heads }, (_, at) => {
      const color = { '--head': markOf(headHue(head + at), theme) };
      return html`<span class="matrix-part" vars=${color}>${nameOf?.(at)}</span>`;
    })}
    ${numbers && html`<canvas paint=${(canvas: HTMLCanvasElement) => paintColumns(canvas, numbers, theme)}></canvas>`}
    ${place && html`<span class="matrix-size" vars=${place}>${sized.text}</span>`}
  </div>`;
}

export function matrixBox({ name, fits, ...area }: Box) {
  return html`<figure class="matrix-box" data-fits=${fits === undefined ? null : String(fits)}>
    <figcaption>${name}</figcaption>
    ${matrixArea(area)}
  </figure>`;
}

/** A caption: a name, and the shape that it has. */
export const named = (name: Child, shape: string) => html`<span>${name} ${digits(shape)}</span>`;

/** Products with one right factor, which is above them: the left factors below one another, each beside its result. */
export function matrixProducts(top: Child, products: readonly { left: Child; result: Child }[]) {
  return html`<div class="matrix-products" dir="ltr">
    <span></span>
    ${top}
    ${products.map(({ left, result }) => html`${left}${result}`)}
  </div>`;
}

/** Matrices and signs in a line. */
export const matrixLine = (items: readonly Child[]) =>
  html`<div class="matrix-line" dir="ltr">
    ${items.map((item) => (typeof item === 'string' ? html`<span class="matrix-sign">${item}</span>` : item))}
  </div>`;
