// Canvases that all the heads' maps have in common: cell size, labels, and mask.
// Made once for all maps of a size.

import { drawBackdrop, drawShape } from '../../views/map/backdrop.ts';
import { layoutMap } from '../../views/map/layout.ts';
import { longestWidth, MEASURED_SIZE } from '../../ui/label-sizes.ts';
import type { Shown } from './heads.ts';
import type { MapLayout } from '../../views/map/layout.ts';

const FONT_SIZE = 10;
const LONGEST_LABEL = 64;
const LARGEST_CELL = 18;

export interface MapCanvas {
  layout: MapLayout;
  shape: HTMLCanvasElement;
  backdrop: HTMLCanvasElement;
}

export function createMapCanvases() {
  const shape = document.createElement('canvas');
  const backdrop = document.createElement('canvas');
  let canvases: MapCanvas | null = null;
  let madeFor = '';

  /**
   * @param width CSS pixels
   * @returns the same object as long as its inputs are unchanged
   */
  return ({ sequence, causal, look }: Shown, width: number): MapCanvas => {
    const { fontFamily, pixelRatio, theme, colors } = look;
    const { words } = sequence;
    const key = [width, words.join(' '), fontFamily, pixelRatio, theme].join();
    if (canvases && key === madeFor) return canvases;
    madeFor = key;
    const label = Math.min(
      LONGEST_LABEL,
      (longestWidth(words, fontFamily) * FONT_SIZE) / MEASURED_SIZE + 2,
    );
    const layout = layoutMap({
      width,
      height: width,
      rows: words.length,
      columns: words.length,
      rowLabel: label,
      columnLabel: label,
      fontSize: FONT_SIZE,
      maxCell: LARGEST_CELL,
    });
    drawShape(shape, layout, pixelRatio);
    drawBackdrop(backdrop, {
      layout,
      rowLabels: words,
      columnLabels: words,
      colors,
      fontFamily,
      pixelRatio,
      isMasked: (row, column) => causal && column > row,
      corner: [],
    });
    canvases = { layout, shape, backdrop };
    return canvases;
  };
}
