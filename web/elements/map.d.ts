// Types of headwise/map: the element of given maps alone, and a drawing without an element.

import type { Numbers } from './element.js';

export { HeadwiseMap } from './element.js';
export type {
  AttentionByKind,
  ErrorDetail,
  ForTokens,
  GivenTensor,
  HeadwiseMapEventMap,
  MapSelection,
  Numbers,
  Selection,
} from './element.js';

/**
 * Options of drawMap.
 *
 * ```js
 * drawMap(attention, { labels: { rows: ['le', 'chat'], columns: ['the', 'cat'] }, width: 400 });
 * ```
 */
export interface DrawMapOptions {
  /** names of the rows, and of the columns of a square map; or both. Default: numbers from 1 */
  labels?: readonly string[] | { rows: readonly string[]; columns: readonly string[] };
  /** default `light`; the drawing has the ground of its theme */
  theme?: 'light' | 'dark';
  /** in CSS pixels, default 640; the height follows from it */
  width?: number;
}

/**
 * Draws attention maps as one SVG: every cell is a shape and every label is text. Needs a document, as in a browser.
 *
 * ```js
 * const { attention } = layer.forward(x, { attention: true });
 * document.body.append(drawMap(attention, { labels: ['The', 'cat', 'sat'], theme: 'dark' }));
 * ```
 *
 * @param tensor (heads, queries, keys), or (queries, keys) of one head; numbers from 0 on
 * @throws {TypeError} for other data
 * @throws {RangeError} for shapes and lengths that do not fit
 */
export declare function drawMap(tensor: Numbers, options?: DrawMapOptions): SVGElement;
