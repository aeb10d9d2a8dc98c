// Canvases that all heads' maps have in common: labels and cell shapes. Made once for each layout.

import { drawBackdrop, drawShape } from '../../../views/map/backdrop.ts';
import type { MapLayout } from '../../../views/map/layout.ts';
import type { Backdrop } from '../../../views/map/backdrop.ts';

export type LabelCanvas = { backdrop: HTMLCanvasElement; shape: HTMLCanvasElement };

export type Words = Omit<Backdrop, 'layout'>;

export function createLabelCanvases() {
  let shapes: Map<string, HTMLCanvasElement> = new Map();
  let covers: Map<MapLayout, LabelCanvas> = new Map();

  return {
    /** Called before maps are arranged again: covers that are not requested again are dropped. */
    begin() {
      covers = new Map();
      if (shapes.size > 6) shapes = new Map();
    },
    coverOf(layout: MapLayout, words: Words): LabelCanvas {
      let cover = covers.get(layout);
      if (!cover) {
        const backdrop = document.createElement('canvas');
        drawBackdrop(backdrop, { ...words, layout });
        cover = { backdrop, shape: shapeOf(layout, words.pixelRatio) };
        covers.set(layout, cover);
      }
      return cover;
    },
  };

  function shapeOf(layout: MapLayout, pixelRatio: number) {
    const name = JSON.stringify([layout, pixelRatio]);
    let shape = shapes.get(name);
    if (!shape) {
      shape = document.createElement('canvas');
      drawShape(shape, layout, pixelRatio);
      shapes.set(name, shape);
    }
    return shape;
  }
}
