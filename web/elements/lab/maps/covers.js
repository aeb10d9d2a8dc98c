// Pictures that all heads' maps share: labels and cell shapes. Made once for each layout.

import { drawBackdrop, drawShape } from '../../../views/map/backdrop.js';

/**
 * @typedef {import('../../../views/map/layout.js').MapLayout} MapLayout
 * @typedef {{ backdrop: HTMLCanvasElement, shape: HTMLCanvasElement }} Cover
 * @typedef {Omit<import('../../../views/map/backdrop.js').Backdrop, 'layout'>} Words
 */

export function createCovers() {
  /** @type {Map<string, HTMLCanvasElement>} */
  let shapes = new Map();
  /** @type {Map<MapLayout, Cover>} */
  let covers = new Map();

  return {
    /** Before maps are arranged again: covers that are not requested again are dropped. */
    begin() {
      covers = new Map();
      if (shapes.size > 6) shapes = new Map();
    },
    /**
     * @param {MapLayout} layout
     * @param {Words} words
     * @returns {Cover}
     */
    coverOf(layout, words) {
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

  /**
   * @param {MapLayout} layout
   * @param {number} pixelRatio
   */
  function shapeOf(layout, pixelRatio) {
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
