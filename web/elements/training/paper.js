// Shared canvases of the heads' maps: cell size, labels, and mask.
// Made once for all maps of a size.

import { drawBackdrop, drawShape } from '../../views/map/backdrop.js';
import { layoutMap } from '../../views/map/layout.js';
import { longestWidth, MEASURED_SIZE } from '../shared/label-sizes.js';

const FONT_SIZE = 10;
const LONGEST_LABEL = 64;
const LARGEST_CELL = 18;

/**
 * @typedef {object} Paper
 * @property {import('../../views/map/layout.js').MapLayout} layout
 * @property {HTMLCanvasElement} shape
 * @property {HTMLCanvasElement} backdrop
 */

export function createPapers() {
  const shape = document.createElement('canvas');
  const backdrop = document.createElement('canvas');
  /** @type {Paper | null} */
  let paper = null;
  let madeFor = '';

  /**
   * @param {import('./heads.js').Shown} shown
   * @param {number} width CSS pixels
   * @returns {Paper} the same one as long as nothing has changed
   */
  return ({ sequence, causal, look }, width) => {
    const { fontFamily, pixelRatio, theme, colors } = look;
    const { words } = sequence;
    const key = [width, words.join(' '), fontFamily, pixelRatio, theme].join();
    if (paper && key === madeFor) return paper;
    madeFor = key;
    const label = Math.min(
      LONGEST_LABEL,
      (longestWidth(words, fontFamily) * FONT_SIZE) / MEASURED_SIZE + 2,
    );
    const layout = layoutMap({
      ...{ width, height: width, rows: words.length, columns: words.length },
      ...{ rowLabel: label, columnLabel: label, fontSize: FONT_SIZE, maxCell: LARGEST_CELL },
    });
    drawShape(shape, layout, pixelRatio);
    drawBackdrop(backdrop, {
      ...{ layout, rowLabels: words, columnLabels: words, colors, fontFamily, pixelRatio },
      isMasked: (row, column) => causal && column > row,
      corner: [],
    });
    paper = { layout, shape, backdrop };
    return paper;
  };
}
