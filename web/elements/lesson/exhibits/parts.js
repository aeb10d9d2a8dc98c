// What several drawings are made of: choices, switches, small maps with their words, tables and bars.

import { headHue, rampOf } from '../../../views/color.js';
import { layoutMap } from '../../../views/map-layout.js';
import { drawMap } from '../../../views/map.js';
import { drawBackdrop, drawShape } from '../../../views/map-backdrop.js';
import { chooseScale } from '../../../views/scale.js';
import { h, rove, setAttribute } from '../../lab/dom.js';
import { longestWidth, MEASURED_SIZE } from '../../lab/label-sizes.js';

/**
 * @typedef {import('../exhibits.js').Moment} Moment
 * @typedef {import('../experiments/tensors.js').Matrix} Matrix
 */

/**
 * A row of buttons of which one is chosen.
 * @template T
 * @param {string | Node} label
 * @param {readonly (readonly [T, string | Node])[]} choices
 * @param {(value: T) => void} choose
 */
export function createChoice(label, choices, choose) {
  const name = h('span', null, label);
  const buttons = choices.map(([value, text]) =>
    h('button', { type: 'button', onclick: () => choose(value) }, text),
  );
  const segments = h('div', { class: 'segments', role: 'group' }, ...buttons);
  segments.ariaLabel = name.textContent;
  rove(segments);
  return {
    element: h('div', { class: 'control' }, name, segments),
    /** @param {T | null} value */
    update(value) {
      const index = choices.findIndex(([one]) => one === value);
      buttons.forEach((button, i) => {
        setAttribute(button, 'aria-pressed', String(i === index));
        setAttribute(button, 'tabindex', i === Math.max(0, index) ? '0' : '-1');
      });
    },
  };
}

/**
 * @param {string | Node} label
 * @param {(on: boolean) => void} change
 */
export function createSwitch(label, change) {
  const input = h('input', {
    type: 'checkbox',
    role: 'switch',
    onchange: () => change(input.checked),
  });
  return {
    element: h('label', { class: 'switch' }, input, h('span', null, label)),
    /** @param {boolean} on */
    update(on) {
      input.checked = on;
    },
  };
}

/**
 * A table whose first column names the rows.
 * @param {string | Node} caption
 * @param {readonly (string | Node)[]} headings
 */
export function createTable(caption, headings) {
  const title = h('caption', null, caption);
  const body = h('tbody', null);
  const table = h(
    'table',
    { class: 'exhibit-table' },
    title,
    h('thead', null, h('tr', null, ...headings.map((one) => h('th', { scope: 'col' }, one)))),
    body,
  );
  return {
    element: h('div', { class: 'exhibit-scroll', tabindex: '0', role: 'group' }, table),
    /** @param {Node | string} text */
    caption: (text) => title.replaceChildren(text),
    /**
     * @param {readonly (readonly (string | Node)[])[]} rows
     * @param {number} [current] the row that stands out
     */
    show(rows, current = -1) {
      body.replaceChildren(
        ...rows.map(([name, ...cells], i) =>
          h(
            'tr',
            { 'data-current': i === current },
            h('th', { scope: 'row' }, name),
            ...cells.map((cell) => h('td', null, cell)),
          ),
        ),
      );
    },
  };
}

/**
 * A small map of one head with its words.
 */
export function createSmallMap() {
  const canvas = h('canvas', { role: 'img' });
  const title = h('figcaption', null);
  const row = h('span', { class: 'exhibit-marked', hidden: true });
  const stage = h('div', { class: 'exhibit-stage' }, canvas, row);
  const element = h('figure', { class: 'exhibit-map' }, title, stage);
  /** @type {import('../../../views/map-layout.js').MapLayout | null} */
  let layout = null;
  return {
    element,
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
     * @param {number} [drawing.marked] the row that stands out
     * @param {number} [drawing.scaleMax] for maps that are to be compared
     * @param {(row: number, column: number) => boolean} [drawing.isMasked]
     */
    show(
      map,
      { moment, name, room, height = 320, rowLabels, columnLabels, marked, scaleMax, isMasked },
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
      canvas.style.height = `${layout.height}px`;
      row.hidden = marked === undefined || marked >= rows;
      const { style } = row;
      style.left = `${layout.left}px`;
      style.width = `${layout.right - layout.left}px`;
      style.top = `${layout.top + (marked ?? 0) * layout.cellHeight}px`;
      style.height = `${layout.cellHeight}px`;
    },
  };
}

/**
 * A number and a bar as long as it is large.
 * @param {string} text
 * @param {number} part 0..1
 */
export function barCell(text, part) {
  const fill = h('span', { class: 'cell-bar-fill' });
  fill.style.inlineSize = `${(100 * Math.max(0, Math.min(1, part))).toFixed(2)}%`;
  return h(
    'span',
    { class: 'cell-bar' },
    h('span', { class: 'cell-bar-track', 'aria-hidden': 'true' }, fill),
    h('span', { class: 'cell-bar-text' }, text),
  );
}
