// A small map of one head with its words, or a table.

import { headHue, rampOf, signedRampOf } from '../../../views/color.js';
import { layoutMap } from '../../../views/map/layout.js';
import { drawMap } from '../../../views/map/map.js';
import { drawBackdrop, drawShape } from '../../../views/map/backdrop.js';
import { chooseScale, chooseSignedScale } from '../../../views/scale.js';
import { h } from '../../shared/dom.js';
import { longestWidth, MEASURED_SIZE } from '../../shared/label-sizes.js';
import { createNumberTable } from '../../lab/tables/number-table.js';

/**
 * @typedef {import('../exhibits.js').Moment} Moment
 * @typedef {import('../experiments/tensors.js').Matrix} Matrix
 * @typedef {import('../../../views/map/layout.js').MapLayout} MapLayout
 * @typedef {{ rowLabels: readonly string[], columnLabels: readonly string[] }} Labels
 *
 * @typedef {object} Drawing
 * @property {Moment} moment
 * @property {string} name
 * @property {number} room width, CSS pixels
 * @property {number} [height]
 * @property {readonly string[]} [rowLabels]
 * @property {readonly string[]} [columnLabels]
 * @property {readonly string[]} [rowNames] in the table, where there is no room for labels
 * @property {readonly string[]} [columnNames]
 * @property {number} [marked] the row that stands out
 * @property {readonly (readonly [number, number])[]} [cells] that stand out
 * @property {boolean} [signed] numbers below zero, too
 * @property {number} [scaleMax] for maps to compare
 * @property {(row: number, column: number) => boolean} [isMasked]
 */

const FONT_SIZE = 11;
/** On a phone, where the words of the scene want room below it, CSS pixels: the widest, and up to which width it is one. */
const SMALL = 260;
const NARROW = 520;

/**
 * @param {import('../../messages/en.js').Messages} messages
 */
export function createSmallMap(messages) {
  const canvas = h('canvas', { role: 'img' });
  const title = h('figcaption', null);
  const frames = h('div', null);
  const stage = h('div', { class: 'exhibit-stage' }, canvas, frames);
  const table = createNumberTable(messages);
  const numbers = h(
    'details',
    { class: 'exhibit-numbers', ontoggle: () => showTable() },
    h('summary', null, messages.viewTable),
    table.element,
  );
  const element = h('figure', { class: 'exhibit-map' }, title, stage, numbers);
  /** @type {import('../../lab/tables/number-table.js').NumberGrid | null} */
  let grid = null;

  /** Only while it is visible. */
  function showTable() {
    if (numbers.open && grid) table.show(grid);
  }

  /** @type {MapLayout | null} */
  let layout = null;
  return {
    element,
    /** The same as a table; stands below the map, or where it is put. */
    numbers,
    /**
     * Where in the map a point of the window is, 0..1 from its corner; null outside.
     * @param {number} clientX
     * @param {number} clientY
     */
    at(clientX, clientY) {
      if (!layout) return null;
      const box = canvas.getBoundingClientRect();
      const shrunk = box.width / layout.width;
      const x = ((clientX - box.left) / shrunk - layout.left) / (layout.right - layout.left);
      const y = ((clientY - box.top) / shrunk - layout.top) / (layout.bottom - layout.top);
      return x >= 0 && x < 1 && y >= 0 && y < 1 ? { x, y } : null;
    },
    /**
     * @param {Matrix} map (L, S)
     * @param {Drawing} drawing
     */
    show(map, drawing) {
      const { moment, name, marked, cells = [], isMasked } = drawing;
      const { rowLabels = moment.words, columnLabels = moment.keys } = drawing;
      const [rows, columns] = map.shape;
      title.textContent = name;
      canvas.ariaLabel = name;
      const drawn = layoutOf(map, drawing, { rowLabels, columnLabels });
      layout = drawn;
      paint(canvas, map, drawn, drawing, { rowLabels, columnLabels });
      grid = {
        key: [map],
        caption: name,
        corner: '',
        rows: drawing.rowNames ?? rowLabels,
        columns: drawing.columnNames ?? columnLabels,
        value: (r, c) => (isMasked?.(r, c) ? null : map.data[r * columns + c]),
      };
      showTable();
      const row = marked === undefined || marked >= rows ? [] : [[marked, 0, columns]];
      const all = [...row, ...cells.map(([at, column]) => [at, column, 1])];
      frames.replaceChildren(...all.map(([at, from, count]) => frameAt(drawn, at, from, count)));
    },
  };
}

/**
 * @param {Matrix} map
 * @param {Drawing} drawing
 * @param {Labels} labels
 */
function layoutOf({ shape: [rows, columns] }, { moment, room, height = 320 }, labels) {
  const { fontFamily } = moment.frame.look;
  const measure = (/** @type {readonly string[]} */ words) =>
    words.length && Math.min(76, (longestWidth(words, fontFamily) * FONT_SIZE) / MEASURED_SIZE + 2);
  return layoutMap({
    width: moment.width < NARROW ? Math.min(room, SMALL) : room,
    height,
    rows,
    columns,
    rowLabel: measure(labels.rowLabels),
    columnLabel: measure(labels.columnLabels),
    fontSize: FONT_SIZE,
    maxCell: Math.max(20, Math.min(26, height / rows)),
  });
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Matrix} map
 * @param {MapLayout} layout
 * @param {Drawing} drawing
 * @param {Labels} labels
 */
function paint(canvas, map, layout, { moment, scaleMax, signed, isMasked }, labels) {
  const { pixelRatio, fontFamily, colors, theme } = moment.frame.look;
  const shape = canvas.ownerDocument.createElement('canvas');
  const backdrop = canvas.ownerDocument.createElement('canvas');
  drawShape(shape, layout, pixelRatio);
  drawBackdrop(backdrop, {
    layout,
    ...labels,
    isMasked: isMasked ?? (() => false),
    colors,
    fontFamily,
    pixelRatio,
    corner: [],
  });
  drawMap(canvas, {
    layout,
    values: map.data,
    isMasked,
    ramp: signed ? signedRampOf(theme) : rampOf(headHue(moment.head), theme),
    scale: scaleOf(map.data, scaleMax, signed),
    backdrop,
    shape,
    fontFamily,
    pixelRatio,
  });
  canvas.style.width = `${layout.width}px`;
  canvas.style.height = 'auto';
}

/**
 * @param {Float32Array} values
 * @param {number} [max]
 * @param {boolean} [signed]
 */
function scaleOf(values, max, signed = false) {
  if (max !== undefined) return { max, clipped: false, signed };
  return signed ? chooseSignedScale(values) : chooseScale(values);
}

/**
 * A frame over the picture, in parts of its size: in a narrow room the picture shrinks.
 * @param {MapLayout} layout
 * @param {number} row
 * @param {number} column the first
 * @param {number} count of columns
 */
function frameAt(layout, row, column, count) {
  const frame = h('span', { class: 'exhibit-marked' });
  const { style } = frame;
  const x = 100 / layout.width;
  const y = 100 / layout.height;
  const cellWidth = (layout.right - layout.left) / layout.columns;
  style.left = `${x * (layout.left + column * cellWidth)}%`;
  style.width = `${x * count * cellWidth}%`;
  style.top = `${y * (layout.top + row * layout.cellHeight)}%`;
  style.height = `${y * layout.cellHeight}%`;
  return frame;
}
