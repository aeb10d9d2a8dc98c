// A small map of one head with its words, and the same as a table.

import { headHue, rampOf } from '../../../views/color.js';
import { layoutMap } from '../../../views/map-layout.js';
import { drawMap } from '../../../views/map.js';
import { drawBackdrop, drawShape } from '../../../views/map-backdrop.js';
import { chooseScale } from '../../../views/scale.js';
import { h } from '../../shared/dom.js';
import { longestWidth, MEASURED_SIZE } from '../../shared/label-sizes.js';
import { createNumberTable } from '../../lab/tables/number-table.js';

/**
 * @typedef {import('../exhibits.js').Moment} Moment
 * @typedef {import('../experiments/tensors.js').Matrix} Matrix
 */

/**
 * @param {import('../../messages/en.js').Messages} messages
 */
export function createSmallMap(messages) {
  const canvas = h('canvas', { role: 'img' });
  const title = h('figcaption', null);
  const row = h('span', { class: 'exhibit-marked', hidden: true });
  const stage = h('div', { class: 'exhibit-stage' }, canvas, row);
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

  /** @type {import('../../../views/map-layout.js').MapLayout | null} */
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
     * @param {object} drawing
     * @param {Moment} drawing.moment
     * @param {string} drawing.name
     * @param {number} drawing.room width, CSS pixels
     * @param {number} [drawing.height]
     * @param {readonly string[]} [drawing.rowLabels]
     * @param {readonly string[]} [drawing.columnLabels]
     * @param {readonly string[]} [drawing.rowNames] in the table, where there is no room for labels
     * @param {readonly string[]} [drawing.columnNames]
     * @param {number} [drawing.marked] the row that stands out
     * @param {number} [drawing.scaleMax] for maps that are to be compared
     * @param {(row: number, column: number) => boolean} [drawing.isMasked]
     */
    show(
      map,
      {
        moment,
        name,
        room,
        height = 320,
        rowLabels,
        columnLabels,
        rowNames,
        columnNames,
        marked,
        scaleMax,
        isMasked,
      },
    ) {
      const { look } = moment.frame;
      const [rows, columns] = map.shape;
      const down = rowLabels ?? moment.words;
      const across = columnLabels ?? moment.keys;
      title.textContent = name;
      canvas.ariaLabel = name;
      const fontSize = 11;
      const measure = (/** @type {readonly string[]} */ words) =>
        words.length &&
        Math.min(76, (longestWidth(words, look.fontFamily) * fontSize) / MEASURED_SIZE + 2);
      layout = layoutMap({
        width: room,
        height,
        rows,
        columns,
        rowLabel: measure(down),
        columnLabel: measure(across),
        fontSize,
        maxCell: Math.max(20, Math.min(26, height / rows)),
      });
      const { pixelRatio, fontFamily, colors } = look;
      const shape = canvas.ownerDocument.createElement('canvas');
      const backdrop = canvas.ownerDocument.createElement('canvas');
      drawShape(shape, layout, pixelRatio);
      drawBackdrop(backdrop, {
        layout,
        rowLabels: down,
        columnLabels: across,
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
        ramp: rampOf(headHue(moment.head), look.theme),
        scale: scaleMax === undefined ? chooseScale(map.data) : { max: scaleMax, clipped: false },
        backdrop,
        shape,
        fontFamily,
        pixelRatio,
      });
      canvas.style.width = `${layout.width}px`;
      canvas.style.height = 'auto';
      grid = {
        key: [map],
        caption: name,
        corner: '',
        rows: rowNames ?? down,
        columns: columnNames ?? across,
        value: (r, c) => (isMasked?.(r, c) ? null : map.data[r * columns + c]),
      };
      showTable();
      row.hidden = marked === undefined || marked >= rows;
      const { style } = row;
      // in parts of the picture, which is smaller where there is no room for it
      const x = 100 / layout.width;
      const y = 100 / layout.height;
      style.left = `${x * layout.left}%`;
      style.width = `${x * (layout.right - layout.left)}%`;
      style.top = `${y * (layout.top + (marked ?? 0) * layout.cellHeight)}%`;
      style.height = `${y * layout.cellHeight}%`;
    },
  };
}
